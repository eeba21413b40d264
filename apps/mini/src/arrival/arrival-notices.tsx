import { ConfirmDialog, useTexts } from "@loyalty/ui";
import { arrivalTexts } from "@loyalty/ui/texts/arrival";
import { useSession } from "@loyalty/api-client/react";

import { miniArrival, useArrival } from "./arrival.ts";
import { RefusedNotice } from "./refused-notice.tsx";

/** What a member is told, or asked, about the link that brought them here (handoff table C). */
export function ArrivalNotices() {
  const t = useTexts(arrivalTexts);
  const arrival = useArrival();
  const session = useSession();
  const current =
    (session.status === "signed-in" && session.user.name) || t("otherMember.currentFallback");

  switch (arrival.status) {
    case "asking":
      return (
        <ConfirmDialog
          open
          title={t("ask.title")}
          message={t("ask.message")}
          confirmLabel={t("ask.confirm")}
          cancelLabel={t("ask.cancel")}
          closeOnOverlay={false}
          onConfirm={() => void miniArrival().confirm()}
          onCancel={() => void miniArrival().decline()}
        />
      );
    case "other-member": {
      const other = { name: arrival.maskedName, digits: arrival.lastDigits, current };
      return (
        <ConfirmDialog
          open
          title={t("otherMember.title")}
          message={t("otherMember.message", other)}
          confirmLabel={t("otherMember.confirm", other)}
          cancelLabel={t("otherMember.cancel", other)}
          closeOnOverlay={false}
          onConfirm={() => void miniArrival().confirm()}
          onCancel={() => void miniArrival().decline()}
        />
      );
    }
    case "refused":
      return session.status === "signed-out" ? <RefusedNotice /> : null;
    default:
      return null;
  }
}
