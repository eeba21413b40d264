import {
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import { endDevice, endOtherDevices, getDevices } from "../calls/devices.ts";
import type { Device } from "../wire.ts";
import { keys } from "./keys.ts";
import { useMemberId } from "./use-session.ts";

/** Where the signed-in member is signed in. Asked for anew at every visit: another device may have come since. */
export function useDevices(): UseQueryResult<Device[]> {
  const memberId = useMemberId();
  return useQuery({
    queryKey: keys.devices(memberId),
    queryFn: memberId === null ? skipToken : ({ signal }) => getDevices(signal),
    refetchOnMount: "always",
  });
}

/** Signs one device out, or with "others" everything but this device; the list follows. */
export function useEndDevices(): UseMutationResult<void, Error, number | "others"> {
  const client = useQueryClient();
  const memberId = useMemberId();
  return useMutation({
    mutationFn: (which) => (which === "others" ? endOtherDevices() : endDevice(which)),
    onSettled: () => client.invalidateQueries({ queryKey: keys.devices(memberId) }),
  });
}
