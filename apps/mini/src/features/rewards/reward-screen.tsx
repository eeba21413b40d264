import { useProgrammeWords } from "@loyalty/ui/content/menu-words.ts";
import { formatDate } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Failed } from "@loyalty/ui/primitives/states.tsx";
import { redeemPath } from "@loyalty/ui/routes/paths.ts";
import { QueryResult } from "@loyalty/ui/shell/query-result.tsx";
import { memberTexts } from "@loyalty/ui/texts/member.ts";
import { Cake, ChevronDown } from "lucide-react";
import { useParams, useSearchParams } from "react-router";

import { Card, Facts, Page } from "../../page/member-page.tsx";
import { WalletButtons } from "../../page/wallet-buttons.tsx";
import {
  amountOff,
  lastDay,
  Original,
  ProgrammeProse,
  RewardPicture,
} from "../../reward/reward-content.tsx";
import { rewardTexts } from "../../texts/reward.ts";
import { OutletsPending, PENDING_TEXT, RewardActions } from "./reward-actions.tsx";
import styles from "./reward-screen.module.css";
import { type RewardPartProps, useRewardPage } from "./use-reward-page.ts";

/** Which kind of reward an address names (spec 001 §2). */
function kindOf(search: URLSearchParams) {
  if (search.get("isPromotion") === "true") return "promotion";
  return search.get("isMembership") === "true" ? "membership" : "voucher";
}

/** /reward/{id}: a reward of the catalogue, a reward of a tier, or a voucher of the member (spec 001 §2). */
export default function RewardScreen() {
  const t = useTexts(rewardTexts);
  const wordsOf = useProgrammeWords();
  const [search] = useSearchParams();
  const { id: idText = "" } = useParams();
  const kind = kindOf(search);
  const id = /^[1-9][0-9]{0,17}$/.test(idText) ? Number(idText) : null;
  const page = useRewardPage(kind, id);
  const { view, query } = page;
  const back = {
    to: redeemPath(kind === "voucher" ? "my-rewards" : "promotion"),
    label: t("back"),
  };

  return (
    <Page title={view ? wordsOf(view.title).words : t("title")} back={back}>
      {id === null ? (
        <Failed text={t("noId")} />
      ) : (
        <QueryResult
          query={{ ...query, data: view, isPending: !query.error && !query.isPaused }}
          loading={t("loading")}
          failed={t(kind === "membership" ? "tierFailed" : "failed")}
          height="60dvh"
        >
          {(view) => (
            <>
              <RewardBody page={page} view={view} />
              <RewardActions key={`${kind}-${id}`} page={page} view={view} />
            </>
          )}
        </QueryResult>
      )}
    </Page>
  );
}

/** The reward's picture and description, its cost, where and when it is valid. */
function RewardBody({ page, view }: RewardPartProps) {
  const t = useTexts(rewardTexts);
  const { original } = useProgrammeWords()(view.title);
  const hasEnded = ["used", "expired", "cancelled"].includes(view.status);
  return (
    <div className={styles.body}>
      <div className={styles.hero}>
        <RewardPicture reward={view} ratio="4 / 3" eager />
        <p className={styles.badges}>
          {view.cost !== null && <span className={styles.points}>{priceOf(view.cost)}</span>}
          {view.isBirthday && <span className={styles.birthday}>{t("birthday")}</span>}
        </p>
      </div>
      <div className={styles.words}>
        <Original words={original} />
        {view.isBirthday && (
          <p className={styles.notice}>
            <Cake aria-hidden="true" size={20} />
            {t("birthdayOnly")}
          </p>
        )}
        <ProgrammeProse html={view.description} />
        {view.code && (
          <p className={styles.code}>
            <span>{t("code")}</span> <strong>{view.code}</strong>
          </p>
        )}
        <PointsPanel page={page} view={view} />
        {view.kind === "voucher" && !hasEnded && <WalletButtons voucherId={view.id} />}
        {view.outlets ? <OutletList view={view} /> : <OutletsPending query={page.query} />}
        <Card title={t("terms")}>
          <Facts
            facts={[
              [t("starts"), view.startAt ? formatDate(view.startAt) : t("anyTime")],
              [t("ends"), view.endAt ? lastDay(view.endAt) : t("noEnd")],
            ]}
          />
          <div className={styles.terms}>
            <ProgrammeProse html={view.termAndCondition} />
          </div>
        </Card>
      </div>
    </div>
  );
}

const inPoints = (count: number) => memberTexts.t("points", { count });
const priceOf = (cost: number) => (cost === 0 ? rewardTexts.t("free") : inPoints(cost));

/** Redeem With, Redeemable Limit, Your Points, Status (spec 001 §2). Points that failed to load can be reloaded. */
function PointsPanel({ page: { member }, view }: RewardPartProps) {
  const t = useTexts(rewardTexts);
  const { cost, limit, status } = view;
  const smallestBill = amountOff(view.minSpend);
  const withoutPoints = member.isLoadingError ? (
    <span role="alert" className={styles.failed}>
      {t("pointsFailed")}
      <Button variant="outline" busy={member.isFetching} onClick={() => void member.refetch()}>
        {t("button.retry")}
      </Button>
    </span>
  ) : (
    PENDING_TEXT
  );
  const statusPending = status === "unknown" && !member.isLoadingError;

  return (
    <Card title={t("panel.title")}>
      <Facts
        facts={[
          [t("panel.redeemWith"), cost === null ? t("panel.thisVoucher") : priceOf(cost)],
          ...(smallestBill ? [[t("panel.minSpend"), smallestBill] as const] : []),
          [
            t("panel.limit"),
            limit === null ? t("panel.noLimit") : t("panel.times", { count: limit }),
          ],
          [
            t("panel.yourPoints"),
            member.data ? inPoints(member.data.memberPointAmount) : withoutPoints,
          ],
          [t("panel.status"), statusPending ? PENDING_TEXT : t(`status.${status}`)],
        ]}
      />
    </Card>
  );
}

/** Where a reward is valid, collapsed at first (spec 001 §2). */
function OutletList({ view: { outlets = [], outletIds } }: Pick<RewardPartProps, "view">) {
  const t = useTexts(rewardTexts);
  const count = outlets.length;
  return (
    <details className={styles.outlets}>
      <summary>
        {outletIds?.length === 0 ? t("outlets.all", { count }) : t("outlets.some", { count })}
        <ChevronDown aria-hidden="true" size={20} />
      </summary>
      <ul>
        {outlets.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </details>
  );
}
