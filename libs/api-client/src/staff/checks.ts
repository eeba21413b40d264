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

/** Whom a data breach affects, by their ids, and what the law asks. */
export type Breach = Schema<"Breach">;

/** When data could be read or changed: from `start` on and before `end`, in ISO 8601 with their zone. */
export interface BreachPeriod {
  start: string;
  end: string;
  /** Only by this till. */
  tillId?: number;
}

/** Lists whom a breach affects; it asks for a fresh verification, and is logged: `POST /staff/breach`. */
export const assessBreach = (body: BreachPeriod): Promise<Breach> =>
  staffBody(() => api().POST("/staff/breach", { body }));

/** A file of sales against the bills of its outlets and days. */
export type SalesDifferences = Schema<"Differences">;
/** The bills that were verified, and why others were not. */
export type VerifiedSales = Schema<"VerifiedSales">;
/** A bill of ours in those lists. */
export type SalesBill = Schema<"TillBill">;

/** The most bills of one `verifySales`. */
export const MOST_VERIFIED_SALES = 100;

/** Compares the text of a CSV of sales with the bills; nothing is written: `POST /staff/reconcile`. */
export const compareSales = (file: string): Promise<SalesDifferences> =>
  staffBody(() => api().POST("/staff/reconcile", { body: { file } }));

/** Verifies chosen bills that match the same file; it may be sent again: `POST /staff/reconcile/verify`. */
export const verifySales = (file: string, billIds: number[]): Promise<VerifiedSales> =>
  staffBody(() => api().POST("/staff/reconcile/verify", { body: { file, billIds } }));
