import { LazyQueryProvider } from "@loyalty/api-client/react/lazy-query-provider";
import { useIsMember } from "@loyalty/api-client/react/session";
import { session } from "@loyalty/api-client/session";
import { BrandLogo } from "@loyalty/ui/brand-logo";
import { Button } from "@loyalty/ui/button";
import { Drawer } from "@loyalty/ui/dialog";
import type { LanguageCode } from "@loyalty/ui/languages";
import { Cluster, Stack } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import { BrandTabs, LanguageSelect, SchemeSwitch } from "@loyalty/ui/preferences";
import { Skeleton } from "@loyalty/ui/states";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { componentTexts } from "@loyalty/ui/texts";
import { preferenceTexts } from "@loyalty/ui/texts";
import { useBrand } from "@loyalty/ui/theme-store";
import { Headset, LogOut, MapPin, X } from "lucide-react";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink, useNavigate } from "react-router";

import { openDialog } from "../account/dialogs.ts";
import { paths } from "../routes/paths.ts";
import { shellTexts } from "./texts.ts";
import { SocialLinks } from "./footer.tsx";
import { memberNav, publicNav } from "./navigation.ts";
import styles from "./side-menu.module.css";

const loadMember = () => import("./side-menu-member.tsx");
const MemberWelcome = lazy(async () => ({ default: (await loadMember()).MemberWelcome }));
const RecentActivity = lazy(async () => ({ default: (await loadMember()).RecentActivity }));

interface SideMenuProps {
  open: boolean;
  onClose: () => void;
  onChooseLanguage: (code: LanguageCode) => void;
}

/** The menu of phones and tablets, and of members' pages, spec 000 §2 "Mobile side menu". */
export default function SideMenu({ open, onClose, onChooseLanguage }: SideMenuProps) {
  const { t } = useTranslation(shellTexts);
  const { t: p } = useTranslation(componentTexts);
  const { t: preferences } = useTranslation(preferenceTexts);
  const { brand } = useBrand();
  const isMember = useIsMember();

  return (
    <Drawer open={open} onClose={onClose} title={t("sideMenu.title")}>
      <div className={styles.head}>
        <BrandLogo brand={brand.key} tagline={t(`tagline.${brand.key}`)} size={44} />
        <Button variant="icon" aria-label={p("close")} onClick={onClose}>
          <X aria-hidden="true" size={24} />
        </Button>
      </div>
      <Stack gap={5} pad={5}>
        {isMember ? (
          <LazyBoundary fallback={<Skeleton height="14.5rem" />}>
            <LazyQueryProvider>
              <MemberWelcome />
            </LazyQueryProvider>
          </LazyBoundary>
        ) : (
          <VisitorWelcome onClose={onClose} />
        )}
        <BrandTabs full onChosen={onClose} />
        <MainMenu isMember={isMember} onChosen={onClose} />
        {isMember && (
          <>
            <LazyBoundary>
              <LazyQueryProvider>
                <RecentActivity />
              </LazyQueryProvider>
            </LazyBoundary>
            <SignOutButton onClose={onClose} />
          </>
        )}
        <QuickAccess onChosen={onClose} />
        <Cluster justify="between" className={`${styles.colours} ${textStyles.note}`}>
          <strong aria-hidden="true">{preferences("scheme.label")}</strong>
          <SchemeSwitch />
        </Cluster>
        <LanguageSelect onChoose={onChooseLanguage} />
      </Stack>
    </Drawer>
  );
}

function SignOutButton({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(shellTexts);
  const navigate = useNavigate();

  function signOut() {
    void session.end();
    onClose();
    void navigate(paths.home);
  }

  return (
    <Button variant="outline" wide onClick={signOut}>
      <LogOut aria-hidden="true" size={18} />
      {t("signOut")}
    </Button>
  );
}

/** The links: members find their own pages first. The current page is highlighted. */
function MainMenu({ isMember, onChosen }: { isMember: boolean; onChosen: () => void }) {
  const { t } = useTranslation(shellTexts);
  const items = isMember ? [...memberNav, ...publicNav.slice(1)] : publicNav;

  return (
    <nav aria-labelledby="side-menu-main" className={styles.menu}>
      <h2 id="side-menu-main" className={textStyles.label}>
        {t("sideMenu.mainMenu")}
      </h2>
      {items.map(({ name, path, icon: Icon }) => (
        <NavLink key={path} to={path} end onClick={onChosen}>
          <span className={styles.icon}>
            <Icon aria-hidden="true" size={20} />
          </span>
          <Stack as="span" className={layoutStyles.grow}>
            <span className={textStyles.strong}>{t(`nav.${name}`)}</span>
            <span className={textStyles.fine}>{t(`nav.${name}About`)}</span>
          </Stack>
          {name === "membership" && !isMember && (
            <strong className={`${surfaceStyles.gold} ${surfaceStyles.tag}`}>
              {t("nav.membershipBadge")}
            </strong>
          )}
        </NavLink>
      ))}
    </nav>
  );
}

function VisitorWelcome({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(shellTexts);

  function goTo(dialog: "sign-in" | "register") {
    onClose();
    openDialog(dialog);
  }

  return (
    <Stack as="section" gap={3} pad={5} className={`${surfaceStyles.soft} ${surfaceStyles.large}`}>
      <h2 className={textStyles.xl}>{t("sideMenu.welcome")}</h2>
      <p>{t("sideMenu.invitation")}</p>
      <Stack gap={2}>
        <Button onClick={() => goTo("sign-in")}>{t("signIn")}</Button>
        <Button variant="outline" onClick={() => goTo("register")}>
          {t("join")}
        </Button>
      </Stack>
    </Stack>
  );
}

/** The last part of the menu: help, the way to an outlet, and where else we are. */
function QuickAccess({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation(shellTexts);
  return (
    <>
      <Stack as="nav" gap={1} aria-labelledby="side-menu-quick">
        <h2 id="side-menu-quick" className={textStyles.label}>
          {t("sideMenu.quickAccess")}
        </h2>
        <div className={styles.quick}>
          <Link to={paths.contact} onClick={onChosen}>
            <Headset aria-hidden="true" size={20} />
            {t("sideMenu.contactSupport")}
          </Link>
          <Link to={paths.locations} onClick={onChosen}>
            <MapPin aria-hidden="true" size={20} />
            {t("sideMenu.storeLocator")}
          </Link>
        </div>
      </Stack>
      <Stack as="section" gap={2} aria-labelledby="side-menu-connect">
        <h2 id="side-menu-connect" className={textStyles.label}>
          {t("sideMenu.connect")}
        </h2>
        <SocialLinks networks={["x", "tiktok"]} />
        <p className={textStyles.note}>{t("sideMenu.follow")}</p>
      </Stack>
    </>
  );
}
