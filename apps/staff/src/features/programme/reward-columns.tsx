import { pictureAddress } from "@loyalty/api-client/http";
import { personOf } from "@loyalty/api-client/rules/records";
import { senOf } from "@loyalty/api-client/rules/points";
import { formatDay, formatMoney, formatNumber } from "@loyalty/ui/formats";
import textStyles from "@loyalty/ui/text.module.css";
import { Cluster, Stack } from "@loyalty/ui/layout";
import { CalendarClock, Gift, Pencil, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { Chip } from "../../components/chip.tsx";
import { type Column } from "../../components/desk-table.tsx";
import { rewardsTexts } from "../../texts/office-rewards.ts";
import { type CurrentProgramme } from "./queries.ts";
import { formOf, missingLanguages, type ProgrammeReward, type RewardKind } from "./reward-form.ts";
import styles from "./reward.module.css";
import type { ListedReward } from "./listed-rewards.ts";

/** When a share of its stock is left, a reward is marked. */
const LOW_STOCK = 0.15;

export function useColumns({ document }: CurrentProgramme): Column<ListedReward>[] {
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
