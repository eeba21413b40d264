import { personOf } from "@loyalty/api-client/rules/records";
import { buttonClass } from "@loyalty/ui/button";
import { formatDateTime, formatNumber } from "@loyalty/ui/formats";
import { Empty } from "@loyalty/ui/states";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";

import { Chip } from "../../components/chip.tsx";
import { QueryTable } from "../../components/desk-table.tsx";
import { Page } from "../../components/page.tsx";
import { contentTexts } from "../../texts/content.ts";
import { KindPage } from "./kind-page.tsx";
import { type ContentKind, useContentKinds } from "./queries.ts";
import { isKind, onlyList } from "./shapes.ts";

/** /content: the kinds of content; /content/:kind: one of them as it is edited. */
export default function ContentScreen() {
  const { t } = useTranslation(contentTexts);
  const { kind } = useParams();
  if (kind === undefined) return <Kinds />;
  if (isKind(kind)) return <KindPage key={kind} kind={kind} />;
  return (
    <Page title={t("title")}>
      <Empty text={t("unknownKind")}>
        <Link to="/content" className={buttonClass({ variant: "outline" })}>
          {t("back")}
        </Link>
      </Empty>
    </Page>
  );
}

function Kinds() {
  const { t } = useTranslation(contentTexts);
  const query = useContentKinds();
  const linkOf = ({ kind }: ContentKind) => (
    <Link to={`/content/${kind}`}>{t(`kinds.${kind}`)}</Link>
  );
  const adderOf = ({ kind }: ContentKind) =>
    onlyList(kind) && (
      <Link to={`/content/${kind}?add`} aria-label={t("addTo", { name: t(`kinds.${kind}`) })}>
        {t("add")}
      </Link>
    );
  const chipOf = ({ hasDraft }: ContentKind) => (
    <Chip kind={hasDraft ? "info" : "ok"}>{t(hasDraft ? "draft" : "isPublished")}</Chip>
  );
  return (
    <Page title={t("title")} wide>
      <p>{t("text")}</p>
      <QueryTable
        name="content"
        query={query}
        caption={t("title")}
        loading={t("loading")}
        failed={t("loadFailed")}
        empty={t("none")}
        rowKey={({ kind }) => kind}
        columns={[
          {
            id: "kind",
            head: t("kind"),
            isTitle: true,
            cell: linkOf,
            sortBy: ({ kind }) => t(`kinds.${kind}`),
          },
          {
            id: "changed",
            head: t("changed"),
            cell: ({ changedBy, changedAt }) =>
              changedBy === null
                ? t("never")
                : t("changedBy", { time: formatDateTime(changedAt), name: personOf(changedBy) }),
            sortBy: ({ changedBy, changedAt }) => (changedBy === null ? "" : changedAt),
          },
          {
            id: "missing",
            head: t("missing"),
            isNumber: true,
            cell: ({ missingCount }) => formatNumber(missingCount),
            sortBy: ({ missingCount }) => missingCount,
          },
          {
            id: "state",
            head: t("state"),
            cell: chipOf,
            sortBy: ({ hasDraft }) => Number(hasDraft),
          },
          { head: "", cell: adderOf },
        ]}
      />
    </Page>
  );
}
