import { faqTexts } from "../../texts/faq.ts";
import { faq } from "../faq.ts";
import { tierWords } from "../tier-words.ts";
import type { JsonLd } from "./json-ld.ts";

/** The questions of the membership page and their answers. */
export function questions(): JsonLd {
  return {
    "@type": "FAQPage",
    mainEntity: faq.map((name) => ({
      "@type": "Question",
      name: faqTexts.say(`${name}.question`),
      acceptedAnswer: {
        "@type": "Answer",
        text: faqTexts.say(`${name}.answer`, { tiers: tierWords() }),
      },
    })),
  };
}
