import { formatMoney } from "@loyalty/ui/formats";
import { Cluster, Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import hidden from "@loyalty/ui/visually-hidden.module.css";
import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";

import { counterTexts } from "../../texts/counter.ts";
import styles from "./counter.module.css";
import { NumberPad } from "./number-pad.tsx";

/** RM 99,999.99 is the largest amount that can be typed. */
const MAX_SEN = 99_999_99;
/** As the API takes a receipt's number (rules/bills.py). */
export const MAX_RECEIPT = 40;

interface Typed {
  receipt: string;
  /** Digits as typed, sen by sen. */
  amount: string;
}

interface BillFieldsProps extends Typed {
  /** What the bill gives: "+71 points". */
  gives?: string | undefined;
  onChange: (change: Partial<Typed>) => void;
}

/** The number of a receipt, and what was paid, sen by sen: by the pad, or by a keyboard. */
export function BillFields({ receipt, amount, gives, onChange }: BillFieldsProps) {
  const { t } = useTranslation(counterTexts);
  const id = useId();
  const receiptInput = useRef<HTMLInputElement>(null);
  const amountInput = useRef<HTMLInputElement>(null);
  // On a touch screen the receipt's number would bring up a keyboard, over the pad.
  useEffect(() => {
    const first = navigator.maxTouchPoints > 0 ? amountInput : receiptInput;
    first.current?.focus({ preventScroll: true });
  }, []);
  const shown = formatMoney(Number(amount));
  const type = (digits: string) => {
    const sen = Number(digits);
    if (sen <= MAX_SEN) onChange({ amount: String(sen) });
  };
  const erase = () => onChange({ amount: amount.slice(0, -1) });
  const edit = (text: string) => {
    const digits = text.replace(/[^0-9]/g, "");
    if (digits === "") onChange({ amount: "" });
    else if (digits.length < shown.replace(/[^0-9]/g, "").length) erase();
    else type(digits);
  };
  return (
    <>
      <Stack as="label" gap={1} className={`${textStyles.strong} ${styles.field}`}>
        <span>{t("bill.receipt")}</span>
        <input
          ref={receiptInput}
          className={styles.input}
          value={receipt}
          maxLength={MAX_RECEIPT}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="next"
          onChange={({ target }) => onChange({ receipt: target.value })}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The scanner of a receipt ends with it too.
            event.preventDefault();
            amountInput.current?.focus({ preventScroll: true });
          }}
        />
      </Stack>
      <Cluster
        nowrap
        gap={3}
        justify="between"
        className={`${surfaceStyles.sunken} ${surfaceStyles.round} ${textStyles.strong} ${styles.amountLine}`}
      >
        <Stack as="span">
          <label htmlFor={`${id}-amount`}>{t("bill.amount")}</label>
          {gives && (
            <small id={`${id}-gives`} className={`${textStyles.success} ${textStyles.sm}`}>
              {gives}
            </small>
          )}
        </Stack>
        <input
          id={`${id}-amount`}
          aria-describedby={gives && `${id}-gives`}
          ref={amountInput}
          className={styles.amount}
          inputMode="none"
          autoComplete="off"
          value={shown}
          // Digits go behind the others, and the last one is erased, wherever the caret is.
          onKeyDown={({ currentTarget: input }) =>
            input.setSelectionRange(input.value.length, input.value.length)
          }
          onChange={({ target }) => edit(target.value)}
        />
      </Cluster>
      <output className={hidden.hidden} aria-live="polite">
        {shown}
      </output>
      <NumberPad hundreds onDigit={(digits) => type(amount + digits)} onErase={erase} />
    </>
  );
}
