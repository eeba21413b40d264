import { Menu } from "lucide-react";
import { useIsMember } from "@loyalty/api-client/react";
import { lazy, useState } from "react";
import { Link, NavLink } from "react-router";

import { BrandLogo } from "../brand/brand-logo.tsx";
import { useBrand } from "../brand/use-brand.ts";
import { LazyBoundary } from "../primitives/lazy-boundary.tsx";
import { showToast } from "../primitives/toast.tsx";
import { paths } from "../routes/paths.ts";
import { overlaysTexts } from "../texts/overlays.ts";
import { shellTexts } from "../texts/shell.ts";
import { useTexts } from "../texts/use-texts.ts";
import { BrandTabs } from "./brand-tabs.tsx";
import styles from "./header.module.css";
import { publicNav } from "./nav.ts";
import { SchemeSwitch } from "./scheme-switch.tsx";
import { VisitorActions } from "./visitor-actions.tsx";

const loadSideMenu = () => import("./side-menu/side-menu.tsx");
const SideMenu = lazy(loadSideMenu);
const MemberActions = lazy(() => import("./member-actions.tsx"));

/** The head of every page: the brands, where to go, who is here (spec 000 §2). */
export function Header() {
  const t = useTexts(shellTexts);
  const { brand } = useBrand();
  const isMember = useIsMember();

  return (
    <header className={styles.header}>
      <div className={styles.strip}>
        <BrandTabs full />
        <SchemeSwitch />
      </div>
      <div className={styles.bar}>
        <Link
          to={paths.home}
          className={styles.logo}
          aria-label={t("home", { brand: brand.name })}
          data-focus-home=""
        >
          <BrandLogo brand={brand.key} size={36} />
        </Link>
        <MainNavigation />
        <div className={styles.narrowTabs}>
          <BrandTabs />
        </div>
        <div className={styles.actions} data-member={isMember ? "" : undefined}>
          {isMember ? (
            <LazyBoundary fallback={<span className={styles.memberPlace} />}>
              <MemberActions />
            </LazyBoundary>
          ) : (
            <VisitorActions />
          )}
        </div>
        <MenuToggle />
      </div>
    </header>
  );
}

function MainNavigation() {
  const t = useTexts(shellTexts);
  return (
    <nav className={styles.nav} aria-label={t("mainNavigation")}>
      {publicNav.map(({ path, label }) => (
        <NavLink key={path} to={path} end className={styles.navLink}>
          {t(label)}
        </NavLink>
      ))}
    </nav>
  );
}

/** The button of the side menu and the menu itself, which is fetched when a finger comes near. */
function MenuToggle() {
  const t = useTexts(shellTexts);
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);

  function giveUp() {
    setOpen(false);
    setWanted(false);
    showToast("error", overlaysTexts.say("failed"), 5);
  }

  return (
    <>
      <button
        type="button"
        className={styles.toggle}
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
      </button>
      {wanted && (
        <LazyBoundary onError={giveUp}>
          <SideMenu open={open} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  );
}
