import { api } from "@loyalty/api-client/http.ts";
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";

import { useChange, usePages } from "../../queries/queries.ts";
import { type Schema, staffBody } from "../../queries/requests.ts";

/** An application or feedback in a list. */
type EnquirySummary = Schema<"EnquirySummary">;
/** An application or feedback as it was sent, and what the staff did with it. */
export type Enquiry = Schema<"Enquiry">;
export type EnquiryKind = Enquiry["kind"];
export type EnquiryState = Enquiry["state"];

/** Which enquiries, newest first. */
interface InboxQuery {
  kind?: EnquiryKind;
  state?: EnquiryState;
}

const lists = ["staff", "enquiries"];
const keyOf = (enquiryId: number) => ["staff", "enquiry", enquiryId];
const ofEnquiry = (enquiryId: number) => ({ path: { enquiry_id: enquiryId } });

/** The applications and feedback that one may read; new ones come by themselves: `GET /staff/enquiry`. */
export const useEnquiries = (query: InboxQuery) =>
  usePages<EnquirySummary>([...lists, query], async (page, signal) => {
    const params = { query: { ...query, ...page } };
    return (await staffBody(() => api().GET("/staff/enquiry", { params, signal }))).enquiryList;
  });

/** One enquiry with its history: `GET /staff/enquiry/{id}`. Each reading is logged: it is not fetched again by itself. */
export const useEnquiry = (enquiryId: number): UseQueryResult<Enquiry> =>
  useQuery({
    queryKey: keyOf(enquiryId),
    queryFn: ({ signal }) =>
      staffBody(() =>
        api().GET("/staff/enquiry/{enquiry_id}", { params: ofEnquiry(enquiryId), signal }),
      ),
    staleTime: Infinity,
    gcTime: 0,
  });

/** A change of an enquiry, which the answer shows; after a refusal it is fetched again, the lists always. */
function useEnquiryChange<Change>(
  enquiryId: number,
  change: (change: Change) => Promise<Enquiry>,
): UseMutationResult<Enquiry, Error, Change> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (enquiry) => client.setQueryData(keyOf(enquiryId), enquiry),
    onError: () => client.invalidateQueries({ queryKey: keyOf(enquiryId) }),
    onSettled: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/** A new state of an enquiry; `seenState` is the one that was on the screen, `note` is for the staff only. */
export interface EnquiryMark {
  state: Exclude<EnquiryState, "forwarded">;
  seenState: EnquiryState;
  note: string;
}

/**
 * Marks an enquiry as open, answered or closed; a 409 says that somebody has marked it meanwhile:
 * `PUT /staff/enquiry/{id}/state`.
 */
export const useMarkEnquiry = (enquiryId: number) =>
  useEnquiryChange(enquiryId, (body: EnquiryMark) =>
    staffBody(() =>
      api().PUT("/staff/enquiry/{enquiry_id}/state", { params: ofEnquiry(enquiryId), body }),
    ),
  );

/** Adds a note that only the staff read: `POST /staff/enquiry/{id}/note`. */
export const useAddEnquiryNote = (enquiryId: number) =>
  useEnquiryChange(enquiryId, (text: string) =>
    staffBody(() =>
      api().POST("/staff/enquiry/{enquiry_id}/note", {
        params: ofEnquiry(enquiryId),
        body: { text },
      }),
    ),
  );

/** Notes to whom an enquiry was passed on, and with `mailTo` sends it there: `POST /staff/enquiry/{id}/forward`. */
export const useForwardEnquiry = (enquiryId: number) =>
  useEnquiryChange(enquiryId, (body: { to: string; mailTo?: string }) =>
    staffBody(() =>
      api().POST("/staff/enquiry/{enquiry_id}/forward", { params: ofEnquiry(enquiryId), body }),
    ),
  );

/** Deletes an enquiry, its file and its history for good: `POST /staff/enquiry/{id}/erase`. */
export const useEraseEnquiry = (enquiryId: number) =>
  useChange(
    (reason: string) =>
      staffBody(() =>
        api().POST("/staff/enquiry/{enquiry_id}/erase", {
          params: ofEnquiry(enquiryId),
          body: { reason },
        }),
      ),
    lists,
  );

/** Fetches what is attached to an application; it is logged: `GET /staff/enquiry/{id}/file`. */
export const useEnquiryFile = (enquiryId: number): UseMutationResult<Blob, Error, void> =>
  useMutation({
    mutationFn: () =>
      staffBody<Blob>(() =>
        api().GET("/staff/enquiry/{enquiry_id}/file", {
          params: ofEnquiry(enquiryId),
          parseAs: "blob",
        }),
      ),
  });

/** Fetches all enquiries of a kind for a spreadsheet: `GET /staff/enquiry/csv`. */
export const useEnquiriesCsv = (): UseMutationResult<Blob, Error, EnquiryKind | undefined> =>
  useMutation({
    mutationFn: (kind) =>
      staffBody(() =>
        api().GET("/staff/enquiry/csv", { params: { query: { kind } }, parseAs: "blob" }),
      ),
  });
