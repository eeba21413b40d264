import { useTexts } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { settingsTexts } from "@loyalty/ui/texts/settings";
import { Link } from "react-router";

import { Room } from "../../room/room.tsx";

/** /settings/notifications: what is sent today, which is one kind of message and none to switch. */
export function NotificationsScreen() {
  const t = useTexts(settingsTexts);
  return (
    <Room title={t("notifications.title")} back={{ to: paths.profile, label: t("back") }}>
      <p>{t("notifications.text")}</p>
      <p>
        <Link to={paths.contact}>{t("notifications.contact")}</Link>
      </p>
    </Room>
  );
}
