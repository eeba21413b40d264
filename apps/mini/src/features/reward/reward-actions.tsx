import { useReloadMember } from "@loyalty/api-client/react/members";
import { pointsMissing, rewardButton } from "@loyalty/api-client/rules/rewards";
import type { Claimed, Voucher } from "@loyalty/api-client/wire";
import { redeemPath, rewardPath } from "@loyalty/shell/paths";
import { memberTexts } from "@loyalty/shell/texts/member";
import { Button } from "@loyalty/ui/button";
import { formatDate, formatMonthName, formatTime } from "@loyalty/ui/formats";
import { i18n } from "@loyalty/ui/i18n";
import { errorTexts } from "@loyalty/shell/texts/errors";
import { showToast } from "@loyalty/ui/toast";
import { type ReactNode, useEffect, useReducer, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { SavedThisYear } from "../../components/saved-this-year.tsx";
import { ClaimedDialog, ConfirmClaimDialog } from "./claim-dialogs.tsx";
import { CodeScreen } from "./code-screen.tsx";
import { OutletPicker } from "./outlet-picker.tsx";
import styles from "./reward-actions.module.css";
import { rewardTexts } from "./texts.ts";
import type { RewardPartProps } from "./use-reward-page.ts";

/** Which dialog is open over the page; and whether the page has the reward's own record yet, not only the list's. */
interface Dialogs {
  open: "none" | "confirm" | "picker" | "code" | "claimed";
  claimed: Claimed | null;
  isComplete: boolean;
}

type DialogEvent =
  | { type: "opened"; dialog: "confirm" | "picker" | "code" }
  | { type: "claimed"; claimed: Claimed }
  | { type: "closed" }
  | { type: "completed"; isShown: boolean };

function nextDialogs(state: Dialogs, event: DialogEvent): Dialogs {
  switch (event.type) {
    case "opened":
      return { ...state, open: event.dialog };
    case "claimed":
      return { ...state, open: "claimed", claimed: event.claimed };
    case "closed":
      return { ...state, open: "none" };
    case "completed":
      // The list was out of date: the code is being shown already, perhaps on another device.
      return {
        ...state,
        isComplete: true,
        open: event.isShown && state.open === "none" ? "code" : state.open,
      };
  }
}

interface RewardActionsProps extends RewardPartProps {
  /** Shown instead of the outlets to choose from while they are not known. */
  pending: ReactNode;
}

/** The main button with its explanation, and its dialogs: claim, choose an outlet, show the code (spec 001 §2 and §4). */
export function RewardActions({ page, view, pending }: RewardActionsProps) {
  const { t } = useTranslation(rewardTexts);
  const navigate = useNavigate();
  const [{ open, claimed }, dispatch] = useDialogs({ page, view });
  const { member, voucher } = page;
  const { kind, ineligibility } = view;
  useReloadOnceUsed(open === "code" ? voucher : undefined);
  const close = () => dispatch({ type: "closed" });
  const toMyRewards = () => void navigate(redeemPath("my-rewards"));
  const button = mainButton({ page, view });
  const unavailable = button === "notAvailable" || button === "locked";

  function onPress() {
    switch (button) {
      case "showCode":
        if (kind === "voucher") return dispatch({ type: "opened", dialog: "code" });
        return void navigate(rewardPath(page.presented.voucher!.id));
      case "retry":
        return void member.refetch();
      case "claim":
      case "use":
        return dispatch({ type: "opened", dialog: kind === "voucher" ? "picker" : "confirm" });
      default:
        // Spec 001 §5: the reason why a reward is pending or cannot be claimed.
        showToast(
          "info",
          i18n.t(`reward.${ineligibility === "claim_pending" ? ineligibility : "not_available"}`, {
            ns: errorTexts,
          }),
          4,
        );
    }
  }

  /** Spec 001 §8: the toast of a success, once its dialog no longer says so. */
  function leaveClaimed(next: () => void) {
    close();
    showToast("success", t("success"), 3);
    next();
  }

  return (
    <>
      <div className={styles.bar}>
        <div>
          <p id="claim-why">{explanation({ page, view })}</p>
          <p>{afterClaim({ page, view })}</p>
        </div>
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
          onClaimed={(claimed) => dispatch({ type: "claimed", claimed })}
        />
      )}
      {open === "picker" && (
        <OutletPicker
          voucherId={view.id}
          places={view.outlets}
          home={member.data?.outletId ?? null}
          pending={pending}
          onClose={close}
          onShown={() => dispatch({ type: "opened", dialog: "code" })}
        />
      )}
      {open === "code" && voucher && (
        <CodeScreen
          voucher={voucher}
          worth={page.worth}
          onDone={() => {
            close();
            toMyRewards();
          }}
        >
          <SavedThisYear including={voucher.id} />
        </CodeScreen>
      )}
      {open === "claimed" && claimed && (
        <ClaimedDialog
          view={view}
          claimed={claimed}
          onMyRewards={() => leaveClaimed(toMyRewards)}
          onClose={() => leaveClaimed(() => {})}
          onShown={() => void navigate(rewardPath(claimed.memberReward.id))}
        />
      )}
    </>
  );
}

/** Which button is shown: those of spec 001 §2, and beyond them showing a code again and reloading the points. */
function mainButton({ page, view: { ineligibility, isGift } }: RewardPartProps) {
  if (
    ineligibility === "voucher_presented" ||
    (ineligibility === "claim_pending" && page.presented.voucher)
  ) {
    return "showCode";
  }
  if (ineligibility === "points_unknown" && page.member.isLoadingError) return "retry";
  return rewardButton({
    ofPoints: !isGift,
    isLocked: ineligibility === "tier_locked",
    ineligibility,
  });
}

/** The dialogs of the page. A code that is being shown is shown again after a reload. */
function useDialogs({ page, view }: RewardPartProps) {
  const [dialogs, dispatch] = useReducer(nextDialogs, {
    open: page.isShown ? "code" : "none",
    claimed: null,
    isComplete: view.outlets !== undefined,
  });
  if (!dialogs.isComplete && view.outlets) {
    dispatch({ type: "completed", isShown: page.isShown });
  }
  return [dialogs, dispatch] as const;
}

/** Fetches everything shown of the member again once the till has taken the voucher whose code is shown. */
function useReloadOnceUsed(shown: Voucher | undefined): void {
  const reload = useReloadMember();
  const usedAt = shown?.usedAt;
  const previous = useRef(usedAt);
  useEffect(() => {
    if (previous.current === null && usedAt) reload();
    previous.current = usedAt;
  }, [usedAt, reload]);
}

/** The line below the explanation: what stays with the member, or that a gift needs no points. */
function afterClaim({ page, view: { ineligibility, cost } }: RewardPartProps): string | null {
  const points = page.member.data?.memberPointAmount;
  if (ineligibility !== null || cost === null) return null;
  if (cost === 0) return i18n.t("ready.noPoints", { ns: rewardTexts });
  return points === undefined
    ? null
    : i18n.t("ready.stays", { ns: rewardTexts, count: points - cost });
}

/** The explanation beside the button: why it is not available, or what the claim costs. */
function explanation({ page, view }: RewardPartProps): string {
  const t = i18n.getFixedT(null, rewardTexts);
  const { ineligibility, cost } = view;
  const { presented } = page;
  const member = page.member.data;
  switch (ineligibility) {
    case null:
      if (cost === null) return t("ready.use");
      if (cost === 0) return t("ready.free");
      return member
        ? t("ready.cost", { cost, points: member.memberPointAmount })
        : i18n.t("points", { ns: memberTexts, count: cost });
    case "points_unknown":
      return page.member.isLoadingError ? t("pointsFailed") : "...";
    case "claim_pending":
      if (presented.isPending) return "...";
      if (!presented.voucher) return i18n.t("reward.claim_pending", { ns: errorTexts });
      return i18n.t(view.limit === null ? "reward.claim_shown_again" : "reward.claim_shown", {
        ns: errorTexts,
        time: formatTime(presented.voucher.presentUntil!),
      });
    case "limit_reached":
      return i18n.t(view.isBirthday ? "reward.birthday_claimed" : "reward.limit_reached", {
        ns: errorTexts,
      });
    case "not_birth_month":
      return member?.dateOfBirth
        ? i18n.t("reward.not_birth_month", {
            ns: errorTexts,
            month: formatMonthName(new Date(member.dateOfBirth).getUTCMonth() + 1),
          })
        : i18n.t("reward.birthday_unknown", { ns: errorTexts });
    default:
      return i18n.t(`reward.${ineligibility}`, {
        ns: errorTexts,
        count: pointsMissing(cost ?? 0, member?.memberPointAmount ?? 0),
        tier: view.membershipName ?? "",
        date: formatDate(view.startAt ?? ""),
        time: formatTime(page.voucher?.presentUntil ?? ""),
      });
  }
}
