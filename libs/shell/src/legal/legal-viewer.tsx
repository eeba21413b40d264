import { Dialog } from "@loyalty/ui/dialog";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import { legalTexts } from "../texts/legal.ts";
import styles from "./legal-viewer.module.css";
import { type LegalDocument, Paragraphs, sectionsOf, useLegalValues } from "./legal.tsx";

interface LegalViewerProps {
  document: LegalDocument;
  onClose: () => void;
}

/**
 * Sections that the viewer shows of each document (spec 000 §2). The ninth of the privacy policy, whom to turn to, is
 * said below them as a closing note: nothing that a member must know is left out.
 */
const SECTIONS_SHOWN = 8;

/** Terms or Privacy in a dialog, which can lie over the registration without disturbing it. */
export default function LegalViewer({ document, onClose }: LegalViewerProps) {
  const { t } = useTranslation(legalTexts);
  const text = useRef<HTMLDivElement>(null);
  const values = useLegalValues();
  const names = sectionsOf(document);

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
        <ol role="list">
          {names.slice(0, SECTIONS_SHOWN).map((name) => (
            <li key={name}>
              <h3>{t(`${name}.title`)}</h3>
              <Paragraphs text={t(`${name}.text`, values)} />
            </li>
          ))}
        </ol>
        {names.slice(SECTIONS_SHOWN).map((name) => (
          <Paragraphs key={name} text={t(`${name}.text`, values)} />
        ))}
      </div>
    </Dialog>
  );
}
