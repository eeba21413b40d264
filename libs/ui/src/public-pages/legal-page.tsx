import { useTexts } from "../i18n/i18n.ts";
import { Button } from "../primitives/button.tsx";
import { legalPagesTexts } from "../texts/legal-pages.ts";
import { legalTexts } from "../texts/legal.ts";
import styles from "./legal-page.module.css";
import {
  type LegalDocument,
  Paragraphs,
  type PrivacySection,
  type TermsSection,
  useLegalValues,
} from "./legal.tsx";

type SectionName = `terms.sections.${TermsSection}` | `privacy.sections.${PrivacySection}`;

interface LegalPageProps {
  document: LegalDocument;
  sections: readonly SectionName[];
  /** Shown before the sections. */
  summary?: string;
}

/** The last part of a section's name: what a link to it is called. */
const anchorOf = (section: SectionName) => section.slice(section.lastIndexOf(".") + 1);

/** A legal text as a page: contents that lead to its sections, and a print button. */
export function LegalPage({ document, sections, summary }: LegalPageProps) {
  const t = useTexts(legalTexts);
  const page = useTexts(legalPagesTexts);
  const values = useLegalValues();

  return (
    <article className={styles.page}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{t(`${document}.title`)}</h1>
        <p className={styles.date}>
          {t("effectiveDate")}: {t("effectiveValue")}
        </p>
        <p>{t(`${document}.intro`, values)}</p>
        <div className={styles.print}>
          <Button variant="outline" onClick={() => window.print()}>
            {t("print")}
          </Button>
        </div>
      </header>
      {summary && (
        <section className={styles.summary}>
          <h2>{t("summaryTitle")}</h2>
          <Paragraphs text={summary} />
        </section>
      )}
      <nav className={styles.contents} aria-label={t("contents")}>
        <h2 className={styles.contentsTitle}>{t("contents")}</h2>
        <ol className={styles.links}>
          {sections.map((section) => (
            <li key={section}>
              <a href={`#${anchorOf(section)}`}>{t(`${section}.title`)}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.sections}>
        {sections.map((section, position) => (
          <section key={section} id={anchorOf(section)}>
            <h2 className={styles.title}>
              {position + 1}. {t(`${section}.title`)}
            </h2>
            <Paragraphs text={t(`${section}.text`, values)} />
          </section>
        ))}
        <a className={styles.top} href="#top">
          {page("backToTop")}
        </a>
      </div>
    </article>
  );
}
