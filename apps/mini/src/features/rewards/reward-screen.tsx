import { useReloadMember } from "@loyalty/api-client/react/members.ts";
import { pointsMissing, rewardButton } from "@loyalty/api-client/rules/rewards.ts";
import type { Claimed, Voucher } from "@loyalty/api-client/wire.ts";
import { useProgrammeWords } from "@loyalty/ui/content/menu-words.ts";
import { formatDate, formatLastDay, formatTime } from "@loyalty/ui/i18n/formats.ts";
import { i18n, useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Failed, Loading, Skeleton } from "@loyalty/ui/primitives/states.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { redeemPath, rewardPath } from "@loyalty/ui/routes/paths.ts";
import { QueryResult } from "@loyalty/ui/shell/query-result.tsx";
import { errorTexts } from "@loyalty/ui/texts/errors.ts";
import { memberTexts } from "@loyalty/ui/texts/member.ts";
import { Cake, ChevronDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router";

import { Card, Facts, Page } from "../../page/member-page.tsx";
import { WalletButtons } from "../../page/wallet-buttons.tsx";
import {
  amountOff,
  Original,
  ProgrammeProse,
  RewardPicture,
} from "../../reward/reward-content.tsx";
import { rewardTexts } from "../../texts/reward.ts";
import { ClaimedDialog, ConfirmClaimDialog } from "./claim-dialogs.tsx";
import { CodeScreen } from "./code-screen.tsx";
import { OutletPicker } from "./outlet-picker.tsx";
import styles from "./reward-screen.module.css";
import { type RewardPartProps, termText, useRewardPage } from "./use-reward-page.ts";

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
        {view.term && <p className={styles.term}>{termText(view.term)}</p>}
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
              [t("ends"), view.endAt ? formatLastDay(view.endAt) : t("noEnd")],
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

/** Shown in the place of a value that is loading. */
const PENDING_TEXT = "...";

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

/** Shown instead of a reward's outlets while only its list has loaded: they are loading, or need a network. */
function OutletsPending({ query }: { query: RewardPartProps["page"]["query"] }) {
  const t = useTexts(rewardTexts);
  const { error, isFetching, refetch } = query;
  if (isFetching && !error) {
    return (
      <Loading text={t("loading")}>
        <Skeleton height="3.5rem" />
      </Loading>
    );
  }
  return <Failed text={t("outlets.needNetwork")} busy={isFetching} onRetry={refetch} />;
}

/** The history state of a link to a voucher whose outlet dialog opens at once. */
const USE_AT_ONCE = { useAtOnce: true };

/** The main button with its explanation, and its dialogs: claim, choose an outlet, show the code (spec 001 §2 and §4). */
function RewardActions({ page, view }: RewardPartProps) {
  const t = useTexts(rewardTexts);
  const navigate = useNavigate();
  const [open, setOpen] = useOpen({ page, view });
  const [claimed, setClaimed] = useState<Claimed | null>(null);
  const { member, voucher } = page;
  const { kind, whyNot } = view;
  useRedeemedNotice(open === "code" ? voucher : undefined);
  const close = () => setOpen("none");
  const toMyRewards = () => void navigate(redeemPath("my-rewards"));
  const button = mainButton({ page, view });
  const unavailable = button === "notAvailable" || button === "locked";

  function onPress() {
    switch (button) {
      case "showCode":
        if (kind === "voucher") return setOpen("code");
        return void navigate(rewardPath(page.presented.voucher!.id));
      case "retry":
        return void member.refetch();
      case "claim":
      case "use":
        return setOpen(kind === "voucher" ? "picker" : "confirm");
      default:
        // Spec 001 §5: the reason why a reward is pending or cannot be claimed.
        showToast(
          "info",
          errorTexts.t(`reward.${whyNot === "claim_pending" ? whyNot : "not_available"}`),
          4,
        );
    }
  }

  return (
    <>
      <div className={styles.bar}>
        <p id="claim-why" className={styles.text}>
          {explanation({ page, view })}
        </p>
        <Button
          size="lg"
          variant={unavailable ? "outline" : "primary"}
          aria-disabled={unavailable || undefined}
          busy={button === "retry" && member.isFetching}
          aria-describedby="claim-why"
          onClick={onPress}
        >
          {t(`button.${button}`)}
        </Button>
      </div>
      {open === "confirm" && (
        <ConfirmClaimDialog
          view={view}
          points={member.data?.memberPointAmount}
          onClose={close}
          onClaimed={(done) => {
            close();
            setClaimed(done);
          }}
        />
      )}
      {open === "picker" && (
        <OutletPicker
          voucherId={view.id}
          places={view.outlets}
          pending={<OutletsPending query={page.query} />}
          onClose={close}
          onShown={() => setOpen("code")}
        />
      )}
      {open === "code" && voucher && (
        <CodeScreen
          voucher={voucher}
          onDone={() => {
            close();
            toMyRewards();
          }}
        />
      )}
      {claimed && (
        <ClaimedDialog
          view={view}
          claimed={claimed}
          onMyRewards={toMyRewards}
          onClose={() => setClaimed(null)}
          onUse={() => void navigate(rewardPath(claimed.memberReward.id), { state: USE_AT_ONCE })}
        />
      )}
    </>
  );
}

/** Which button is shown: those of spec 001 §2, and beyond them showing a code again and reloading the points. */
function mainButton({ page, view: { whyNot, isGift } }: RewardPartProps) {
  if (whyNot === "voucher_presented" || (whyNot === "claim_pending" && page.presented.voucher)) {
    return "showCode";
  }
  if (whyNot === "points_unknown" && page.member.isLoadingError) return "retry";
  return rewardButton({ ofPoints: !isGift, isLocked: whyNot === "tier_locked", whyNot });
}

/** Which dialog is open. A code that is being shown is shown again after a reload. */
function useOpen({ page, view }: RewardPartProps) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const useAtOnce = view.kind === "voucher" && (state as typeof USE_AT_ONCE | null)?.useAtOnce;
  // A voucher that was claimed just now may start a fraction of a second later by the server's clock.
  const canBeUsed = view.whyNot === null || view.whyNot === "voucher_too_early";
  const [open, setOpen] = useState<"none" | "confirm" | "picker" | "code">(
    page.isShown ? "code" : useAtOnce && canBeUsed ? "picker" : "none",
  );
  const [isComplete, setIsComplete] = useState(view.outlets !== undefined);
  if (!isComplete && view.outlets) {
    setIsComplete(true);
    // The list was out of date: the code is being shown already, perhaps on another device.
    if (page.isShown && open === "none") setOpen("code");
  }
  useEffect(() => {
    // The dialog opens once, not again after going back or a reload.
    if (useAtOnce) void navigate(".", { replace: true, state: null });
  }, [useAtOnce, navigate]);
  return [open, setOpen] as const;
}

/** When the till has taken the voucher whose code is shown, announces it and reloads the member's data. */
function useRedeemedNotice(shown: Voucher | undefined): void {
  const reload = useReloadMember();
  const usedAt = shown?.usedAt;
  const previous = useRef(usedAt);
  useEffect(() => {
    if (previous.current === null && usedAt) {
      showToast("success", rewardTexts.t("success"), 3);
      reload();
    }
    previous.current = usedAt;
  }, [usedAt, reload]);
}

function monthName(dateOfBirth: string): string {
  const format = new Intl.DateTimeFormat(i18n.language, { month: "long", timeZone: "UTC" });
  return format.format(new Date(`${dateOfBirth}T00:00:00Z`));
}

/** The explanation beside the button: why it is not available, or what the claim costs. */
function explanation({ page, view }: RewardPartProps): string {
  const { t } = rewardTexts;
  const { whyNot, cost } = view;
  const { presented } = page;
  const member = page.member.data;
  switch (whyNot) {
    case null:
      if (cost === null) return t("ready.use");
      if (cost === 0) return t("ready.free");
      return member
        ? t("ready.cost", { cost, points: member.memberPointAmount })
        : memberTexts.t("points", { count: cost });
    case "points_unknown":
      return page.member.isLoadingError ? t("pointsFailed") : PENDING_TEXT;
    case "claim_pending":
      if (presented.isPending) return PENDING_TEXT;
      if (!presented.voucher) return errorTexts.t("reward.claim_pending");
      return errorTexts.t(view.limit === null ? "reward.claim_shown_again" : "reward.claim_shown", {
        time: formatTime(presented.voucher.presentUntil!),
      });
    case "limit_reached":
      return errorTexts.t(view.isBirthday ? "reward.birthday_claimed" : "reward.limit_reached");
    case "not_birth_month":
      return member?.dateOfBirth
        ? errorTexts.t("reward.not_birth_month", { month: monthName(member.dateOfBirth) })
        : errorTexts.t("reward.birthday_unknown");
    default:
      return errorTexts.t(`reward.${whyNot}`, {
        count: pointsMissing(cost ?? 0, member?.memberPointAmount ?? 0),
        tier: view.membershipName ?? "",
        date: formatDate(view.startAt ?? ""),
        time: formatTime(page.voucher?.presentUntil ?? ""),
      });
  }
}
