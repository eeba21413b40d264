import { api, responseBody } from "@loyalty/api-client/http";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { formQuery } from "../../queries/queries.ts";
import {
  type OfficeOutlets,
  type OutletDescription,
  officeOutletsOptions,
} from "../../queries/outlets.ts";
import { type BodyOf, call, type Schema, send } from "../../queries/requests.ts";
import { isKind, type KindName } from "./shapes.ts";

/** A kind of content as it is edited: what is published, and the draft, null where there is none. */
export type EditedContent = Schema<"Edited">;
/** The document of a kind: its form is the kind's. */
export type ContentDocument = Record<string, unknown>;

const content = ["staff", "content"];

/** A kind of content, and how it stands. */
export type ContentKind = Schema<"Kind"> & { kind: KindName };

/** Every kind of content that has a form, how it stands, at every visit. */
export const useContentKinds = () =>
  useQuery({
    queryKey: [...content, "kinds"],
    queryFn: async ({ signal }) => (await call("GET /staff/content", { signal })).kindList,
    select: (kinds) =>
      kinds.flatMap(({ kind, ...stands }) => (isKind(kind) ? [{ kind, ...stands }] : [])),
    refetchOnMount: "always",
  });

/** The query of a kind as it is edited. */
export const editedContent = (kind: string) =>
  formQuery([...content, "edited", kind], (signal) =>
    call("GET /staff/content/{kind}", { params: { path: { kind } }, signal }),
  );

/** A kind as it is edited. */
export const useEditedContent = (kind: string) => useQuery(editedContent(kind));

/**
 * What members read now (five seconds old at most), and with every draft published. `revision` is of the draft that is
 * looked at.
 */
export const useContentPreview = (kind: string, revision: number) =>
  useQuery({
    queryKey: [...content, "preview", kind, revision],
    queryFn: async ({ signal }) => {
      const [before, after] = await Promise.all([
        responseBody(api().GET("/content", { signal, cache: "no-store" })),
        call("GET /staff/content/preview", { signal }),
      ]);
      return { before, after };
    },
    refetchOnMount: "always",
  });

/** A change of a kind, which the answer shows; the lists follow. */
function useContentChange<Change>(
  kind: string,
  change: (change: Change) => Promise<EditedContent>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (edited) => {
      client.setQueryData(editedContent(kind).queryKey, edited);
      await client.invalidateQueries({ queryKey: [...content, "kinds"] });
    },
  });
}

/** Saves a draft; a 409 `edited_meanwhile` says who changed it meanwhile. */
export const useSaveContent = (kind: string) =>
  useContentChange(kind, (body: BodyOf<"PUT /staff/content/{kind}">) =>
    send("PUT /staff/content/{kind}", { kind }, body),
  );

/** Forgets a draft. */
export const useDiscardContent = (kind: string) =>
  useContentChange(kind, (revision: number) =>
    send("PUT /staff/content/{kind}", { kind }, { revision, document: null }),
  );

/** What is published, and why. */
interface Publication {
  revision: number;
  reason: string;
}

/** Publishes a draft, or an earlier version again. */
export const usePublishContent = (kind: string) =>
  useContentChange(kind, (body: Publication & { versionId?: number }) =>
    send("POST /staff/content/{kind}/publish", { kind }, body),
  );

/** A change of outlets, which the answer shows. */
function useOutletChange<Change>(change: (change: Change) => Promise<OfficeOutlets>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (outlets) => {
      client.setQueryData(officeOutletsOptions.queryKey, outlets);
      return client.invalidateQueries({ queryKey: [...content, "edited", "outlets"] });
    },
  });
}

/** Publishes what pages say of an outlet, or, for managers, when it is open; a 409 `edited_meanwhile` says who was quicker. */
export const useDescribeOutlet = (outletId: number) =>
  useOutletChange(
    (change: Publication & { description: OutletDescription; isHoursOnly: boolean }) => {
      const { description, isHoursOnly, ...why } = change;
      const path = { outlet_id: outletId };
      const { hours, closures, specialDays } = description;
      return isHoursOnly
        ? send("PUT /staff/outlet/{outlet_id}/hours", path, {
            hours,
            closures,
            specialDays,
            ...why,
          })
        : send("PUT /staff/outlet/{outlet_id}", path, { ...description, ...why });
    },
  );

/** Closes outlets on some days, or gives them other hours on these days. */
export const useChangeDays = () =>
  useOutletChange((body: BodyOf<"POST /staff/outlet/days">) =>
    send("POST /staff/outlet/days", {}, body),
  );

/** Asks another person to approve a new outlet. */
export const useAddOutlet = () =>
  useOutletChange((body: BodyOf<"POST /staff/outlet">) => send("POST /staff/outlet", {}, body));

/** Reads the outlets anew, when somebody else has changed them. */
export function useReadOutletsAgain() {
  const client = useQueryClient();
  return () => client.fetchQuery({ ...officeOutletsOptions, staleTime: 0 });
}
