import { PRESENTED_FOR_S } from "@loyalty/api-client";
import {
  buttonClass,
  company,
  Empty,
  faq,
  mailLink,
  SearchField,
  useTexts,
  useTierWords,
} from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { faqTexts } from "@loyalty/ui/texts/faq";
import { helpTexts } from "@loyalty/ui/texts/help";
import { profileTexts } from "@loyalty/ui/texts/profile";
import { settingsTexts } from "@loyalty/ui/texts/settings";
import { useState } from "react";
import { Link } from "react-router";

import { Question } from "../../page/faq-item.tsx";
import { Actions, Card, Page } from "../../page/member-page.tsx";
import styles from "./help-support-screen.module.css";

/** /settings/help-support: a mail to the people who help, spec 001 §2, and the other ways. */
export function HelpSupportScreen() {
  const t = useTexts(settingsTexts);
  const address = company.supportEmail;
  const mail = mailLink(address, t("help.subject"));
  return (
    <Page title={t("help.title")} back={{ to: paths.profile, label: t("back") }}>
      <HelpAnswers />
      <Card title={t("help.email")}>
        <p>
          {address} · {t("help.reply")}
        </p>
        <Actions>
          <a className={buttonClass()} href={mail}>
            {t("help.email")}
          </a>
        </Actions>
      </Card>
      <Card title={t("help.other")}>
        <Actions>
          <Link className={buttonClass({ variant: "outline" })} to={paths.contact}>
            {t("help.contact")}
          </Link>
          <Link className={buttonClass({ variant: "outline" })} to={paths.locations}>
            {t("help.outlets")}
          </Link>
        </Actions>
      </Card>
    </Page>
  );
}

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

/** A question and its answer, as the reader reads them. */
export interface Answered {
  id: string;
  question: string;
  answer: string;
  /** Other words for the same matter: they are searched and not shown. */
  words?: string;
}

/**
 * The answers in which every word of a search is found, those first whose question itself holds the most of them. A
 * word is found at the beginning of one; in Chinese and Thai, which are written without spaces, anywhere.
 */
export function foundAnswers<T extends Answered>(all: readonly T[], search: string): readonly T[] {
  const wanted = wordsOf(search).flatMap(segments);
  const inQuestion = ({ question }: T) => wanted.filter((word) => wordsIn(question)(word)).length;
  return all
    .filter(({ question, answer, words = "" }) =>
      wanted.every(wordsIn(`${question} ${answer} ${words}`)),
    )
    .toSorted((one, other) => inQuestion(other) - inQuestion(one));
}

/** Says of a word whether a text holds it. */
function wordsIn(text: string): (word: string) => boolean {
  const starts = wordsOf(text);
  const whole = plain(text);
  return (word) =>
    UNSPACED.test(word) ? whole.includes(word) : starts.some((start) => start.startsWith(word));
}

const UNSPACED = /[\p{Script=Han}\p{Script=Thai}]/u;

/** Small letters without accents; the marks of Thai and Tamil stay, they are part of the word. */
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The words in a run of Chinese or Thai; the run itself where the browser cannot tell them apart. */
function segments(word: string): string[] {
  if (!UNSPACED.test(word) || !("Segmenter" in Intl)) return [word];
  const language = /\p{Script=Thai}/u.test(word) ? "th" : "zh";
  const cut = new Intl.Segmenter(language, { granularity: "word" }).segment(word);
  return [...cut].map(({ segment }) => segment);
}
