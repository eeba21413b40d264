import { formatDate, formatTime, i18n } from "@loyalty/ui";
import { memberTexts } from "@loyalty/ui/texts/member";
import type { rewardTexts } from "@loyalty/ui/texts/reward";

import type { RewardView } from "./reward-view.ts";
import type { RewardPage } from "./use-reward-view.ts";

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
