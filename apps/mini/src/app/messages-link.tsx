import { useUnreadMessages } from "@loyalty/api-client/react/messages";
import { paths } from "@loyalty/shell/paths";
import { formatNumber } from "@loyalty/ui/formats";
import { Bell } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import styles from "./messages-link.module.css";
import { messagesLinkTexts } from "../texts.ts";

/** More than so many are not counted one by one: the place is small. */
const MAX_COUNT = 99;

/** The link to the member's messages, with how many are unread. */
export function MessagesLink() {
  const { t } = useTranslation(messagesLinkTexts);
  const { data: count = 0 } = useUnreadMessages();
  return (
    <Link
      to={paths.messages}
      className={styles.link}
      aria-label={count === 0 ? t("messages") : t("unread", { count })}
    >
      <Bell aria-hidden="true" size={22} />
      {count > 0 && (
        <span aria-hidden="true">
          {count > MAX_COUNT ? `${formatNumber(MAX_COUNT)}+` : formatNumber(count)}
        </span>
      )}
    </Link>
  );
}
