import { useSavedThisYear } from "@loyalty/api-client/react/rewards";
import { formatMoney } from "@loyalty/ui/formats";
import { Trans } from "react-i18next";

import { rewardsTexts } from "../texts.ts";

/** `RM 58 saved this year`, its amount in `<b>`; nothing for nothing. */
export function SavedThisYear() {
  const sen = useSavedThisYear();
  if (!sen) return null;
  return (
    <span>
      <Trans
        ns={rewardsTexts}
        i18nKey="history.saved"
        values={{ amount: formatMoney(sen, { whole: true }).replaceAll(" ", "\u00A0") }}
        components={{ number: <b /> }}
      />
    </span>
  );
}
