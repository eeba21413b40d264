import { useReloadMember } from "@loyalty/api-client/react/members.ts";
import { rewardButton } from "@loyalty/api-client/rules/rewards.ts";
import type { Voucher } from "@loyalty/api-client/wire.ts";
import { formatDate, formatTime } from "@loyalty/ui/i18n/formats.ts";
import { i18n, useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Failed, Loading, Skeleton } from "@loyalty/ui/primitives/states.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { redeemPath, rewardPath } from "@loyalty/ui/routes/paths.ts";
import { errorTexts } from "@loyalty/ui/texts/errors.ts";
import { memberTexts } from "@loyalty/ui/texts/member.ts";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";

import { rewardTexts } from "../../texts/reward.ts";
import { ClaimedDialog, type ClaimedReward, ConfirmClaimDialog } from "./claim-dialogs.tsx";
import { CodeScreen } from "./code-screen.tsx";
import { OutletPicker } from "./outlet-picker.tsx";
import styles from "./reward-actions.module.css";
import type { RewardView } from "./reward-view.ts";
import type { RewardPage } from "./use-reward-page.ts";

type Open = "none" | "confirm" | "picker" | "code";

/** The history state of a link to a voucher whose outlet dialog opens at once. */
const USE_AT_ONCE = { useAtOnce: true };

/** The button of a reward and its dialogs: claim it, choose where to use it, show its code (spec 001 §2 and §4). */
export function RewardActions({ page, view }: { page: RewardPage; view: RewardView }) {
  const t = useTexts(rewardTexts);
  const navigate = useNavigate();
  const [open, setOpen] = useOpen(page, view);
  const [claimed, setClaimed] = useState<ClaimedReward | null>(null);
  const { member, voucher } = page;
  const { kind, whyNot } = view;
  useRedeemedNotice(open === "code" ? voucher : undefined);
  const toMyRewards = () => void navigate(redeemPath("my-rewards"));
  const button = mainButton(page, view);

  function onPress() {
    switch (button) {
      case "showCode":
        if (kind === "voucher") return setOpen("code");
        return void navigate(rewardPath(page.presented.voucher!.id));
      case "retry":
        return page.retryMember();
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
      <ClaimBar
        text={explanation(t, view, page)}
        label={t(`button.${button}`)}
        unavailable={button === "notAvailable" || button === "locked"}
        busy={button === "retry" && page.memberFetching}
        onPress={onPress}
      />
      {open === "confirm" && (
        <ConfirmClaimDialog
          view={view}
          points={member?.memberPointAmount}
          onClose={() => setOpen("none")}
          onClaimed={(done) => {
            setOpen("none");
            setClaimed(done);
          }}
        />
      )}
      {open === "picker" && (
        <OutletPicker
          voucherId={view.id}
          places={view.outlets}
          pending={<OutletsPending page={page} />}
          onClose={() => setOpen("none")}
          onShown={() => setOpen("code")}
        />
      )}
      {open === "code" && voucher && (
        <CodeScreen
          voucher={voucher}
          onDone={() => {
            setOpen("none");
            toMyRewards();
          }}
        />
      )}
      {claimed && (
        <ClaimedDialog
          reward={claimed}
          isPointsReward={view.isPointsReward}
          onMyRewards={toMyRewards}
          onClose={() => setClaimed(null)}
          {...(view.isGift && {
            onUse: () => void navigate(rewardPath(claimed.voucherId), { state: USE_AT_ONCE }),
          })}
        />
      )}
    </>
  );
}

/** Which button is shown: those of spec 001 §2, and beyond them showing a code again and reloading the points. */
function mainButton(page: RewardPage, { whyNot, isGift }: RewardView) {
  if (whyNot === "voucher_presented" || (whyNot === "claim_pending" && page.presented.voucher)) {
    return "showCode";
  }
  if (whyNot === "points_unknown" && page.memberFailed) return "retry";
  return rewardButton({ ofPoints: !isGift, isLocked: whyNot === "tier_locked", whyNot });
}

/** Which dialog is open. A code that is being shown is shown again after a reload. */
function useOpen(page: RewardPage, view: RewardView) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const useAtOnce = view.kind === "voucher" && (state as typeof USE_AT_ONCE | null)?.useAtOnce;
  // A voucher that was claimed just now may start a fraction of a second later by the server's clock.
  const canBeUsed = view.whyNot === null || view.whyNot === "voucher_too_early";
  const [open, setOpen] = useState<Open>(
    page.isShown ? "code" : useAtOnce && canBeUsed ? "picker" : "none",
  );
  const [isComplete, setIsComplete] = useState(view.outlets !== null);
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
  const t = useTexts(rewardTexts);
  const reload = useReloadMember();
  const previous = useRef<Voucher>(undefined);
  useEffect(() => {
    const before = previous.current;
    previous.current = shown;
    if (!before || before.usedAt !== null || !shown || shown.usedAt === null) return;
    showToast("success", t("success"), 3);
    reload();
  }, [shown, reload, t]);
}

interface ClaimBarProps {
  /** What pressing the button costs, or why it is not available. */
  text: string;
  label: string;
  unavailable: boolean;
  busy?: boolean;
  onPress: () => void;
}

/** The main button at the lower edge, with an explanation. */
function ClaimBar({ text, label, unavailable, busy, onPress }: ClaimBarProps) {
  return (
    <div className={styles.bar}>
      <p id="claim-why" className={styles.text}>
        {text}
      </p>
      <Button
        size="lg"
        variant={unavailable ? "outline" : "primary"}
        aria-disabled={unavailable || undefined}
        busy={busy}
        aria-describedby="claim-why"
        onClick={onPress}
      >
        {label}
      </Button>
    </div>
  );
}

type RewardTranslate = (typeof rewardTexts)["t"];

function monthName(dateOfBirth: string): string {
  const format = new Intl.DateTimeFormat(i18n.language, { month: "long", timeZone: "UTC" });
  return format.format(new Date(`${dateOfBirth}T00:00:00Z`));
}

/** Shown in the place of a value that is loading. */
export const PENDING_TEXT = "...";

/** The explanation beside the button: why it is not available, or what the claim costs. */
function explanation(t: RewardTranslate, view: RewardView, page: RewardPage): string {
  const { whyNot, cost } = view;
  const { member, presented } = page;
  switch (whyNot) {
    case null:
      if (cost === null) return t("ready.use");
      if (cost === 0) return t("ready.free");
      return member
        ? t("ready.cost", { cost, points: member.memberPointAmount })
        : memberTexts.t("points", { count: cost });
    case "points_unknown":
      return page.memberFailed ? t("pointsFailed") : PENDING_TEXT;
    case "claim_pending":
      if (presented.isPending) return PENDING_TEXT;
      if (!presented.voucher) return errorTexts.t("reward.claim_pending");
      return errorTexts.t(view.limit === null ? "reward.claim_shown_again" : "reward.claim_shown", {
        time: formatTime(presented.voucher.presentUntil!),
      });
    case "limit_reached":
      return errorTexts.t(view.isBirthday ? "reward.birthday_claimed" : "reward.limit_reached");
    case "not_enough_points":
      return errorTexts.t("reward.not_enough_points", { count: view.missing });
    case "not_birth_month":
      return member?.dateOfBirth
        ? errorTexts.t("reward.not_birth_month", { month: monthName(member.dateOfBirth) })
        : errorTexts.t("reward.birthday_unknown");
    case "tier_locked":
      return errorTexts.t("reward.tier_locked", { tier: view.tier ?? "" });
    case "voucher_too_early":
      return errorTexts.t("reward.voucher_too_early", { date: formatDate(view.startAt!) });
    case "voucher_presented":
      return errorTexts.t("reward.voucher_presented", {
        time: formatTime(page.voucher!.presentUntil!),
      });
    default:
      return errorTexts.t(`reward.${whyNot}`);
  }
}

/** Shown instead of a reward's outlets while only its list has loaded: they are loading, or need a network. */
export function OutletsPending({ page }: { page: RewardPage }) {
  const t = useTexts(rewardTexts);
  const { error, isFetching, retry } = page;
  if (isFetching && !error) {
    return (
      <Loading text={t("loading")}>
        <Skeleton height="3.5rem" />
      </Loading>
    );
  }
  return <Failed text={t("outlets.needNetwork")} busy={isFetching} onRetry={retry} />;
}
