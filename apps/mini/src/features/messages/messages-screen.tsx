import { useMessages, useReadMessages, useStopMessages } from "@loyalty/api-client/react/messages";
import { usePreferences, useSavePreferences } from "@loyalty/api-client/react/preferences";
import { DEFAULT_PREFERENCES } from "@loyalty/api-client/rules/preferences";
import type { Message, Preferences } from "@loyalty/api-client/wire";
import { paths } from "@loyalty/shell/paths";
import { Cluster } from "@loyalty/ui/layout";
import { Button } from "@loyalty/ui/button";
import { formatDate, formatList, formatTime } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { Bell, CircleQuestionMark } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { toastResult } from "../../app/toast-result.ts";
import { byDay } from "../../components/by-day.ts";
import { LoadMore } from "../../components/load-more.tsx";
import { Page } from "../../components/member-page.tsx";
import { messagesTexts } from "../../texts/messages.ts";
import { settingsTexts } from "../../texts/settings.ts";
import styles from "./messages-screen.module.css";

/** /messages: the member's messages, by which channels and why, and one press that ends a kind (docs/integrations.md). */
export default function MessagesScreen() {
  const { t } = useTranslation(messagesTexts);
  const messages = useMessages();
  const newest = messages.data?.[0]?.id;
  const { mutate: noteRead } = useReadMessages();
  // What was new keeps its mark until the page is left.
  useEffect(() => {
    if (newest !== undefined) noteRead(newest);
  }, [newest, noteRead]);

  return (
    <Page
      title={t("title")}
      back={{ to: paths.profile, label: t("back") }}
      aside={
        <Link to={paths.notifications} className={textStyles.action}>
          {t("settings")}
        </Link>
      }
    >
      <QueryResult
        query={messages}
        loading={t("loading")}
        failed={t("failed")}
        height="24rem"
        empty={<Empty text={t("none")} icon={<Bell aria-hidden="true" size={28} />} />}
      >
        {(list) => (
          <>
            {byDay(list, formatDate).map(([day, ofDay]) => (
              <section key={day}>
                <h2 className={textStyles.label}>{day}</h2>
                <ul role="list" className={`${surfaceStyles.card} ${surfaceStyles.divided}`}>
                  {ofDay.map((message) => (
                    <MessageRow key={message.id} message={message} />
                  ))}
                </ul>
              </section>
            ))}
            <LoadMore query={messages} translate={t} />
          </>
        )}
      </QueryResult>
    </Page>
  );
}

const CHANNELS = ["push", "email", "phone"] as const;

/** A message; why it came, by which channels, and what ends its kind can be opened below it. */
function MessageRow({ message }: { message: Message }) {
  const { t } = useTranslation(messagesTexts);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  // A channel that this release does not know is left out.
  const inWords = (channels: readonly string[]) =>
    formatList(
      CHANNELS.filter((each) => channels.includes(each)).map((each) => t(`channels.${each}`)),
    );
  const sentBy = inWords(message.channels);
  const undelivered = inWords(message.undelivered);
  const { title, body, page, createdAt, isRead, why } = message;
  return (
    <li>
      <article className={styles.message} aria-labelledby={`${id}-title`}>
        <Cluster gap={2} nowrap align="baseline">
          <Cluster gap={2} className={layoutStyles.grow}>
            <h3 id={`${id}-title`} className={textStyles.md}>
              <Link to={page}>{title}</Link>
            </h3>
            {!isRead && (
              <span className={`${surfaceStyles.soft} ${surfaceStyles.badge}`}>{t("new")}</span>
            )}
          </Cluster>
          <time dateTime={createdAt} className={textStyles.note}>
            {formatTime(createdAt)}
          </time>
          <Button
            variant="icon"
            title={t("why")}
            aria-label={t("why")}
            aria-expanded={isOpen}
            aria-controls={`${id}-why`}
            aria-describedby={`${id}-title`}
            onClick={() => setIsOpen(!isOpen)}
          >
            <CircleQuestionMark aria-hidden="true" size={18} />
          </Button>
        </Cluster>
        <p>{body}</p>
        {undelivered !== "" && (
          <p className={textStyles.note}>{t("undelivered", { channels: undelivered })}</p>
        )}
        <div
          id={`${id}-why`}
          className={`${styles.why} ${surfaceStyles.sunken} ${textStyles.sm}`}
          hidden={!isOpen}
        >
          <p>{why}</p>
          {sentBy !== "" && <p>{t("sent", { channels: sentBy })}</p>}
          {message.canStop && <EndKind message={message} />}
        </div>
      </article>
    </li>
  );
}

type Switch = Exclude<
  keyof Preferences["notifications"],
  "quietHoursStart" | "quietHoursEnd" | "notificationFrequency"
>;

export const isSwitch = (name: string): name is Switch =>
  typeof DEFAULT_PREFERENCES.notifications[name as Switch] === "boolean";

function EndKind({ message }: { message: Message }) {
  const { t } = useTranslation(messagesTexts);
  const { t: s } = useTranslation(settingsTexts);
  const { data: preferences } = usePreferences();
  const stop = useStopMessages();
  const save = useSavePreferences();
  const { preference } = message;
  if (!isSwitch(preference)) return null;

  const kind = s(`notifications.fields.${preference}`);
  const notifications = preferences?.notifications;
  const isOff = notifications?.[preference] === false;

  function press() {
    if (!isOff || notifications === undefined) {
      stop.mutate(message.id, toastResult(t("stopped", { kind }), t("notSaved")));
      return;
    }
    const again = { notifications: { ...notifications, [preference]: true } };
    save.mutate(again, toastResult(t("resumed", { kind }), t("notSaved")));
  }

  return (
    <Cluster as="p" gap={3}>
      {isOff && <span>{t("off", { kind })}</span>}
      <Button
        variant="outline"
        busy={stop.isPending || save.isPending}
        aria-label={t(isOff ? "resumeName" : "stopName", { kind })}
        onClick={press}
      >
        {t(isOff ? "resume" : "stop")}
      </Button>
    </Cluster>
  );
}
