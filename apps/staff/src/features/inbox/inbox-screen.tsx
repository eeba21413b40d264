import { messageOf } from "@loyalty/api-client/errors";
import { Button } from "@loyalty/ui/button";
import { formatDateTime } from "@loyalty/ui/formats";
import { showToast } from "@loyalty/ui/toast";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";

import { QueryTable } from "../../components/desk-table.tsx";
import { ChoiceFilterField, useAddressFilter } from "../../components/filters.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { Page } from "../../components/page.tsx";
import { saveFile } from "../../components/save-file.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { inboxTexts } from "../../texts/inbox.ts";
import { EnquiryPage } from "./enquiry-page.tsx";
import { type EnquiryKind, type EnquiryState, useEnquiries, useEnquiriesCsv } from "./queries.ts";

const KINDS: readonly EnquiryKind[] = ["career", "feedback"];
const STATES: readonly EnquiryState[] = ["open", "answered", "forwarded", "closed"];

/** /inbox: applications and feedback. The address holds the filter, and in `id` the one that is read. */
export default function InboxScreen() {
  const [search] = useSearchParams();
  const id = Number(search.get("id"));
  if (Number.isSafeInteger(id) && id > 0) return <EnquiryPage key={id} enquiryId={id} />;
  return <EnquiryList />;
}

function EnquiryList() {
  const { t } = useTranslation(inboxTexts);
  const { data: me } = useMe();
  const [search] = useSearchParams();
  const kinds = useAddressFilter("kind", KINDS);
  // What is still to be done comes first; `all` shows the rest too.
  const states = useAddressFilter("state", STATES, "open");
  const [kind, state] = [kinds.value, states.value];
  const filter = { ...(kind && { kind }), ...(state && { state }) };
  const query = useEnquiries(filter);
  const csv = useEnquiriesCsv();

  const linkOf = ({ id, fullName }: { id: number; fullName: string }) => {
    const to = new URLSearchParams(search);
    to.set("id", String(id));
    return <Link to={`?${to}`}>{fullName}</Link>;
  };
  const saveCsv = () =>
    csv.mutate(filter, {
      onSuccess: (file) => saveFile("enquiries.csv", file),
      onError: (error) => showToast("error", messageOf(error, t("csvFailed")), 5),
    });

  return (
    <Page
      title={t("title")}
      wide
      action={
        hasPermission(me, "GET /staff/enquiry/csv") && (
          <Button variant="outline" busy={csv.isPending} onClick={saveCsv}>
            {t("csv")}
          </Button>
        )
      }
    >
      <QueryTable
        name="inbox"
        filters={{
          label: t("filter"),
          fields: (
            <>
              <ChoiceFilterField
                label={t("kind")}
                filter={kinds}
                nameOf={(each) => t(each === "all" ? "anyKind" : `kinds.${each}`)}
              />
              <ChoiceFilterField
                label={t("state")}
                filter={states}
                nameOf={(each) => t(each === "all" ? "anyState" : `states.${each}`)}
              />
            </>
          ),
        }}
        onExport={null}
        query={query}
        caption={t("title")}
        loading={t("loading")}
        failed={t("loadFailed")}
        empty={t(state === "open" ? "noneOpen" : "none")}
        rowKey={({ id }) => id}
        columns={[
          {
            id: "name",
            head: t("name"),
            cell: linkOf,
            isTitle: true,
            sortBy: ({ fullName }) => fullName,
          },
          {
            id: "kind",
            head: t("kind"),
            cell: (row) => t(`kinds.${row.kind}`),
            sortBy: (row) => t(`kinds.${row.kind}`),
          },
          {
            id: "about",
            head: t("about"),
            cell: ({ about }) => about,
            isLong: true,
            sortBy: ({ about }) => about ?? "",
          },
          {
            id: "received",
            head: t("received"),
            cell: ({ createdAt }) => formatDateTime(createdAt),
            sortBy: ({ createdAt }) => createdAt,
          },
          {
            id: "state",
            head: t("state"),
            cell: (row) => t(`states.${row.state}`),
            sortBy: (row) => STATES.indexOf(row.state),
          },
        ]}
      />
      <MoreButton query={query} label={t("more")} />
    </Page>
  );
}
