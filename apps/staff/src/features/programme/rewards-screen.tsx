import { pictureAddress } from "@loyalty/api-client/http";
import { personOf } from "@loyalty/api-client/rules/records";
import { senOf } from "@loyalty/api-client/rules/points";
import { serverNow } from "@loyalty/api-client/http";
import { formatDay, formatMoney, formatNumber } from "@loyalty/ui/formats";
import { buttonClass } from "@loyalty/ui/button";
import { Tabs } from "@loyalty/ui/tabs";
import { QueryResult } from "@loyalty/ui/query-result";
import textStyles from "@loyalty/ui/text.module.css";
import { Cluster, Stack } from "@loyalty/ui/layout";
import { CalendarClock, Gift, Pencil, Plus, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useParams, useSearchParams } from "react-router";

import { Chip } from "../../components/chip.tsx";
import { type Column, DeskTable } from "../../components/desk-table.tsx";
import { Page } from "../../components/page.tsx";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { rewardsTexts } from "../../texts/office-rewards.ts";
import {
  type CurrentProgramme,
  type DraftSummary,
  useProgramme,
  useUnfinishedDrafts,
} from "./queries.ts";
import { formOf, missingLanguages, type ProgrammeReward, type RewardKind } from "./reward-form.ts";
import { draftOf, RewardPage } from "./reward-page.tsx";
import styles from "./reward.module.css";

/** /rewards, /rewards/new and /rewards/7. */
export default function RewardsScreen() {
  const { rewardId } = useParams();
  if (rewardId === undefined) return <RewardsList />;
  return <RewardPage rewardId={rewardId === "new" ? null : Number(rewardId)} />;
}

type Status = "active" | "later" | "draft" | "ended";

interface ListedReward {
  reward: ProgrammeReward;
  status: Status;
  draft: DraftSummary | undefined;
  claimed: number;
  left: number | null;
}

/** When a share of its stock is left, a reward is marked. */
const LOW_STOCK = 0.15;

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

function listed({ document, claimList }: CurrentProgramme, drafts: DraftSummary[]): ListedReward[] {
  const now = serverNow().getTime();
  const known = new Set(document.rewards.map(({ id }) => id));
  const claims = new Map(claimList.map((each) => [each.id, each]));
  const statusOf = ({ active, starts, ends }: ProgrammeReward): Status => {
    if (!active || (ends !== null && Date.parse(ends) <= now)) return "ended";
    return starts !== null && Date.parse(starts) > now ? "later" : "active";
  };
  const inForce = document.rewards.map((reward) => ({
    reward,
    status: statusOf(reward),
    draft: draftOf(drafts, reward.id),
    claimed: claims.get(reward.id)?.claimed ?? 0,
    left: claims.get(reward.id)?.left ?? null,
  }));
  const added = drafts.flatMap((draft) =>
    newIn(draft)
      .filter(({ id }) => !known.has(id))
      .map((reward) => ({
        reward,
        status: "draft" as const,
        draft,
        claimed: 0,
        left: reward.stock,
      })),
  );
  return [...inForce, ...added];
}

function newIn({ changes }: DraftSummary): ProgrammeReward[] {
  const records = new Map<number, Record<string, unknown>>();
  for (const { what, field, before, after } of changes) {
    const [part, id] = what.split(" ");
    if (part !== "reward" || before !== null) continue;
    records.set(Number(id), { ...records.get(Number(id)), [field]: after });
  }
  return [...records]
    .filter(([, { title }]) => title !== undefined)
    .map(([id, values]) => ({ ...EMPTY, ...values, id }));
}

const EMPTY: Omit<ProgrammeReward, "id"> = {
  description: "",
  terms: "",
  sku: null,
  discount: "0.00",
  min_spend: "0.00",
  limit: null,
  kind: "points",
  type: 2,
  title: "",
  image: null,
  cost: 0,
  value: "0.00",
  tier: 0,
  stock: null,
  valid_days: 0,
  outlets: [],
  active: true,
  starts: null,
  ends: null,
  translations: {},
};

function useColumns({ document }: CurrentProgramme): Column<ListedReward>[] {
  const { t } = useTranslation(rewardsTexts);
  const open = document.outlets.filter((outlet) => outlet.open).length;
  const tierName = (level: number) => document.tiers.find((each) => each.level === level)?.name;
  const when = ({ reward }: ListedReward) => {
    const { starts, ends } = formOf(reward);
    if (starts !== "" && ends !== "") {
      return t("list.fromTo", { first: formatDay(starts), last: formatDay(ends) });
    }
    if (starts !== "") return t("list.from", { day: formatDay(starts) });
    return ends === "" ? t("list.noEnd") : t("list.until", { day: formatDay(ends) });
  };
  const outletsOf = ({ reward }: ListedReward) => reward.outlets.length || open;
  return [
    {
      id: "title",
      head: t("list.reward"),
      isTitle: true,
      cell: ({ reward }) => <RewardCell reward={reward} />,
      sortBy: ({ reward }) => reward.title,
    },
    {
      id: "kind",
      head: t("list.kind"),
      cell: ({ reward }) =>
        reward.kind === "membership"
          ? t("list.ofTier", { tier: tierName(reward.tier) ?? "" })
          : t(`kind.${reward.kind as RewardKind}`),
      sortBy: ({ reward }) => reward.kind,
    },
    {
      id: "cost",
      head: t("list.cost"),
      isNumber: true,
      cell: ({ reward: { cost } }) => (
        <b>{cost === 0 ? t("list.free") : t("preview.points", { points: formatNumber(cost) })}</b>
      ),
      sortBy: ({ reward }) => reward.cost,
    },
    {
      id: "value",
      head: t("list.worth"),
      isNumber: true,
      cell: ({ reward }) =>
        senOf(reward.value) === 0 ? t("type.item") : formatMoney(senOf(reward.value)),
      sortBy: ({ reward }) => senOf(reward.value),
    },
    {
      id: "claimed",
      head: t("list.claimed"),
      isNumber: true,
      cell: ({ claimed }) => formatNumber(claimed),
      sortBy: ({ claimed }) => claimed,
    },
    {
      id: "outlets",
      head: t("list.outlets"),
      isNumber: true,
      cell: (listed) => formatNumber(outletsOf(listed)),
      sortBy: outletsOf,
    },
    {
      id: "when",
      head: t("list.when"),
      cell: when,
      sortBy: ({ reward }) => reward.starts ?? reward.ends ?? "",
    },
    {
      id: "left",
      head: t("list.left"),
      isNumber: true,
      cell: ({ left, reward }) =>
        left === null
          ? t("cost.noStock")
          : t("list.leftOf", { left: formatNumber(left), all: formatNumber(reward.stock ?? 0) }),
      sortBy: ({ left }) => left ?? Number.POSITIVE_INFINITY,
    },
    {
      id: "status",
      head: t("list.status"),
      cell: (listed) => <StatusChip listed={listed} />,
      sortBy: ({ status }) => status,
    },
  ];
}

function RewardCell({ reward }: { reward: ProgrammeReward }) {
  const { t } = useTranslation(rewardsTexts);
  const missing = missingLanguages(reward).length;
  return (
    <Cluster as="span" nowrap gap={3}>
      {reward.image ? (
        <img
          className={styles.thumb}
          src={pictureAddress(reward.image)}
          alt=""
          width={40}
          height={40}
          loading="lazy"
        />
      ) : (
        <span className={styles.thumb} aria-hidden="true">
          <Gift size={20} />
        </span>
      )}
      <Stack as="span">
        <Link to={`/rewards/${reward.id}`} className={styles.name}>
          {reward.title}
        </Link>
        <span className={textStyles.fine}>
          <span>{t("list.goodFor", { count: reward.valid_days })}</span>
          {missing > 0 && (
            <span className={textStyles.danger}>
              {" · "}
              {t("list.missing", { count: missing })}
            </span>
          )}
        </span>
      </Stack>
    </Cluster>
  );
}

function StatusChip({ listed: { reward, status, draft, left } }: { listed: ListedReward }) {
  const { t } = useTranslation(rewardsTexts);
  if (draft) {
    const name = personOf(draft.submittedBy ?? draft.savedBy);
    if (draft.state === "open") {
      return (
        <Chip kind="quiet" Icon={Pencil}>
          {t("list.draftOf", { name })}
        </Chip>
      );
    }
    return <Chip kind="wait">{t(draft.state === "waiting" ? "list.waits" : "list.planned")}</Chip>;
  }
  if (status === "later") {
    return (
      <Chip kind="info" Icon={CalendarClock}>
        {t("list.starts", { day: formatDay(formOf(reward).starts) })}
      </Chip>
    );
  }
  if (status === "ended") return <Chip kind="quiet">{t("list.isEnded")}</Chip>;
  if (left !== null && reward.stock !== null && left <= reward.stock * LOW_STOCK) {
    return (
      <Chip kind="warn" Icon={TriangleAlert}>
        {left === 0
          ? t("list.noneLeft")
          : t("list.shareLeft", { share: Math.round((left / reward.stock) * 100) })}
      </Chip>
    );
  }
  return <Chip kind="ok">{t("list.isActive")}</Chip>;
}
