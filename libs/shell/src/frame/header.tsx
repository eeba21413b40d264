import { LazyQueryProvider } from "@loyalty/api-client/react/lazy-query-provider";
import { useSignedInMember } from "@loyalty/api-client/react/session";
import { Avatar } from "@loyalty/ui/avatar";
import { BrandLogo } from "@loyalty/ui/brand-logo";
import { Button } from "@loyalty/ui/button";
import type { LanguageCode } from "@loyalty/ui/languages";
import { Cluster } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import { BrandTabs, SchemeSwitch } from "@loyalty/ui/preferences";
import { useBrand } from "@loyalty/ui/theme-store";
import { Menu } from "lucide-react";
import { lazy, type ReactNode, type RefCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink } from "react-router";

import { openDialog, showLoadFailed } from "../account/dialogs.ts";
import { paths } from "../routes/paths.ts";
import { shellTexts } from "./texts.ts";
import styles from "./header.module.css";
import { publicNav } from "./navigation.ts";

const loadSideMenu = () => import("./side-menu.tsx");
const SideMenu = lazy(loadSideMenu);
const MemberActions = lazy(() => import("./member-actions.tsx"));

interface HeaderProps {
  memberLink?: ReactNode;
  /** On a member's page: without the brands and the public pages, which are in the side menu. */
  forMember: boolean;
  /** Called with the element beside the logo that a page's title can be in. */
  titlePlace?: RefCallback<HTMLElement>;
  onChooseLanguage: (code: LanguageCode) => void;
}

/** The head of every page: the brands, where to go, who is here (spec 000 §2). */
export function Header({ memberLink, forMember, titlePlace, onChooseLanguage }: HeaderProps) {
  const { t } = useTranslation(shellTexts);
  const { brand } = useBrand();
  const member = useSignedInMember();

  return (
    <header className={styles.header} data-for-member={forMember || undefined}>
      {!forMember && (
        <div className={styles.strip}>
          <BrandTabs full />
          <SchemeSwitch />
        </div>
      )}
      <div className={styles.bar}>
        <Link
          to={paths.home}
          className={styles.logo}
          aria-label={t("home", { brand: brand.name })}
          data-focus-home=""
        >
          <BrandLogo brand={brand.key} size={36} />
        </Link>
        {forMember && <div ref={titlePlace} className={styles.title} />}
        {!forMember && (
          <>
            <nav className={styles.nav} aria-label={t("mainNavigation")}>
              {publicNav.map(({ name, path }) => (
                <NavLink key={path} to={path} end>
                  {t(`nav.${name}`)}
                </NavLink>
              ))}
            </nav>
            <div className={styles.narrowTabs}>
              <BrandTabs />
            </div>
          </>
        )}
        {member && memberLink}
        <Cluster
          nowrap
          align="stretch"
          className={layoutStyles.noPrint}
          data-member={member ? "" : undefined}
        >
          {member ? (
            <LazyBoundary
              fallback={
                <span className={styles.memberPlace}>
                  <Avatar name={member.name} />
                </span>
              }
            >
              <LazyQueryProvider>
                <MemberActions />
              </LazyQueryProvider>
            </LazyBoundary>
          ) : (
            <VisitorActions />
          )}
        </Cluster>
        <MenuToggle onChooseLanguage={onChooseLanguage} />
      </div>
    </header>
  );
}

/** The button of the side menu and the menu itself, which is fetched when a finger comes near. */
function MenuToggle({ onChooseLanguage }: Pick<HeaderProps, "onChooseLanguage">) {
  const { t } = useTranslation(shellTexts);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);

  function giveUp() {
    setOpen(false);
    setWanted(false);
    showLoadFailed();
  }

  return (
    <>
      <div className={styles.toggle}>
        <Button
          variant="icon"
          aria-label={t("openMenu")}
          aria-haspopup="dialog"
          aria-expanded={open}
          onPointerEnter={() => void loadSideMenu()}
          onFocus={() => void loadSideMenu()}
          onClick={() => {
            setWanted(true);
            setOpen(true);
          }}
        >
          <Menu aria-hidden="true" size={24} />
        </Button>
      </div>
      {wanted && (
        <LazyBoundary onError={giveUp}>
          <SideMenu
            open={open}
            onClose={() => setOpen(false)}
            onChooseLanguage={onChooseLanguage}
          />
        </LazyBoundary>
      )}
    </>
  );
}

/** What a visitor can do on a desktop; on a phone the side menu holds it (spec 000 §2). */
function VisitorActions() {
  const { t } = useTranslation(shellTexts);
  return (
    <div className={styles.visitor}>
      <Button variant="ghost" onClick={() => openDialog("sign-in")}>
        {t("signIn")}
      </Button>
      <Button onClick={() => openDialog("register")}>{t("join")}</Button>
    </div>
  );
}
