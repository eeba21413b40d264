import { formatDate, formatTime } from "@loyalty/api-client";
import { i18n, useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { settingsTexts } from "@loyalty/ui/texts/settings";
import { useState } from "react";

import { Room } from "../../room/room.tsx";

/** /settings/language: how the app speaks today, with an example of its dates and times. */
export function LanguageScreen() {
  const t = useTexts(settingsTexts);
  const [now] = useState(() => new Date().toISOString());
  const example = { date: formatDate(now, i18n.language), time: formatTime(now, i18n.language) };
  return (
    <Room title={t("language.title")} back={{ to: paths.profile, label: t("back") }}>
      <p>{t("language.text")}</p>
      <p>{t("language.today", example)}</p>
    </Room>
  );
}
