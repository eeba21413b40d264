import { buttonClass } from "@loyalty/ui/button";
import { Tabs } from "@loyalty/ui/tabs";
import { QueryResult } from "@loyalty/ui/query-result";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";

import { DeskTable } from "../../components/desk-table.tsx";
import { Page } from "../../components/page.tsx";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { rewardsTexts } from "../../texts/office-rewards.ts";
import {
  type CurrentProgramme,
  type DraftSummary,
  useProgramme,
  useUnfinishedDrafts,
} from "./queries.ts";
import { RewardPage } from "./reward-page.tsx";
import { listed, type Status } from "./listed-rewards.ts";
import { useColumns } from "./reward-columns.tsx";

/** /rewards, /rewards/new and /rewards/7. */
export default function RewardsScreen() {
  const { rewardId } = useParams();
  if (rewardId === undefined) return <RewardsList />;
  return <RewardPage rewardId={rewardId === "new" ? null : Number(rewardId)} />;
}

function RewardsList() {
  const { t } = useTranslation(rewardsTexts);
  const { data: me } = useMe();
  const programme = useProgramme();
  const drafts = useUnfinishedDrafts();
  const mayAdd = hasPermission(me, "POST /staff/programme/draft");
  return (
    <Page
      title={t("title")}
      wide
      action={
        <>
          <Link to="/programme" className={buttonClass({ variant: "ghost" })}>
            {t("advanced")}
          </Link>
          {mayAdd && (
            <Link to="/rewards/new" className={buttonClass()}>
              <Plus aria-hidden="true" size={18} />
              {t("add")}
            </Link>
          )}
        </>
      }
    >
      <QueryResult query={programme} loading={t("loading")} failed={t("failed")} height="30rem">
        {(current) => (
          <QueryResult query={drafts} loading={t("loading")} failed={t("failed")} height="30rem">
            {(unfinished) => <Listed current={current} drafts={unfinished} />}
          </QueryResult>
        )}
      </QueryResult>
    </Page>
  );
}

const STATUSES = ["active", "later", "draft", "ended"] as const;

interface ListedProps {
  current: CurrentProgramme;
  drafts: DraftSummary[];
}

function Listed({ current, drafts }: ListedProps) {
  const { t } = useTranslation(rewardsTexts);
  const columns = useColumns(current);
  const [query, setQuery] = useSearchParams();
  const all = listed(current, drafts);
  const status = STATUSES.find((each) => each === query.get("status")) ?? "all";
  const shown = status === "all" ? all : all.filter((each) => each.status === status);
  const counted = (key: Status) => all.filter((each) => each.status === key).length;
  return (
    <>
      <Tabs
        label={t("list.filter")}
        active={status}
        onChange={(key) => setQuery(key === "all" ? {} : { status: key }, { replace: true })}
        tabs={[
          { key: "all" as const, label: t("list.all", { count: all.length }) },
          ...STATUSES.map((key) => ({ key, label: t(`list.${key}`, { count: counted(key) }) })),
        ]}
      />
      <DeskTable
        rows={shown}
        columns={columns}
        caption={t("title")}
        empty={t("list.empty")}
        rowKey={({ reward }) => reward.id}
        density="media"
        stateOf={({ status: each, draft }) =>
          draft && draft.state !== "open" ? "waiting" : each === "ended" ? "faint" : undefined
        }
      />
    </>
  );
}
