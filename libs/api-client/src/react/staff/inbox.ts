import {
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from "@tanstack/react-query";

import {
  addEnquiryNote,
  eraseEnquiry,
  forwardEnquiry,
  getEnquiries,
  getEnquiriesCsv,
  getEnquiry,
  getEnquiryFile,
  markEnquiry,
  type Enquiry,
  type EnquiryKind,
  type EnquiryMark,
  type InboxQuery,
} from "../../staff/inbox.ts";
import { pageByPage } from "./page-by-page.ts";

const PAGE = 50;
const lists = ["staff", "enquiries"];
const keyOf = (enquiryId: number) => ["staff", "enquiry", enquiryId];

/** The applications and feedback, a page of 50 after the other; new ones come by themselves. */
export const useEnquiries = (query: InboxQuery) =>
  useInfiniteQuery({
    queryKey: [...lists, query],
    ...pageByPage({
      size: PAGE,
      read: (page, signal) => getEnquiries({ ...query, ...page }, signal),
      idOf: ({ id }) => id,
    }),
    refetchOnMount: "always",
  });

/** One enquiry. Each reading is logged: it is not fetched again by itself. */
export const useEnquiry = (enquiryId: number): UseQueryResult<Enquiry> =>
  useQuery({
    queryKey: keyOf(enquiryId),
    queryFn: ({ signal }) => getEnquiry(enquiryId, signal),
    staleTime: Infinity,
    gcTime: 0,
  });

/** A change of an enquiry, which the answer shows; after a refusal it is fetched again, the lists always. */
function useChange<Change>(
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

/** Marks an enquiry as open, answered or closed. */
export const useMarkEnquiry = (enquiryId: number) =>
  useChange(enquiryId, (mark: EnquiryMark) => markEnquiry(enquiryId, mark));

/** Adds a note that only the staff read. */
export const useAddEnquiryNote = (enquiryId: number) =>
  useChange(enquiryId, (text: string) => addEnquiryNote(enquiryId, text));

/** Notes to whom an enquiry was passed on, and sends it there where an address is given. */
export const useForwardEnquiry = (enquiryId: number) =>
  useChange(enquiryId, (body: { to: string; mailTo?: string }) => forwardEnquiry(enquiryId, body));

/** Deletes an enquiry for good. */
export function useEraseEnquiry(enquiryId: number): UseMutationResult<void, Error, string> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason) => eraseEnquiry(enquiryId, reason),
    onSuccess: () => client.invalidateQueries({ queryKey: lists }),
  });
}

/** Fetches what is attached to an application. */
export const useEnquiryFile = (enquiryId: number): UseMutationResult<Blob, Error, void> =>
  useMutation({ mutationFn: () => getEnquiryFile(enquiryId) });

/** Fetches all enquiries of a kind as CSV. */
export const useEnquiriesCsv = (): UseMutationResult<Blob, Error, EnquiryKind | undefined> =>
  useMutation({ mutationFn: getEnquiriesCsv });
