import { Empty, faq, SearchField, useTexts, useTierWords } from "@loyalty/ui";
import { faqTexts } from "@loyalty/ui/texts/faq";
import { settingsTexts } from "@loyalty/ui/texts/settings";
import { useState } from "react";

import { Card } from "../../room/card.tsx";
import { Question } from "../../room/question.tsx";
import { foundAnswers } from "./help-search.ts";
import styles from "./help-answers.module.css";

/** What members ask, and a search over it. */
export function HelpAnswers() {
  const t = useTexts(settingsTexts);
  const q = useTexts(faqTexts);
  const tiers = useTierWords();
  const [search, setSearch] = useState("");
  const all = faq.map((id) => ({
    id,
    question: q(`${id}.question`),
    answer: q(`${id}.answer`, { tiers }),
  }));
  const found = foundAnswers(all, search);

  return (
    <Card title={t("help.questions")}>
      <SearchField label={t("help.search")} value={search} onChange={setSearch} />
      <p role="status" className={styles.count}>
        {search.trim() !== "" && t("help.results", { count: found.length })}
      </p>
      {found.length === 0 ? (
        <Empty text={t("help.none", { query: search.trim() })} />
      ) : (
        <div className={styles.answers}>
          {found.map(({ id, question, answer }) => (
            <Question key={id} question={question} open={search.trim() !== "" && found.length <= 2}>
              <p>{answer}</p>
            </Question>
          ))}
        </div>
      )}
    </Card>
  );
}
