import { api } from "../http.ts";
import { type Schema, staffBody } from "./requests.ts";

/** An application or feedback in a list. */
export type EnquirySummary = Schema<"EnquirySummary">;
/** An application or feedback as it was sent, and what the staff did with it. */
export type Enquiry = Schema<"Enquiry">;
export type EnquiryKind = Enquiry["kind"];
export type EnquiryState = Enquiry["state"];

/** Which enquiries, newest first. */
export interface InboxQuery {
  kind?: EnquiryKind;
  state?: EnquiryState;
  limit?: number;
  offset?: number;
}

/** A page of the applications and feedback that one may read: `GET /staff/enquiry`. */
export const getEnquiries = async (
  query: InboxQuery,
  signal?: AbortSignal,
): Promise<EnquirySummary[]> =>
  (await staffBody(() => api().GET("/staff/enquiry", { params: { query }, signal }))).enquiryList;

/** All enquiries of a kind for a spreadsheet: `GET /staff/enquiry/csv`. */
export const getEnquiriesCsv = (kind?: EnquiryKind): Promise<Blob> =>
  staffBody(() =>
    api().GET("/staff/enquiry/csv", { params: { query: { kind } }, parseAs: "blob" }),
  );

const ofEnquiry = (enquiryId: number) => ({ path: { enquiry_id: enquiryId } });

/** One enquiry with its history; reading it is logged: `GET /staff/enquiry/{id}`. */
export const getEnquiry = (enquiryId: number, signal?: AbortSignal): Promise<Enquiry> =>
  staffBody(() =>
    api().GET("/staff/enquiry/{enquiry_id}", { params: ofEnquiry(enquiryId), signal }),
  );

/** What is attached to an application; it is logged: `GET /staff/enquiry/{id}/file`. */
export const getEnquiryFile = (enquiryId: number): Promise<Blob> =>
  staffBody<Blob>(() =>
    api().GET("/staff/enquiry/{enquiry_id}/file", {
      params: ofEnquiry(enquiryId),
      parseAs: "blob",
    }),
  );

/** A new state of an enquiry; `seenState` is the one that was on the screen, `note` is for the staff only. */
export interface EnquiryMark {
  state: Exclude<EnquiryState, "forwarded">;
  seenState: EnquiryState;
  note: string;
}

/** Marks an enquiry; a 409 says that somebody has marked it meanwhile: `PUT /staff/enquiry/{id}/state`. */
export const markEnquiry = (enquiryId: number, body: EnquiryMark): Promise<Enquiry> =>
  staffBody(() =>
    api().PUT("/staff/enquiry/{enquiry_id}/state", { params: ofEnquiry(enquiryId), body }),
  );

/** Adds a note that only the staff read: `POST /staff/enquiry/{id}/note`. */
export const addEnquiryNote = (enquiryId: number, text: string): Promise<Enquiry> =>
  staffBody(() =>
    api().POST("/staff/enquiry/{enquiry_id}/note", {
      params: ofEnquiry(enquiryId),
      body: { text },
    }),
  );

/** Notes to whom an enquiry was passed on, and with `mailTo` sends it there: `POST /staff/enquiry/{id}/forward`. */
export const forwardEnquiry = (
  enquiryId: number,
  body: { to: string; mailTo?: string },
): Promise<Enquiry> =>
  staffBody(() =>
    api().POST("/staff/enquiry/{enquiry_id}/forward", { params: ofEnquiry(enquiryId), body }),
  );

/** Deletes an enquiry, its file and its history for good: `POST /staff/enquiry/{id}/erase`. */
export async function eraseEnquiry(enquiryId: number, reason: string): Promise<void> {
  await staffBody(() =>
    api().POST("/staff/enquiry/{enquiry_id}/erase", {
      params: ofEnquiry(enquiryId),
      body: { reason },
    }),
  );
}
