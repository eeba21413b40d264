import { useTierWords } from "./tier-words.ts";
import { contentKind, useContent, useContentWords } from "./content.ts";
import snapshot from "./snapshot/faq.json";

/** What members ask most, in the order of the membership page. */
export const faqContent = contentKind("faq", snapshot);

/** An answer with the tiers of the programme where it names them. */
export const withTiers = (answer: string, tiers: string): string =>
  answer.replaceAll("{{tiers}}", tiers);

/** The questions and answers in the reader's language. */
export function useQuestions() {
  const words = useContentWords();
  const tiers = useTierWords();
  return useContent(faqContent).questions.map(({ id, question, answer }) => ({
    id,
    question: words(question),
    answer: withTiers(words(answer), tiers),
  }));
}
