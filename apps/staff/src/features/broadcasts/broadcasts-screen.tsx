import { personOf } from "@loyalty/api-client/rules/records";
import { buttonClass } from "@loyalty/ui/button";
import { formatDateTime, formatNumber } from "@loyalty/ui/formats";
import { Cluster } from "@loyalty/ui/layout";
import text from "@loyalty/ui/text.module.css";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";

import { QueryTable } from "../../components/desk-table.tsx";
import { MoreButton } from "../../components/more-button.tsx";
import { Page } from "../../components/page.tsx";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { broadcastsTexts } from "../../texts/broadcasts.ts";
import { BroadcastPage, NewBroadcastPage } from "./broadcast-page.tsx";
import { type BroadcastSummary, isScheduled, pendingOf, useBroadcasts } from "./queries.ts";

const idIn = (search: URLSearchParams, name: string): number | null => {
  const id = Number(search.get(name));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** /broadcasts: messages to many members. The address holds in `id` the one that is shown; `new` is one that begins. */
export default function BroadcastsScreen() {
  const [search] = useSearchParams();
  const id = idIn(search, "id");
  if (id !== null) return <BroadcastPage key={id} broadcastId={id} />;
  if (search.get("id") === "new") return <NewBroadcastPage fromId={idIn(search, "from")} />;
  return <BroadcastList />;
}

function BroadcastList() {
  const { t } = useTranslation(broadcastsTexts);
  const { data: me } = useMe();
  const query = useBroadcasts();
  const shortResultOf = useShortResult();
  const lastSaved = ({ savedBy, savedAt }: BroadcastSummary) =>
    t("savedByAt", { name: personOf(savedBy), time: formatDateTime(savedAt) });
  const linkOf = ({ id, title }: BroadcastSummary) => <Link to={`?id=${id}`}>{title}</Link>;
  const stateName = (broadcast: BroadcastSummary) =>
    t(`states.${isScheduled(broadcast) ? "scheduled" : broadcast.state}`);
  const stateOf = (broadcast: BroadcastSummary) => {
    const { sendAt, outcome } = broadcast;
    const isBefore = sendAt !== null && outcome === null;
    return (
      <>
        <span>{stateName(broadcast)}</span>
        {isBefore && <span className={text.note}>{formatDateTime(sendAt)}</span>}
      </>
    );
  };
  return (
    <Page
      title={t("title")}
      wide
      action={
        hasPermission(me, "POST /staff/broadcast") && (
          <Link to="?id=new" className={buttonClass({})}>
            {t("begin")}
          </Link>
        )
      }
    >
      <p>{t("text")}</p>
      <QueryTable
        name="broadcasts"
        query={query}
        caption={t("title")}
        loading={t("loading")}
        failed={t("loadFailed")}
        empty={t("none")}
        rowKey={({ id }) => id}
        stateOf={({ state }) => (state === "waiting" ? state : undefined)}
        columns={[
          {
            id: "message",
            head: t("message"),
            cell: linkOf,
            isTitle: true,
            sortBy: ({ title }) => title,
          },
          {
            id: "kind",
            head: t("kind"),
            cell: ({ kind }) => t(`kinds.${kindOf(kind)}`),
            sortBy: ({ kind }) => t(`kinds.${kindOf(kind)}`),
          },
          { id: "state", head: t("state"), cell: stateOf, sortBy: stateName },
          {
            id: "result",
            head: t("result"),
            cell: shortResultOf,
            sortBy: ({ outcome }) => outcome?.sent ?? 0,
          },
          {
            id: "lastSaved",
            head: t("lastSaved"),
            cell: lastSaved,
            sortBy: ({ savedAt }) => savedAt,
          },
        ]}
      />
      <MoreButton query={query} label={t("more")} />
    </Page>
  );
}

/** A kind as the texts name it. */
const kindOf = (kind: string) => (kind === "newsletter" ? "newsletter" : "marketing");

/** A function that says in a line or two what has become of a broadcast's messages; nothing before it began. */
function useShortResult() {
  const { t } = useTranslation(broadcastsTexts);
  return (of: BroadcastSummary) => {
    if (of.outcome === null) return null;
    const numbers = [
      ["sent", of.outcome.sent],
      ["read", of.outcome.read],
      ["pending", pendingOf(of)],
      ["failed", of.outcome.failed],
      ["unwanted", of.unwanted],
    ] as const;
    return (
      <Cluster as="span" gap={3} tight>
        {numbers.map(([name, number]) => (
          <span key={name}>
            {t(`results.${name}`)} {formatNumber(number)}
          </span>
        ))}
      </Cluster>
    );
  };
}
