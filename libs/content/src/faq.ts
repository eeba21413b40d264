import { type TierRule, TIERS } from "@loyalty/api-client/rules/points";
import { formatList } from "@loyalty/ui/formats";
import { i18n } from "@loyalty/ui/i18n";
import { useTranslation } from "react-i18next";
import type { TFunction } from "i18next";

import { contentKind, useContent, useContentWords } from "./content.ts";
import { useProgrammeTiers } from "./published.tsx";
import snapshot from "./snapshot/faq.json";
import { faqTexts } from "./texts/faq.ts";

/** What members ask most, in the order of the membership page. */
export const faqContent = contentKind("faq", snapshot);

export const withTiers = (answer: string, tiers: string): string =>
  answer.replaceAll("{{tiers}}", tiers);

/** The questions and answers in the user's language. */
export function useQuestions() {
  const words = useContentWords();
  const tiers = useTierWords();
  return useContent(faqContent).questions.map(({ id, question, answer }) => ({
    id,
    question: words(question),
    answer: withTiers(words(answer), tiers),
  }));
}

/** Where each tier begins and what a ringgit earns there, as part of a sentence in the user's language. */
export const useTierWords = () => inWords(useProgrammeTiers(), useTranslation(faqTexts).t);

/** The same in the words that the catalogue says now, for what is prerendered beside the page. */
export const tierWords = () => inWords(TIERS, i18n.getFixedT(null, faqTexts));

function inWords(tiers: readonly TierRule[], t: TFunction<typeof faqTexts>) {
  return formatList(
    tiers.map(({ name, floor, multiplierTenths }) =>
      t("tier", { name, points: floor, multiplier: multiplierTenths / 10 }),
    ),
  );
}
