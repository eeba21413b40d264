import { formatNumber } from "@loyalty/ui/formats";
import { LANGUAGES } from "@loyalty/ui/languages";
import { Cluster, Grid, Stack } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { QueryResult } from "@loyalty/ui/query-result";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { Section } from "../../components/page.tsx";
import { broadcastsTexts } from "../../texts/broadcasts.ts";
import { type BroadcastValues, writtenIn } from "./broadcast-form.ts";
import styles from "./broadcasts.module.css";
import { type BroadcastContent, type BroadcastPreview, usePreview } from "./queries.ts";

const CHANNELS = ["push", "email", "phone", "log"] as const;

/** A language by its own name. */
export const languageName = (code: string): string =>
  LANGUAGES.find((each) => each.code === code)?.name ?? code;

/** Whom some content would reach now, by channel and language, how it will look to three of them, and on a locked screen. */
export function Preview({ content }: { content: BroadcastContent }) {
  const { t } = useTranslation(broadcastsTexts);
  const query = usePreview(content);
  return (
    <QueryResult query={query} loading={t("counting")} failed={t("countFailed")} height="12rem">
      {(preview) => (
        <>
          <Section title={t("preview")}>
            <Counts preview={preview} />
          </Section>
          <Section title={t("examples")}>
            {preview.examples.length === 0 && <p>{t("noExamples")}</p>}
            <Grid gap={4} columns="wide" align="start" fill>
              {preview.examples.map((example) => (
                <Example key={`${example.firstName} ${example.language}`} example={example} />
              ))}
            </Grid>
          </Section>
          {preview.pushes.length > 0 && (
            <Section title={t("pushes")}>
              <p>{t("pushesText")}</p>
              <Grid gap={4} columns="wide" align="start" fill>
                {preview.pushes.map((push) => (
                  <ShownPush key={push.language} push={push} />
                ))}
              </Grid>
            </Section>
          )}
        </>
      )}
    </QueryResult>
  );
}

function Counts({ preview }: { preview: BroadcastPreview }) {
  const { t } = useTranslation(broadcastsTexts);
  const { members, counted, unwanted, byChannel, byLanguage } = preview;
  if (members === 0) return <p>{t("nobody")}</p>;
  const channels = CHANNELS.filter((channel) => byChannel[channel] !== undefined);
  return (
    <>
      <p>{t("members", { count: members })}</p>
      {counted < members && <p>{t("counted", { counted })}</p>}
      <Grid gap={4} align="start" fill className={styles.columns}>
        <Stack as="dl" className={styles.lines}>
          {channels.map((channel) => (
            <Count key={channel} name={t(`channels.${channel}`)} number={byChannel[channel] ?? 0} />
          ))}
          <Count name={t("results.unwanted")} number={unwanted} />
        </Stack>
        <Stack as="dl" className={styles.lines}>
          {LANGUAGES.filter(({ code }) => byLanguage[code] !== undefined).map(({ code, name }) => (
            <Count
              key={code}
              name={t("inLanguage", { language: name })}
              number={byLanguage[code] ?? 0}
            />
          ))}
        </Stack>
      </Grid>
    </>
  );
}

/** A line of a list of numbers. `hint` says what is counted. */
export function Count({ name, number, hint }: { name: string; number: number; hint?: string }) {
  return (
    <Cluster nowrap gap={4} align="baseline" justify="between">
      <dt>
        <span>{name}</span>
        {hint && <span className={textStyles.note}>{hint}</span>}
      </dt>
      <dd className={`${textStyles.strong} ${textStyles.tabular} ${layoutStyles.flexNone}`}>
        {formatNumber(number)}
      </dd>
    </Cluster>
  );
}

function Example({ example }: { example: BroadcastPreview["examples"][number] }) {
  const { t } = useTranslation(broadcastsTexts);
  const { firstName, language, title, body, why } = example;
  const channel = CHANNELS.find((each) => each === example.channel) ?? "log";
  return (
    <WrittenMessage
      language={language}
      title={title}
      body={body}
      why={why}
      head={
        <>
          <span>{t("example", { name: firstName, language: languageName(language) })}</span>
          <span className={textStyles.note}>{t(`channels.${channel}`)}</span>
        </>
      }
    />
  );
}

/** A notification in one language: as a locked screen shows it, and with its text where the member allows that. */
function ShownPush({ push }: { push: BroadcastPreview["pushes"][number] }) {
  const { t } = useTranslation(broadcastsTexts);
  const { language, title, hiddenBody, body } = push;
  return (
    <Stack as="article" gap={2} aria-label={t("pushIn", { language: languageName(language) })}>
      <p className={textStyles.strong}>{languageName(language)}</p>
      {[hiddenBody, body].map((shown) => (
        <Fragment key={shown}>
          {shown === body && <p className={textStyles.note}>{t("pushDetails")}</p>}
          <Stack
            gap={2}
            pad={4}
            lang={language}
            className={`${surfaceStyles.panel} ${textStyles.wrap}`}
          >
            <p className={textStyles.strong}>{title}</p>
            <p className={textStyles.preLine}>{shown}</p>
          </Stack>
        </Fragment>
      ))}
    </Stack>
  );
}

interface WrittenMessageProps {
  language: string;
  title: string;
  body: string;
  /** Why somebody gets it, as the message says it. */
  why?: string;
  /** Who gets it; without it the language. */
  head?: ReactNode;
}

/** The words of a message in one language, as members read them. */
export function WrittenMessage({ language, title, body, why, head }: WrittenMessageProps) {
  return (
    <Stack as="article" gap={2} aria-label={title}>
      <p className={textStyles.strong}>{head ?? languageName(language)}</p>
      <Stack
        gap={2}
        pad={4}
        lang={language}
        className={`${surfaceStyles.panel} ${textStyles.wrap}`}
      >
        <p className={textStyles.strong}>{title}</p>
        <p className={textStyles.preLine}>{body}</p>
        {why && <p className={textStyles.note}>{why}</p>}
      </Stack>
    </Stack>
  );
}

/** The words that somebody had typed, to be copied: another person was quicker. */
export function KeptWords({ kept, children }: { kept: BroadcastValues; children?: ReactNode }) {
  const { t } = useTranslation(broadcastsTexts);
  return (
    <Section title={t("kept")}>
      <p>{t("keptHint")}</p>
      <Grid gap={4} columns="wide" align="start" fill>
        {writtenIn(kept).map((code) => (
          <WrittenMessage key={code} language={code} {...kept.texts[code]} />
        ))}
      </Grid>
      {children}
    </Section>
  );
}
