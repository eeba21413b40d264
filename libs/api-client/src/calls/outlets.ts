import { responseBody, api } from "../http.ts";
import type { CallingCode, Outlet } from "../wire.ts";

/** An outlet's `statusId` while it is open (spec 000 §3). */
export const OPEN = 1;

/** The outlets, the open ones by default: `GET /outlet?statusId=1`. */
export const getOutlets = async ({
  statusId = OPEN,
  signal,
}: { statusId?: number; signal?: AbortSignal } = {}): Promise<Outlet[]> =>
  (await responseBody(api().GET("/outlet", { params: { query: { statusId } }, signal })))
    .outletList;

/** The calling code that is always offered (spec 000 §9); the API never changes an id. */
export const MALAYSIA: CallingCode = { id: 1, name: "60" };

/** Every calling code, `name` being its digits: `GET /callingCode`. */
export const getCallingCodes = (signal?: AbortSignal): Promise<CallingCode[]> =>
  responseBody(api().GET("/callingCode", { signal }));
