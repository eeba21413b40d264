import { useSavedThisYear } from "@loyalty/api-client/react/rewards";
import { formatMoney } from "@loyalty/ui/formats";
import type { ReactNode } from "react";
import { Trans } from "react-i18next";

import { rewardsTexts } from "../texts.ts";

interface SavedThisYearProps {
  /** The voucher that was used just now. */
  including?: number;
  /** Shown where nothing is saved. */
  otherwise?: ReactNode;
}

/** `RM 58 saved this year`, its amount in `<b>`. */
export function SavedThisYear({ including, otherwise }: SavedThisYearProps) {
  const sen = useSavedThisYear(including);
  if (!sen) return otherwise;
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
