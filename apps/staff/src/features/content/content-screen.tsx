import { personOf } from "@loyalty/api-client/rules/records";
import { buttonClass } from "@loyalty/ui/button";
import { formatDateTime, formatNumber } from "@loyalty/ui/formats";
import { Empty } from "@loyalty/ui/states";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";

import { DataTable } from "../../components/data-table.tsx";
import { Page } from "../../components/page.tsx";
import { contentTexts } from "../../texts/content.ts";
import { KindPage } from "./kind-page.tsx";
import { useContentKinds } from "./queries.ts";
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
  return (
    <Page title={t("title")}>
      <p>{t("text")}</p>
      <DataTable
        query={query}
        caption={t("title")}
        loading={t("loading")}
        failed={t("loadFailed")}
        empty={t("none")}
        rowKey={({ kind }) => kind}
        isMarked={({ hasDraft }) => hasDraft}
        columns={[
          { head: t("kind"), cell: ({ kind }) => t(`kinds.${kind}`), isTitle: true },
          {
            head: t("changed"),
            cell: ({ changedBy, changedAt }) =>
              changedBy === null
                ? t("never")
                : t("changedBy", { time: formatDateTime(changedAt), name: personOf(changedBy) }),
          },
          {
            head: t("missing"),
            cell: ({ missingCount }) => formatNumber(missingCount),
            isNumber: true,
          },
          {
            head: t("state"),
            cell: ({ hasDraft }) => t(hasDraft ? "draft" : "isPublished"),
          },
        ]}
        renderActions={({ kind }) => (
          <>
            <Link
              to={`/content/${kind}`}
              className={buttonClass({ variant: "outline" })}
              aria-label={t("editOf", { name: t(`kinds.${kind}`) })}
            >
              {t("edit")}
            </Link>
            {onlyList(kind) && (
              <Link
                to={`/content/${kind}?add`}
                className={buttonClass({ variant: "soft" })}
                aria-label={t("addTo", { name: t(`kinds.${kind}`) })}
              >
                {t("add")}
              </Link>
            )}
          </>
        )}
      />
    </Page>
  );
}
