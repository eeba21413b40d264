import { session } from "@loyalty/api-client";
import { useIsMember } from "@loyalty/api-client/react";
import { LogOut, X } from "lucide-react";
import { lazy } from "react";
import { useNavigate } from "react-router";

import { BrandLogo } from "../../brand/brand-logo.tsx";
import { useBrand } from "../../brand/use-brand.ts";
import { Button } from "../../primitives/button.tsx";
import { Drawer } from "../../primitives/dialog.tsx";
import { LazyBoundary } from "../../primitives/lazy-boundary.tsx";
import { paths } from "../../routes/paths.ts";
import { primitiveTexts } from "../../texts/primitives.ts";
import { shellTexts } from "../../texts/shell.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { BrandTabs } from "../brand-tabs.tsx";
import { SchemeSwitch } from "../scheme-switch.tsx";
import { MainMenu } from "./main-menu.tsx";
import { QuickAccess } from "./quick-access.tsx";
import styles from "./side-menu.module.css";
import { VisitorWelcome } from "./visitor-welcome.tsx";

const MemberWelcome = lazy(() => import("./member-welcome.tsx"));
const RecentActivity = lazy(() => import("./recent-activity.tsx"));

interface SideMenuProps {
  open: boolean;
  onClose: () => void;
}

/** The menu of phones and tablets, spec 000 §2 "Mobile side menu". */
export default function SideMenu({ open, onClose }: SideMenuProps) {
  const t = useTexts(shellTexts);
  const isMember = useIsMember();

  return (
    <Drawer open={open} onClose={onClose} title={t("sideMenu.title")}>
      <SideMenuHead onClose={onClose} />
      <div className={styles.sections}>
        {isMember ? (
          <LazyBoundary fallback={<div className={styles.cardPlace} />}>
            <MemberWelcome />
          </LazyBoundary>
        ) : (
          <VisitorWelcome onClose={onClose} />
        )}
        <BrandTabs full onChosen={onClose} />
        <MainMenu isMember={isMember} onChosen={onClose} />
        {isMember && (
          <LazyBoundary>
            <RecentActivity />
          </LazyBoundary>
        )}
        {isMember && <SignOutButton onClose={onClose} />}
        <QuickAccess onChosen={onClose} />
        <div className={styles.colours}>
          <span aria-hidden="true">{t("scheme.label")}</span>
          <SchemeSwitch />
        </div>
      </div>
    </Drawer>
  );
}

function SideMenuHead({ onClose }: Pick<SideMenuProps, "onClose">) {
  const t = useTexts(shellTexts);
  const p = useTexts(primitiveTexts);
  const { brand } = useBrand();
  return (
    <div className={styles.head}>
      <BrandLogo brand={brand.key} tagline={t(`tagline.${brand.key}`)} size={44} />
      <button type="button" className={styles.close} aria-label={p("close")} onClick={onClose}>
        <X aria-hidden="true" size={24} />
      </button>
    </div>
  );
}

/** Signs out at once, closes the menu and goes home. */
function SignOutButton({ onClose }: Pick<SideMenuProps, "onClose">) {
  const t = useTexts(shellTexts);
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
