import { useIsMember } from "@loyalty/api-client/react/session";
import { BrandLogo } from "@loyalty/ui/brand-logo";
import { type BrandContact, company, contacts } from "@loyalty/content/company";
import type { LanguageCode } from "@loyalty/ui/languages";
import { Cluster, Grid, Stack } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { LanguageSelect } from "@loyalty/ui/preferences";
import { useBrand } from "@loyalty/ui/theme-store";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { openDialog } from "../account/dialogs.ts";
import { paths } from "../routes/paths.ts";
import { shellTexts } from "./texts.ts";
import styles from "./footer.module.css";
import { memberNav, publicNav } from "./navigation.ts";

/** The foot of every page: where else to go, who we are. Member links ask visitors to sign in (spec 000 §2). */
export function Footer({ onChooseLanguage }: { onChooseLanguage: (code: LanguageCode) => void }) {
  const { t } = useTranslation(shellTexts);
  const { brand } = useBrand();

  return (
    <footer className={styles.footer}>
      <div>
        <Stack gap={4} className={layoutStyles.noPrint}>
          <BrandLogo brand={brand.key} tagline={t(`tagline.${brand.key}`)} size={48} />
          <SocialLinks networks={["instagram", "x", "tiktok"]} />
          <LanguageSelect onChoose={onChooseLanguage} />
        </Stack>
        <Grid
          as="nav"
          columns="narrowest"
          gap={5}
          className={layoutStyles.noPrint}
          aria-label={t("footer.quickLinks")}
        >
          <LinkGroup title={t("footer.quickLinks")}>
            {publicNav.map(({ name, path }) => (
              <Link key={path} to={path}>
                {t(`nav.${name}`)}
              </Link>
            ))}
            <Link to={paths.about}>{t("nav.about")}</Link>
          </LinkGroup>
          <LinkGroup title={t("footer.members")}>
            {memberNav.map(({ name, path }) => (
              <MemberLink key={path} to={path} label={t(`nav.${name}`)} />
            ))}
          </LinkGroup>
          <LinkGroup title={t("footer.legal")}>
            <Link to={paths.terms}>{t("nav.terms")}</Link>
            <Link to={paths.privacy}>{t("nav.privacy")}</Link>
          </LinkGroup>
        </Grid>
        <Copyright />
      </div>
    </footer>
  );
}

function LinkGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack align="start">
      <h2>{title}</h2>
      {children}
    </Stack>
  );
}

function MemberLink({ to, label }: { to: string; label: string }) {
  const isMember = useIsMember();
  if (isMember) return <Link to={to}>{label}</Link>;
  return (
    <button type="button" onClick={() => openDialog("sign-in")}>
      {label}
    </button>
  );
}

/** The current year, even on a page that was prerendered in an earlier one. */
function Copyright() {
  const { t } = useTranslation(shellTexts);
  const [year] = useState(() => new Date().getFullYear());
  const line = t("footer.copyright", { year, company: company.legalName });
  const place = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    if (place.current) place.current.textContent = line;
  }, [line]);

  return (
    <p ref={place} suppressHydrationWarning>
      {line}
    </p>
  );
}

/** Links to the active brand's places on social networks. */
export function SocialLinks({ networks }: { networks: SocialNetwork[] }) {
  const { t } = useTranslation(shellTexts);
  const { brand } = useBrand();

  return (
    <Cluster as="ul" role="list" gap={2}>
      {networks.map((network) => (
        <li key={network}>
          <a
            href={contacts[brand.key].social[network]}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={t(`social.${network}`, { brand: brand.name })}
            className={styles.link}
          >
            <SocialIcon network={network} />
          </a>
        </li>
      ))}
    </Cluster>
  );
}

type SocialNetwork = keyof BrandContact["social"];

/** The glyphs of X and TikTok are those of Simple Icons (CC0). */
const X_GLYPH =
  "M14.234 10.162 22.977 0h-2.072l-7.591 8.824L7.251 0H.258l9.168 13.343L.258 24H2.33l8.016-9.318L16.749 24h6.993zm-2.837 3.299-.929-1.329L3.076 1.56h3.182l5.965 8.532.929 1.329 7.754 11.09h-3.182z";
const TIKTOK_GLYPH =
  "M12.525.02c1.31-.02 2.61-.01 3.91-.02.08 1.53.63 3.09 1.75 4.17 1.12 1.11 2.7 1.62 4.24 1.79v4.03c-1.44-.05-2.89-.35-4.2-.97-.57-.26-1.1-.59-1.62-.93-.01 2.92.01 5.84-.02 8.75-.08 1.4-.54 2.79-1.35 3.94-1.31 1.92-3.58 3.17-5.91 3.21-1.43.08-2.86-.31-4.08-1.03-2.02-1.19-3.44-3.37-3.65-5.71-.02-.5-.03-1-.01-1.49.18-1.9 1.12-3.72 2.58-4.96 1.66-1.44 3.98-2.13 6.15-1.72.02 1.48-.04 2.96-.04 4.44-.99-.32-2.15-.23-3.02.37-.63.41-1.11 1.04-1.36 1.75-.21.51-.15 1.07-.14 1.61.24 1.64 1.82 3.02 3.5 2.87 1.12-.01 2.19-.66 2.77-1.61.19-.33.4-.67.41-1.06.1-1.79.06-3.57.07-5.36.01-4.03-.01-8.05.02-12.07z";

function SocialIcon({ network }: { network: SocialNetwork }) {
  return (
    <svg viewBox="0 0 24 24" width={20} height={20} fill="currentColor" aria-hidden="true">
      {network === "instagram" ? (
        <g fill="none" stroke="currentColor" strokeWidth="2.1">
          <rect x="1.6" y="1.6" width="20.8" height="20.8" rx="6" />
          <circle cx="12" cy="12" r="4.9" />
          <circle cx="18" cy="6" r="0.5" />
        </g>
      ) : (
        <path d={network === "x" ? X_GLYPH : TIKTOK_GLYPH} />
      )}
    </svg>
  );
}
