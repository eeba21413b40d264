import { api } from "../http.ts";
import { type Schema, staffBody } from "./requests.ts";

/** Who did what, when and why. */
export type LogEntry = Schema<"LogEntry">;
/** Up to which entry the log is what was written, and where it breaks. */
export type LogChain = Schema<"LogChain">;

/** Which entries of the log, newest first. */
export interface LogQuery {
  /** A name or login as it signs. */
  operator?: string;
  /** A whole act ("earn.verify") or its kind ("earn"). */
  action?: string;
  outletId?: number;
  /** `YYYY-MM-DD`, Malaysian days. */
  first?: string;
  last?: string;
  limit?: number;
  offset?: number;
}

/** A page of the office log: `GET /staff/log`. */
export const getLog = async (query: LogQuery, signal?: AbortSignal): Promise<LogEntry[]> =>
  (await staffBody(() => api().GET("/staff/log", { params: { query }, signal }))).entryList;

/** Reads the whole log and checks its chain: `GET /staff/log/chain`. */
export const getLogChain = (signal?: AbortSignal): Promise<LogChain> =>
  staffBody(() => api().GET("/staff/log/chain", { signal }));
