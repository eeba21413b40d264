import { LogOut } from "lucide-react";
import { Popover } from "radix-ui";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { openDialog } from "../account/dialogs.ts";
import { shellTexts } from "./texts.ts";
import styles from "./member-actions.module.css";
import { memberNav } from "./navigation.ts";

interface MemberMenuProps {
  /** What it is below, and opens and closes it. */
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

/** The links to the member pages, and the sign-out. */
export default function MemberMenu({ button, onClose }: MemberMenuProps) {
  const { t } = useTranslation(shellTexts);
  return (
    <Popover.Root open onOpenChange={onClose}>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
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
        onInteractOutside={(event) => {
          if (button.current?.contains(event.target as Node)) event.preventDefault();
        }}
      >
        <nav aria-label={t("account.links")} className={styles.links}>
          {memberNav.map(({ name: page, path, icon: Icon }) => (
            <Link key={path} to={path} onClick={onClose}>
              <Icon aria-hidden="true" size={20} />
              {t(`nav.${page}`)}
            </Link>
          ))}
          <button
            type="button"
            onClick={() => {
              onClose();
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
