import { ChevronDown } from "lucide-react";

import { faq } from "../../content/faq.ts";
import { useTierWords } from "../../content/tier-words.ts";
import { Section } from "../../content/section.tsx";
import { faqTexts } from "../../texts/faq.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./questions.module.css";

/** What members ask most; each answer opens under its question. */
export function Questions() {
  const t = useTexts(faqTexts);
  const tiers = useTierWords();
  return (
    <Section title={t("title")}>
      <div className={styles.questions}>
        {faq.map((name) => (
          <details key={name} className={styles.question}>
            <summary className={styles.summary}>
              {t(`${name}.question`)}
              <ChevronDown className={styles.chevron} aria-hidden="true" size={20} />
            </summary>
            <p className={styles.answer}>{t(`${name}.answer`, { tiers })}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
