import { Delete } from "lucide-react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";

import { counterTexts } from "../../texts/counter.ts";
import styles from "./counter.module.css";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

interface NumberPadProps {
  onDigit: (digits: string) => void;
  onErase: () => void;
  /** A key for two zeros: for amounts. */
  hundreds?: boolean;
}

/** The field keeps the focus: the user who presses a key may go on by keyboard. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

/** Large keys for figures, for a thumb. */
export function NumberPad({ onDigit, onErase, hundreds }: NumberPadProps) {
  const { t } = useTranslation(counterTexts);
  return (
    <div role="group" aria-label={t("pad.label")} className={styles.pad}>
      {[...DIGITS, hundreds ? "00" : "", "0"].map((key) =>
        key === "" ? (
          <span key="gap" />
        ) : (
          <button
            key={key}
            type="button"
            className={styles.key}
            onMouseDown={keepFocus}
            onClick={() => onDigit(key)}
          >
            {key}
          </button>
        ),
      )}
      <button
        type="button"
        className={styles.key}
        aria-label={t("pad.erase")}
        onMouseDown={keepFocus}
        onClick={onErase}
      >
        <Delete aria-hidden="true" size={28} />
      </button>
    </div>
  );
}
