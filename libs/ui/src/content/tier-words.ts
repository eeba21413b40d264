import { TIERS, type TierRule } from "@loyalty/api-client";
import { useProgrammeTiers } from "@loyalty/api-client/react";

import { formatList } from "../formats/formats.ts";
import { faqTexts } from "../texts/faq.ts";
import { useTexts } from "../texts/use-texts.ts";

/** Where each tier begins and what a ringgit earns there, as part of a sentence in the reader's language. */
export function useTierWords(): string {
  const t = useTexts(faqTexts);
  return inWords(useProgrammeTiers(), (tier) => t("tier", tier));
}

/** The same in the words that the catalogue says now, for what is prerendered beside the page. */
export const tierWords = (): string => inWords(TIERS, (tier) => faqTexts.say("tier", tier));

function inWords(
  tiers: readonly TierRule[],
  say: (tier: { name: string; points: number; multiplier: number }) => string,
): string {
  return formatList(
    tiers.map(({ name, floor, multiplierTenths }) =>
      say({ name, points: floor, multiplier: multiplierTenths / 10 }),
    ),
  );
}
