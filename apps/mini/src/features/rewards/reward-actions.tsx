import { rewardButton, type Voucher } from "@loyalty/api-client";
import { useReloadMember } from "@loyalty/api-client/react";
import {
  Button,
  Failed,
  formatDate,
  formatTime,
  i18n,
  Loading,
  showToast,
  Skeleton,
  useTexts,
} from "@loyalty/ui";
import { redeemPath, rewardPath } from "@loyalty/ui/routes";
import { memberTexts } from "@loyalty/ui/texts/member";
import { rewardTexts } from "@loyalty/ui/texts/reward";
import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";

import { ClaimedDialog, type ClaimedReward, ConfirmClaim } from "./claim-dialogs.tsx";
import { CodeScreen } from "./code-screen.tsx";
import { OutletPicker } from "./outlet-picker.tsx";
import styles from "./reward-actions.module.css";
import type { RewardView } from "./reward-view.ts";
import type { RewardPage } from "./use-reward-page.ts";

type Open = "none" | "confirm" | "picker" | "code";

/** What the history keeps of a way to a voucher that is to be used at once. */
const USE_AT_ONCE = { useAtOnce: true };

/** What can be done with the reward: claim it, choose where to use it, show its code (spec 001 §2 and §4). */
export function RewardActions({ page, view }: { page: RewardPage; view: RewardView }) {
  const t = useTexts(rewardTexts);
  const navigate = useNavigate();
  const [open, setOpen] = useOpen(page, view);
  const [claimed, setClaimed] = useState<ClaimedReward | null>(null);
  const { member, voucher } = page;
  const { kind, whyNot } = view;
  useTaken(open === "code" ? voucher : undefined);
  const toMine = () => void navigate(redeemPath("my-rewards"));
  const button = mainButton(page, view);

  function press() {
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
        // Spec 001 §5: a pending reward and one that cannot be claimed say so.
        showToast(
          "info",
          t(whyNot === "claim_pending" ? "why.claim_pending" : "why.not_available"),
          4,
        );
    }
  }

  return (
    <>
      <ClaimBar
        text={whyText(t, view, page)}
        label={t(`button.${button}`)}
        unavailable={button === "notAvailable" || button === "locked"}
        busy={button === "retry" && page.memberFetching}
        onPress={press}
      />
      {open === "confirm" && (
        <ConfirmClaim
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
          awaited={<OutletsAwaited page={page} />}
          onClose={() => setOpen("none")}
          onShown={() => setOpen("code")}
        />
      )}
      {open === "code" && voucher && (
        <CodeScreen
          voucher={voucher}
          onDone={() => {
            setOpen("none");
            toMine();
          }}
        />
      )}
      {claimed && (
        <ClaimedDialog
          reward={claimed}
          isPointsReward={view.isPointsReward}
          onMine={toMine}
          onClose={() => setClaimed(null)}
          {...(view.isGift && {
            onUse: () => void navigate(rewardPath(claimed.voucherId), { state: USE_AT_ONCE }),
          })}
        />
      )}
    </>
  );
}

/** What the main button is: its words in spec 001 §2, and beyond them the way to a code and another try for the points. */
function mainButton(page: RewardPage, { whyNot, isGift }: RewardView) {
  if (whyNot === "voucher_presented" || (whyNot === "claim_pending" && page.presented.voucher)) {
    return "showCode";
  }
  if (whyNot === "points_unknown" && page.memberFailed) return "retry";
  return rewardButton({ ofPoints: !isGift, isLocked: whyNot === "tier_locked", whyNot });
}

/** Which dialog is open. A code that is being shown stands again after a reload. */
function useOpen(page: RewardPage, view: RewardView) {
  const navigate = useNavigate();
  const { state } = useLocation();
  const useAtOnce = view.kind === "voucher" && (state as typeof USE_AT_ONCE | null)?.useAtOnce;
  // What was claimed just now may be a part of a second too early by the server's clock.
  const canBeUsed = view.whyNot === null || view.whyNot === "voucher_too_early";
  const [open, setOpen] = useState<Open>(
    page.isShown ? "code" : useAtOnce && canBeUsed ? "picker" : "none",
  );
  const [isWhole, setIsWhole] = useState(view.outlets !== null);
  if (!isWhole && view.outlets) {
    setIsWhole(true);
    // The list was older: it is being shown on another device, or was before.
    if (page.isShown && open === "none") setOpen("code");
  }
  useEffect(() => {
    // Who comes back to this page, or reloads it, has not asked again.
    if (useAtOnce) void navigate(".", { replace: true, state: null });
  }, [useAtOnce, navigate]);
  return [open, setOpen] as const;
}

/** Says that the reward is redeemed once the till has taken the voucher whose code is shown, and asks for what that changed. */
function useTaken(shown: Voucher | undefined): void {
  const t = useTexts(rewardTexts);
  const reload = useReloadMember();
  const was = useRef<Voucher>(undefined);
  useEffect(() => {
    const before = was.current;
    was.current = shown;
    if (!before || before.usedAt !== null || !shown || shown.usedAt === null) return;
    showToast("success", t("success"), 3);
    reload();
  }, [shown, reload, t]);
}

interface ClaimBarProps {
  /** What a press costs, or why it cannot be done: never a bare grey button. */
  text: string;
  label: string;
  unavailable: boolean;
  busy?: boolean;
  onPress: () => void;
}

/** The main button where the thumb is, above the safe area, with its sentence. */
export function ClaimBar({ text, label, unavailable, busy, onPress }: ClaimBarProps) {
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

type RewardSay = (typeof rewardTexts)["say"];

function monthName(dateOfBirth: string): string {
  const format = new Intl.DateTimeFormat(i18n.language, { month: "long", timeZone: "UTC" });
  return format.format(new Date(`${dateOfBirth}T00:00:00Z`));
}

/** What is not known yet. */
export const AWAITED = "...";

/** The sentence beside the button: why not, or what a press will cost. */
export function whyText(t: RewardSay, view: RewardView, page: RewardPage): string {
  const { whyNot, cost } = view;
  const { member, presented } = page;
  switch (whyNot) {
    case null:
      if (cost === null) return t("ready.use");
      if (cost === 0) return t("ready.free");
      return member
        ? t("ready.cost", { cost, points: member.memberPointAmount })
        : memberTexts.say("points", { count: cost });
    case "points_unknown":
      return page.memberFailed ? t("pointsFailed") : AWAITED;
    case "claim_pending":
      if (presented.isPending) return AWAITED;
      if (!presented.voucher) return t("why.claim_pending");
      return t(view.limit === null ? "why.claim_shown_again" : "why.claim_shown", {
        time: formatTime(presented.voucher.presentUntil!),
      });
    case "limit_reached":
      return t(view.isBirthday ? "why.birthday_claimed" : "why.limit_reached");
    case "not_enough_points":
      return t("why.not_enough_points", { count: view.missing });
    case "not_birth_month":
      return member?.dateOfBirth
        ? t("why.not_birth_month", { month: monthName(member.dateOfBirth) })
        : t("why.birthday_unknown");
    case "tier_locked":
      return t("why.tier_locked", { tier: view.tier ?? "" });
    case "voucher_too_early":
      return t("why.voucher_too_early", { date: formatDate(view.startAt!) });
    case "voucher_presented":
      return t("why.voucher_presented", { time: formatTime(page.voucher!.presentUntil!) });
    default:
      return t(`why.${whyNot}`);
  }
}

/** In the place of a reward's outlets while its list alone told of it: they are on their way, or need a network. */
export function OutletsAwaited({ page }: { page: RewardPage }) {
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
