import { formatDate, formatTime, i18n } from "@loyalty/ui";
import type { rewardTexts } from "@loyalty/ui/texts/reward";

import type { RewardView } from "./reward-view.ts";

type RewardSay = (typeof rewardTexts)["say"];

function monthName(dateOfBirth: string): string {
  const format = new Intl.DateTimeFormat(i18n.language, { month: "long", timeZone: "UTC" });
  return format.format(new Date(`${dateOfBirth}T00:00:00Z`));
}

/** The sentence beside the button: why not, or what a press will cost. */
export function whyText(
  t: RewardSay,
  view: RewardView,
  member: { memberPointAmount: number; dateOfBirth: string | null } | undefined,
  presentUntil: string | null,
): string {
  const { whyNot, cost } = view;
  switch (whyNot) {
    case null:
      if (cost === null) return t("ready.use");
      if (cost === 0 || !member) return t("ready.free");
      return t("ready.cost", { cost, points: member.memberPointAmount });
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
      return t("why.voucher_presented", { time: formatTime(presentUntil!) });
    default:
      return t(`why.${whyNot}`);
  }
}
