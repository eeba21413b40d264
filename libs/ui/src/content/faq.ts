import type { Content } from "@loyalty/api-client/wire.ts";

import { useTierWords } from "../member/tier-status.ts";
import { type ContentKind, type Translated, useContent, useContentWords } from "./content.ts";
import snapshot from "./snapshot/faq.json";

/** What members ask most, in the order of the membership page. */
export const faqContent: ContentKind<"faq"> = { name: "faq", snapshot: snapshot as Content["faq"] };

/** An answer with the tiers of the programme where it names them. */
export const withTiers = (answer: string, tiers: string): string =>
  answer.replaceAll("{{tiers}}", tiers);

/** The questions and answers in the reader's language. */
export function useQuestions(): { id: string; question: string; answer: string }[] {
  const words: (text: Translated) => string = useContentWords();
  const tiers = useTierWords();
  return useContent(faqContent).questions.map(({ id, question, answer }) => ({
    id,
    question: words(question),
    answer: withTiers(words(answer), tiers),
  }));
}
