import type { Member } from "@loyalty/api-client/wire";
import { registerTexts } from "@loyalty/shell/account/texts";
import { consumeArrivalNotice } from "@loyalty/shell/carried";
import { rememberPhoneNumber } from "@loyalty/shell/use-code-request";
import { i18n } from "@loyalty/ui/i18n";
import { showToast } from "@loyalty/ui/toast";

/**
 * After a handoff: the next sign-in here is prefilled with the number that signed in on the site (spec 000 §2), and
 * a visitor who tried to register with a member's number reads why they are here.
 */
export function onArrived(member: Member): void {
  rememberPhoneNumber(member);
  if (consumeArrivalNotice() !== null) {
    showToast("info", i18n.t("info.alreadyMember", { ns: registerTexts }), 8);
  }
}
