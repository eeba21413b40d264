import { messageOf } from "@loyalty/api-client/errors.ts";
import { useProgrammeWords } from "@loyalty/ui/content/menu-words.ts";
import { formatDate } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Failed, Loading, Skeleton } from "@loyalty/ui/primitives/states.tsx";
import { redeemPath } from "@loyalty/ui/routes/paths.ts";
import { memberTexts } from "@loyalty/ui/texts/member.ts";
import { Cake, ChevronDown } from "lucide-react";
import { useParams, useSearchParams } from "react-router";

import { Card, Facts, Page } from "../../page/member-page.tsx";
import { WalletButtons } from "../../page/wallet-buttons.tsx";
import {
  amountOff,
  Original,
  ProgrammeProse,
  RewardPicture,
} from "../../reward/reward-content.tsx";
import { lastDay } from "../../reward/reward-tiles.tsx";
import { rewardTexts } from "../../texts/reward.ts";
import { OutletsPending, PENDING_TEXT, RewardActions } from "./reward-actions.tsx";
import styles from "./reward-screen.module.css";
import type { RewardView, ViewStatus } from "./reward-view.ts";
import { kindOf, type RewardPage, useRewardPage } from "./use-reward-page.ts";

/** What a voucher that has ended is, which has no pass. */
const ENDED: readonly ViewStatus[] = ["used", "expired", "cancelled"];

/** /reward/{id}: a reward of the catalogue, a reward of a tier, or a voucher of the member (spec 001 §2). */
export function RewardScreen() {
  const t = useTexts(rewardTexts);
  const wordsOf = useProgrammeWords();
  const [query] = useSearchParams();
  const { id: idText = "" } = useParams();
  const kind = kindOf(query);
  const id = /^[1-9][0-9]{0,17}$/.test(idText) ? Number(idText) : null;
  const page = useRewardPage(kind, id);
  const { view } = page;
  const back = {
    to: redeemPath(kind === "voucher" ? "my-rewards" : "promotion"),
    label: t("back"),
  };

  return (
    <Page title={view ? wordsOf(view.title).words : t("title")} back={back}>
      {id === null ? (
        <Failed text={t("noId")} />
      ) : view ? (
        <>
          <RewardBody page={page} view={view} />
          <RewardActions key={`${kind}-${id}`} page={page} view={view} />
        </>
      ) : page.error || page.isPaused ? (
        <Failed
          text={messageOf(page.error, t(kind === "membership" ? "tierFailed" : "failed"))}
          busy={page.isFetching}
          onRetry={page.retry}
        />
      ) : (
        <Loading text={t("loading")}>
          <Skeleton height="60dvh" />
        </Loading>
      )}
    </Page>
  );
}

/** The reward's description, its cost, where and when it is valid. */
function RewardBody({ page, view }: { page: RewardPage; view: RewardView }) {
  const t = useTexts(rewardTexts);
  const { original } = useProgrammeWords()(view.title);
  return (
    <div className={styles.body}>
      <Hero view={view} />
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
        {view.kind === "voucher" && !ENDED.includes(view.status) && (
          <WalletButtons voucherId={view.id} />
        )}
        {view.outlets ? (
          <OutletList outlets={view.outlets} everywhere={view.everywhere} />
        ) : (
          <OutletsPending page={page} />
        )}
        <Card title={t("terms")}>
          <Facts
            facts={[
              [t("starts"), view.startAt ? formatDate(view.startAt) : t("anyTime")],
              [t("ends"), view.endAt ? lastDay(view.endAt) : t("noEnd")],
            ]}
          />
          <div className={styles.terms}>
            <ProgrammeProse html={view.terms} />
          </div>
        </Card>
      </div>
    </div>
  );
}

function Hero({ view }: { view: RewardView }) {
  const t = useTexts(rewardTexts);
  const m = useTexts(memberTexts);
  const { title, imageName, transactionSourceId, cost } = view;
  return (
    <div className={styles.hero}>
      <RewardPicture
        {...{ title, imageName, transactionSourceId }}
        amount={amountOff(view.discount) ?? (view.kind === "membership" ? "" : null)}
        ratio="4 / 3"
        eager
      />
      <p className={styles.badges}>
        {cost !== null && (
          <span className={styles.points}>
            {cost === 0 ? t("free") : m("points", { count: cost })}
          </span>
        )}
        {view.isBirthday && <span className={styles.birthday}>{t("birthday")}</span>}
      </p>
    </div>
  );
}

/** Redeem With, Redeemable Limit, Your Points, Status (spec 001 §2). Points that failed to load can be reloaded. */
function PointsPanel({ page, view }: { page: RewardPage; view: RewardView }) {
  const t = useTexts(rewardTexts);
  const m = useTexts(memberTexts);
  const { cost, limit } = view;
  const smallestBill = amountOff(view.minSpend);
  const inPoints = (count: number) => m("points", { count });
  const paidWith = cost === null ? t("panel.thisVoucher") : cost === 0 ? t("free") : inPoints(cost);
  const yours = page.member ? (
    inPoints(page.member.memberPointAmount)
  ) : page.memberFailed ? (
    <span role="alert" className={styles.failed}>
      {t("pointsFailed")}
      <Button variant="outline" busy={page.memberFetching} onClick={page.retryMember}>
        {t("button.retry")}
      </Button>
    </span>
  ) : (
    PENDING_TEXT
  );
  const statusPending = view.status === "unknown" && !page.memberFailed;

  return (
    <Card title={t("panel.title")}>
      <Facts
        facts={[
          [t("panel.redeemWith"), paidWith],
          ...(smallestBill ? [[t("panel.minSpend"), smallestBill] as const] : []),
          [
            t("panel.limit"),
            limit === null ? t("panel.noLimit") : t("panel.times", { count: limit }),
          ],
          [t("panel.yourPoints"), yours],
          [t("panel.status"), statusPending ? PENDING_TEXT : t(`status.${view.status}`)],
        ]}
      />
    </Card>
  );
}

interface OutletListProps {
  outlets: readonly { id: number; name: string }[];
  everywhere: boolean;
}

/** Where a reward is valid, collapsed at first (spec 001 §2). */
function OutletList({ outlets, everywhere }: OutletListProps) {
  const t = useTexts(rewardTexts);
  const count = outlets.length;
  return (
    <details className={styles.outlets}>
      <summary>
        {everywhere ? t("outlets.all", { count }) : t("outlets.some", { count })}
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
