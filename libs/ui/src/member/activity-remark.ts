import { signedPoints, type Activity } from "@loyalty/api-client";

import { useProgrammeWords } from "../content/menu-words.ts";
import { formatMoney } from "../formats/formats.ts";
import { memberTexts } from "../texts/member.ts";
import { useTexts } from "../texts/use-texts.ts";

const REGISTRATION = 1;
const REDEEMED = 3;
/** How the API ends the remark of a claim that was cancelled, behind the reward's name. */
const cancelled = (reason?: string | null) => (reason ? ` cancelled: ${reason}` : " cancelled");

/**
 * What an activity was about, in the reader's language, out of the values that come with it; the API's own remark where
 * there are none, or null where the action's name says it all.
 */
export function useActivityRemark(): (activity: Activity) => string | null {
  const t = useTexts(memberTexts);
  const wordsOf = useProgrammeWords();

  return ({ actionId, points, remark, amount, outletName, memberRewardId, reason }) => {
    if (actionId === REGISTRATION) return null;
    if (amount != null && outletName) {
      const bill = { amount: formatMoney(Math.round(Number(amount) * 100)), outlet: outletName };
      return t(signedPoints(actionId, points) < 0 ? "activity.takenBack" : "activity.bill", bill);
    }
    if (memberRewardId != null) {
      if (actionId === REDEEMED) return wordsOf(remark).words;
      const ending = cancelled(reason);
      if (remark.endsWith(ending)) {
        return t("activity.cancelled", { what: wordsOf(remark.slice(0, -ending.length)).words });
      }
    }
    // A correction by hand repeats the action's name before its reason.
    return reason ?? remark;
  };
}
