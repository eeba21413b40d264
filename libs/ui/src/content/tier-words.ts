import { useProgrammeTiers } from "@loyalty/api-client/react/programme-tiers.ts";
import { type TierRule, TIERS } from "@loyalty/api-client/rules/points.ts";

import { formatList } from "../i18n/formats.ts";
import { useTexts } from "../i18n/i18n.ts";
import { faqTexts } from "../texts/faq.ts";

/** Where each tier begins and what a ringgit earns there, as part of a sentence in the reader's language. */
export const useTierWords = () => inWords(useProgrammeTiers(), useTexts(faqTexts));

/** The same in the words that the catalogue says now, for what is prerendered beside the page. */
export const tierWords = () => inWords(TIERS, faqTexts.t);

function inWords(tiers: readonly TierRule[], t: typeof faqTexts.t) {
  return formatList(
    tiers.map(({ name, floor, multiplierTenths }) =>
      t("tier", { name, points: floor, multiplier: multiplierTenths / 10 }),
    ),
  );
}
