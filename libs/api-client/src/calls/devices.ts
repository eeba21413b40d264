import { answerOf, api } from "../http.ts";
import type { Device } from "../wire.ts";

/** Where the member is signed in, this device first: `GET /member/session`. */
export const getDevices = async (signal?: AbortSignal): Promise<Device[]> =>
  (await answerOf(api().GET("/member/session", { signal }))).deviceList;

/** Signs one device out, in both apps, at once: `POST /member/session/{id}/end`. */
export async function endDevice(id: number): Promise<void> {
  await answerOf(
    api().POST("/member/session/{device_id}/end", { params: { path: { device_id: id } } }),
  );
}

/** Signs out everywhere but here: `POST /member/session/end-others`. */
export async function endOtherDevices(): Promise<void> {
  await answerOf(api().POST("/member/session/end-others"));
}
