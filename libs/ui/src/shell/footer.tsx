import { useIsMember } from "@loyalty/api-client/react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";

import { BrandLogo } from "../brand/brand-logo.tsx";
import { company } from "../brand/brands.ts";
import { useBrand } from "../brand/use-brand.ts";
import type { LanguageCode } from "../languages/languages.ts";
import { openOverlay } from "../overlays/overlays.ts";
import { paths } from "../routes/paths.ts";
import { shellTexts } from "../texts/shell.ts";
import { useTexts } from "../texts/use-texts.ts";
import styles from "./footer.module.css";
import { LanguageSelect } from "./language-select.tsx";
import { memberNav, publicNav } from "./nav.ts";
import { SocialLinks } from "./social-links.tsx";

/** The foot of every page: where else to go, who we are. Member links ask visitors to sign in (spec 000 §2). */
export function Footer({ onChooseLanguage }: { onChooseLanguage: (code: LanguageCode) => void }) {
  const t = useTexts(shellTexts);
  const { brand } = useBrand();

  return (
    <footer className={styles.footer}>
      <div className={styles.inside}>
        <div className={styles.brand}>
          <BrandLogo brand={brand.key} tagline={t(`tagline.${brand.key}`)} size={48} />
          <SocialLinks networks={["instagram", "x", "tiktok"]} />
          <LanguageSelect onChoose={onChooseLanguage} />
        </div>
        <nav className={styles.links} aria-label={t("footer.quickLinks")}>
          <LinkGroup title={t("footer.quickLinks")}>
            {publicNav.map(({ path, label }) => (
              <Link key={path} to={path}>
                {t(label)}
              </Link>
            ))}
            <Link to={paths.about}>{t("nav.about")}</Link>
          </LinkGroup>
          <LinkGroup title={t("footer.members")}>
            {memberNav.map(({ path, label }) => (
              <MemberLink key={path} to={path} label={t(label)} />
            ))}
          </LinkGroup>
          <LinkGroup title={t("footer.legal")}>
            <Link to={paths.terms}>{t("nav.terms")}</Link>
            <Link to={paths.privacy}>{t("nav.privacy")}</Link>
          </LinkGroup>
        </nav>
        <Copyright />
      </div>
    </footer>
  );
}

function LinkGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.group}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </div>
  );
}

function MemberLink({ to, label }: { to: string; label: string }) {
  const isMember = useIsMember();
  if (isMember) return <Link to={to}>{label}</Link>;
  return (
    <button type="button" onClick={() => openOverlay("sign-in")}>
      {label}
    </button>
  );
}

/** The current year, even on a page that was prerendered in an earlier one. */
function Copyright() {
  const t = useTexts(shellTexts);
  const [year] = useState(() => new Date().getFullYear());
  const line = t("footer.copyright", { year, company: company.legalName });
  const place = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (place.current) place.current.textContent = line;
  }, [line]);

  return (
    <p ref={place} className={styles.copyright} suppressHydrationWarning>
      {line}
    </p>
  );
}
