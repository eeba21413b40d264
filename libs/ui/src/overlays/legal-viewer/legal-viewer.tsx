import { useRef } from "react";

import { Dialog } from "../../primitives/dialog.tsx";
import { legalTexts } from "../../texts/legal.ts";
import { useTexts } from "../../texts/use-texts.ts";
import {
  paragraphsOf,
  PRIVACY_SECTIONS,
  TERMS_SECTIONS,
  type LegalDocument,
} from "./legal-sections.ts";
import { useLegalValues } from "./legal-values.ts";
import styles from "./legal-viewer.module.css";

interface LegalViewerProps {
  document: LegalDocument;
  onClose: () => void;
}

/** Sections that the viewer shows of each document (spec 000 §2). */
const SHOWN = 8;

/** Terms or Privacy in a dialog, which can lie over the registration without disturbing it. */
export function LegalViewer({ document, onClose }: LegalViewerProps) {
  const t = useTexts(legalTexts);
  const text = useRef<HTMLDivElement>(null);
  const values = useLegalValues();
  const names =
    document === "terms"
      ? TERMS_SECTIONS.map((section) => `terms.sections.${section}` as const)
      : PRIVACY_SECTIONS.map((section) => `privacy.sections.${section}` as const);

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`${document}.title`)}
      description={`${t("effectiveDate")}: ${t("effectiveValue")}`}
      closeOnOverlay
      size="lg"
      initialFocus={text}
    >
      {/* Has the focus, so that the arrow keys scroll it from the start. */}
      <div ref={text} className={styles.text} tabIndex={-1}>
        <p>{t(`${document}.intro`, values)}</p>
        <ol className={styles.sections}>
          {names.slice(0, SHOWN).map((name) => (
            <li key={name}>
              <h3 className={styles.heading}>{t(`${name}.title`)}</h3>
              <Paragraphs text={t(`${name}.text`, values)} />
            </li>
          ))}
        </ol>
        {names.slice(SHOWN).map((name) => (
          <Paragraphs key={name} text={t(`${name}.text`, values)} />
        ))}
      </div>
    </Dialog>
  );
}

function Paragraphs({ text }: { text: string }) {
  return paragraphsOf(text).map((paragraph) => <p key={paragraph}>{paragraph}</p>);
}
