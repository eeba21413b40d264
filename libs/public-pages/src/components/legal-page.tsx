import { type LegalDocument, Paragraphs, sectionsOf, useLegalValues } from "@loyalty/shell/legal";
import { legalTexts } from "@loyalty/shell/texts/legal";
import { Button } from "@loyalty/ui/button";
import layoutStyles from "@loyalty/ui/layout.module.css";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { useTranslation } from "react-i18next";

import styles from "./legal-page.module.css";
import { legalPagesTexts } from "./texts.ts";

/** A legal text as a page: a summary of the privacy policy, contents that lead to the sections, and a print button. */
export function LegalPage({ document }: { document: LegalDocument }) {
  const { t } = useTranslation(legalTexts);
  const { t: page } = useTranslation(legalPagesTexts);
  const values = useLegalValues();
  // A link to a section has the last part of its name.
  const sections = sectionsOf(document).map((name) => ({ name, id: name.split(".").at(-1) }));

  return (
    <article className={styles.page}>
      <header>
        <h1 tabIndex={-1}>{t(`${document}.title`)}</h1>
        <p className={textStyles.muted}>
          {t("effectiveDate")}: {t("effectiveValue")}
        </p>
        <p>{t(`${document}.intro`, values)}</p>
        <div className={layoutStyles.noPrint}>
          <Button variant="outline" onClick={() => window.print()}>
            {t("print")}
          </Button>
        </div>
      </header>
      {document === "privacy" && (
        <section className={surfaceStyles.soft}>
          <h2 className={textStyles.xl}>{t("summaryTitle")}</h2>
          <Paragraphs text={t("privacy.summary")} />
        </section>
      )}
      <nav aria-label={t("contents")}>
        <h2 className={textStyles.xl}>{t("contents")}</h2>
        <ol>
          {sections.map(({ name, id }) => (
            <li key={id}>
              <a className={textStyles.link} href={`#${id}`}>
                {t(`${name}.title`)}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div>
        {sections.map(({ name, id }, position) => (
          <section key={id} id={id}>
            <h2 className={textStyles.xl}>
              {position + 1}. {t(`${name}.title`)}
            </h2>
            <Paragraphs text={t(`${name}.text`, values)} />
          </section>
        ))}
        <a className={`${textStyles.link} ${layoutStyles.noPrint}`} href="#top">
          {page("backToTop")}
        </a>
      </div>
    </article>
  );
}
