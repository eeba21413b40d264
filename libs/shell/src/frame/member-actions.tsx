import { useMember } from "@loyalty/api-client/react/members";
import { withQueries } from "@loyalty/api-client/react/query-client";
import { useSession } from "@loyalty/api-client/react/session";
import { navTier } from "@loyalty/api-client/rules/points";
import { Avatar } from "@loyalty/ui/avatar";
import { ChevronDown, LogOut } from "lucide-react";
import { Popover } from "radix-ui";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { openDialog } from "../account/dialogs.ts";
import { memberTexts } from "../texts/member.ts";
import { shellTexts } from "./texts.ts";
import styles from "./member-actions.module.css";
import { memberNav } from "./navigation.ts";

/** The member's menu: the first letter of the name, tier and points; it opens the links to the member pages. */
function MemberActions() {
  const { t } = useTranslation(shellTexts);
  const { t: m } = useTranslation(memberTexts);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const session = useSession();
  const { data } = useMember();
  if (session.status !== "signed-in") return null;

  // The member's record as the pages show it; until it is loaded, what the session has.
  const member = data ?? session.user;
  const tier = m(`tier.${navTier(member.membershipLevel)}`);
  const points = m("points", { count: member.memberPointAmount });
  const name = member.name ?? "";
  const close = () => setOpen(false);

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger
        ref={button}
        className={styles.button}
        // It opens links and no dialog.
        aria-haspopup={undefined}
        aria-label={t(name ? "account.open" : "account.openNameless", { name, tier, points })}
      >
        <Avatar name={name} />
        <span className={styles.tierAndPoints}>
          <span className={styles.tier}>{tier}</span>{" "}
          <span className={styles.points}>{points}</span>
        </span>
        <ChevronDown aria-hidden="true" size={16} className={styles.chevron} />
      </Popover.Trigger>
      <Popover.Content
        asChild
        // oxlint-disable-next-line jsx-a11y/aria-role -- a navigation, not the dialog that Radix calls it
        role={undefined}
        align="end"
        sideOffset={8}
        onOpenAutoFocus={(event) => event.preventDefault()}
        // Only Escape leads back: what was chosen has the focus, or what was pressed elsewhere.
        onCloseAutoFocus={(event) => event.preventDefault()}
        onEscapeKeyDown={() => button.current?.focus()}
      >
        <nav aria-label={t("account.links")} className={styles.links}>
          {memberNav.map(({ name: page, path, icon: Icon }) => (
            <Link key={path} to={path} className={styles.link} onClick={close}>
              <Icon aria-hidden="true" size={20} />
              {t(`nav.${page}`)}
            </Link>
          ))}
          <button
            type="button"
            className={styles.link}
            onClick={() => {
              close();
              openDialog("sign-out");
            }}
          >
            <LogOut aria-hidden="true" size={20} />
            {t("signOut")}
          </button>
        </nav>
      </Popover.Content>
    </Popover.Root>
  );
}

export default withQueries(MemberActions);
