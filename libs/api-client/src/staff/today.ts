import { api } from "../http.ts";
import { type Schema, staffBody } from "./requests.ts";

/** What waits at one's outlets: counts, and the first rows of each kind. */
export type Today = Schema<"Today">;

/** What needs somebody today: `GET /staff/today`. */
export const getToday = (signal?: AbortSignal): Promise<Today> =>
  staffBody(() => api().GET("/staff/today", { signal }));
