import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { usePages, useSend } from "../../queries/queries.ts";
import { type BodyOf, call, type QueryOf, type Schema, send } from "../../queries/requests.ts";

/** An application or feedback as it was sent, and what the staff did with it. */
export type Enquiry = Schema<"Enquiry">;
export type EnquiryKind = Enquiry["kind"];
export type EnquiryState = Enquiry["state"];

const lists = ["staff", "enquiries"];

/** The applications and feedback that the user may read, newest first. */
export const useEnquiries = (query: QueryOf<"GET /staff/enquiry">) =>
  usePages([...lists, query], async (page, signal) => {
    const params = { query: { ...query, ...page } };
    return (await call("GET /staff/enquiry", { params, signal })).enquiryList;
  });

const enquiryOptions = (enquiryId: number) =>
  queryOptions({
    queryKey: ["staff", "enquiry", enquiryId],
    queryFn: ({ signal }) =>
      call("GET /staff/enquiry/{enquiry_id}", {
        params: { path: { enquiry_id: enquiryId } },
        signal,
      }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** One enquiry with its history. Each reading is logged: it is not fetched again by itself. */
export const useEnquiry = (enquiryId: number) => useQuery(enquiryOptions(enquiryId));

/** A change of an enquiry, which the answer shows; after a refusal it is fetched again, the lists always. */
function useEnquiryUpdate<Change>(enquiryId: number, change: (change: Change) => Promise<Enquiry>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (enquiry) => client.setQueryData(enquiryOptions(enquiryId).queryKey, enquiry),
    onError: () => client.invalidateQueries({ queryKey: enquiryOptions(enquiryId).queryKey }),
    onSettled: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/**
 * Marks an enquiry as open, answered or closed; `seenState` is the one that was on the screen. Adds a note, which only the
 * staff read. A 409 says that a user has marked it meanwhile.
 */
export const useChangeEnquiry = (enquiryId: number) =>
  useEnquiryUpdate(enquiryId, (body: BodyOf<"PATCH /staff/enquiry/{enquiry_id}">) =>
    send("PATCH /staff/enquiry/{enquiry_id}", { enquiry_id: enquiryId }, body),
  );

/** Notes to whom an enquiry was passed on, and with `mailTo` sends it there. */
export const useForwardEnquiry = (enquiryId: number) =>
  useEnquiryUpdate(enquiryId, (body: BodyOf<"POST /staff/enquiry/{enquiry_id}/forward">) =>
    send("POST /staff/enquiry/{enquiry_id}/forward", { enquiry_id: enquiryId }, body),
  );

export const useEraseEnquiry = (enquiryId: number) =>
  useSend("POST /staff/enquiry/{enquiry_id}/erase", { enquiry_id: enquiryId }, lists);

/** Fetches what is attached to an application; it is logged. */
export const useEnquiryFile = (enquiryId: number) =>
  useMutation({
    mutationFn: () =>
      call("GET /staff/enquiry/{enquiry_id}/file", {
        params: { path: { enquiry_id: enquiryId } },
        parseAs: "blob",
      }),
  });

export const useEnquiriesCsv = () =>
  useMutation({
    mutationFn: (query: QueryOf<"GET /staff/enquiry/csv">) =>
      call("GET /staff/enquiry/csv", { params: { query }, parseAs: "blob" }),
  });
