import { PRESENTED_FOR_S } from "@loyalty/api-client/rules/rewards";
import { mailLink } from "@loyalty/content/contact";
import { useQuestions } from "@loyalty/content/faq";
import { paths } from "@loyalty/shell/paths";
import { company } from "@loyalty/content/company";
import { Stack } from "@loyalty/ui/layout";
import { buttonClass } from "@loyalty/ui/button";
import { SearchField } from "@loyalty/ui/field";
import { Empty } from "@loyalty/ui/states";
import text from "@loyalty/ui/text.module.css";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { ButtonRow, Card, FaqItem, Page } from "../../../components/member-page.tsx";
import { profileTexts } from "../../../texts/profile.ts";
import { settingsTexts } from "../../../texts/settings.ts";
import { helpTexts } from "./texts.ts";

/** /settings/help-support: frequent questions, and how to reach the support (spec 001 §2). */
export default function HelpSupportScreen() {
  const { t } = useTranslation(settingsTexts);
  const address = company.supportEmail;
  const mail = mailLink(address, t("help.subject"));
  return (
    <Page
      title={t("help.title")}
      back={{ to: paths.profile, label: t("back") }}
      columns="wide-first"
    >
      <HelpAnswers />
      <Card title={t("help.email")}>
        <p>
          {address} · {t("help.reply")}
        </p>
        <ButtonRow>
          <a className={buttonClass()} href={mail}>
            {t("help.email")}
          </a>
        </ButtonRow>
      </Card>
      <Card title={t("help.other")}>
        <ButtonRow>
          <Link className={buttonClass({ variant: "outline" })} to={paths.contact}>
            {t("help.contact")}
          </Link>
          <Link className={buttonClass({ variant: "outline" })} to={paths.locations}>
            {t("help.outlets")}
          </Link>
        </ButtonRow>
      </Card>
    </Page>
  );
}

/** Questions about this app, besides those of the membership page, and the page an answer links to. */
const appQuestions = [
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

/** All questions and answers, in the member's language. */
function useAnswers(): HelpAnswer[] {
  const { t: h } = useTranslation(helpTexts);
  const { t: p } = useTranslation(profileTexts);
  const membership = useQuestions().map(({ id, ...words }) => ({
    id: `membership-${id}`,
    ...words,
  }));
  const app = appQuestions.map((question) => ({
    id: question.id,
    question: h(`${question.id}.question`),
    answer: h(`${question.id}.answer`, { minutes: PRESENTED_FOR_S / 60 }),
    words: h(`${question.id}.words`),
    ...("to" in question && { link: { to: question.to, label: p(`links.${question.page}`) } }),
  }));
  return [...membership, ...app];
}

/** The frequent questions, with a search. */
function HelpAnswers() {
  const { t } = useTranslation(settingsTexts);
  const [search, setSearch] = useState("");
  const found = foundAnswers(useAnswers(), search);

  return (
    <Card title={t("help.questions")}>
      <Stack>
        <SearchField label={t("help.search")} value={search} onChange={setSearch} />
        <p role="status" className={text.note}>
          {search.trim() !== "" && t("help.results", { count: found.length })}
        </p>
      </Stack>
      {found.length === 0 ? (
        <Empty text={t("help.none", { query: search.trim() })} />
      ) : (
        <Stack gap={3}>
          {found.map(({ id, question, answer, link }) => (
            <FaqItem key={id} question={question} open={search.trim() !== "" && found.length <= 2}>
              <p>{answer}</p>
              {link && (
                <Link className={text.link} to={link.to}>
                  {link.label}
                </Link>
              )}
            </FaqItem>
          ))}
        </Stack>
      )}
    </Card>
  );
}

/** A question and its answer in the member's language. */
export interface Answered {
  id: string;
  question: string;
  answer: string;
  /** Synonyms: searched, and not shown. */
  words?: string;
}

/**
 * The answers that contain every word of a search; first those whose question contains the most of them. A word is
 * found at the start of a word, in Chinese and Thai, which are written without spaces, anywhere.
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

function wordsIn(text: string): (word: string) => boolean {
  const starts = wordsOf(text);
  const normalized = normalize(text);
  return (word) =>
    UNSPACED.test(word)
      ? normalized.includes(word)
      : starts.some((start) => start.startsWith(word));
}

const UNSPACED = /[\p{Script=Han}\p{Script=Thai}]/u;

/** Lower case without accents; the marks of Thai and Tamil are part of the word and stay. */
const normalize = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

const wordsOf = (text: string): string[] => normalize(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The words of Chinese or Thai text; other text is a word already. */
function segments(word: string): string[] {
  if (!UNSPACED.test(word)) return [word];
  const language = /\p{Script=Thai}/u.test(word) ? "th" : "zh";
  const cut = new Intl.Segmenter(language, { granularity: "word" }).segment(word);
  return [...cut].map(({ segment }) => segment);
}
