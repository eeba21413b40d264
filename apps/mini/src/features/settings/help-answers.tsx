import { PRESENTED_FOR_S } from "@loyalty/api-client";
import { Empty, faq, SearchField, useTexts, useTierWords } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { faqTexts } from "@loyalty/ui/texts/faq";
import { helpTexts } from "@loyalty/ui/texts/help";
import { profileTexts } from "@loyalty/ui/texts/profile";
import { settingsTexts } from "@loyalty/ui/texts/settings";
import { useState } from "react";
import { Link } from "react-router";

import { Card } from "../../room/card.tsx";
import { Question } from "../../room/question.tsx";
import { foundAnswers, type Answered } from "./help-search.ts";
import styles from "./help-answers.module.css";

/** What members ask of this app, beside the questions of the membership page, and where an answer leads. */
const ownQuestions = [
  { id: "expire" },
  { id: "missing" },
  { id: "password" },
  { id: "code" },
  { id: "number", page: "edit", to: paths.profileEdit },
  { id: "voucher" },
  { id: "delete", page: "data", to: paths.personalInfo },
  { id: "data", page: "data", to: paths.personalInfo },
  { id: "messages", page: "notifications", to: paths.notifications },
  { id: "language", page: "language", to: paths.language },
  { id: "invite", page: "referral", to: paths.referral },
] as const;

interface HelpAnswer extends Answered {
  link?: { to: string; label: string };
}

/** Every question with its answer, in the reader's language. */
function useAnswers(): HelpAnswer[] {
  const q = useTexts(faqTexts);
  const h = useTexts(helpTexts);
  const p = useTexts(profileTexts);
  const tiers = useTierWords();
  const ofMembership = faq.map((id) => ({
    id: `membership-${id}`,
    question: q(`${id}.question`),
    answer: q(`${id}.answer`, { tiers }),
  }));
  const ofApp = ownQuestions.map((one) => ({
    id: one.id,
    question: h(`${one.id}.question`),
    answer: h(`${one.id}.answer`, { minutes: PRESENTED_FOR_S / 60 }),
    words: h(`${one.id}.words`),
    ...("to" in one && { link: { to: one.to, label: p(`links.${one.page}`) } }),
  }));
  return [...ofMembership, ...ofApp];
}

/** What members ask, and a search over it. */
export function HelpAnswers() {
  const t = useTexts(settingsTexts);
  const [search, setSearch] = useState("");
  const found = foundAnswers(useAnswers(), search);

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
          {found.map(({ id, question, answer, link }) => (
            <Question key={id} question={question} open={search.trim() !== "" && found.length <= 2}>
              <p>{answer}</p>
              {link && (
                <Link className={styles.link} to={link.to}>
                  {link.label}
                </Link>
              )}
            </Question>
          ))}
        </div>
      )}
    </Card>
  );
}
