import { formatMoney } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";

import { counterTexts } from "../../texts/counter.ts";
import styles from "./counter.module.css";
import { NumberPad } from "./number-pad.tsx";

/** RM 99,999.99 is the largest amount that the pad takes. */
const LONGEST_AMOUNT = 7;
/** As the API takes a receipt's number (rules/bills.py). */
const LONGEST_RECEIPT = 40;

/** What is typed of a bill. */
interface Typed {
  receipt: string;
  /** Figures as typed, sen by sen. */
  amount: string;
}

interface BillFieldsProps extends Typed {
  onChange: (change: Partial<Typed>) => void;
}

/** The number of a receipt, and what was paid, sen by sen. */
export function BillFields({ receipt, amount, onChange }: BillFieldsProps) {
  const t = useTexts(counterTexts);
  return (
    <>
      <label className={styles.field}>
        {t("bill.receipt")}
        <input
          className={styles.input}
          value={receipt}
          maxLength={LONGEST_RECEIPT}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          onChange={({ target }) => onChange({ receipt: target.value })}
        />
      </label>
      <p className={styles.amountLine}>
        {t("bill.amount")}
        <output className={styles.amount} aria-live="polite">
          {formatMoney(Number(amount))}
        </output>
      </p>
      <NumberPad
        hundreds
        onDigit={(digits) =>
          onChange({ amount: String(Number((amount + digits).slice(0, LONGEST_AMOUNT))) })
        }
        onErase={() => onChange({ amount: amount.slice(0, -1) })}
      />
    </>
  );
}
