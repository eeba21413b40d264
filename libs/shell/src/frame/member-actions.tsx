import { useMember } from "@loyalty/api-client/react/members";
import { useSession } from "@loyalty/api-client/react/session";
import { navTier } from "@loyalty/api-client/rules/points";
import { Avatar } from "@loyalty/ui/avatar";
import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import { Stack } from "@loyalty/ui/layout";
import textStyles from "@loyalty/ui/text.module.css";
import { ChevronDown } from "lucide-react";
import { lazy, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { showLoadFailed } from "../account/dialogs.ts";
import { memberTexts } from "../texts/member.ts";
import { shellTexts } from "./texts.ts";
import styles from "./member-actions.module.css";

const loadMenu = () => import("./member-menu.tsx");
const MemberMenu = lazy(loadMenu);

/** The member's menu: the first letter of the name, tier and points; it opens the links to the member pages. */
export default function MemberActions() {
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

  function onLoadFailed() {
    setOpen(false);
    showLoadFailed();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-label={t(name ? "account.open" : "account.openNameless", { name, tier, points })}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onClick={() => setOpen(!open)}
      >
        <Avatar name={name} />
        <Stack as="span">
          <span className={textStyles.strong}>{tier}</span>{" "}
          <span className={`${textStyles.fine} ${textStyles.tabular}`}>{points}</span>
        </Stack>
        <ChevronDown aria-hidden="true" size={16} />
      </button>
      {open && (
        <LazyBoundary onError={onLoadFailed}>
          <MemberMenu button={button} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  );
}
