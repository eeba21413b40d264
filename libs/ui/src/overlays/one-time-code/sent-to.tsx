import { oneTimeCodeTexts } from "../../texts/one-time-code.ts";
import { RichText } from "../../texts/rich-text.tsx";
import styles from "./one-time-code.module.css";
import { maskedNumber } from "./masked-number.ts";
import type { PhoneNumber } from "./phone-number.ts";

/** Where the code went: "Sent by WhatsApp to +60 12-•••• 789". */
export function SentTo({ number }: { number: PhoneNumber }) {
  return (
    <span>
      <RichText
        texts={oneTimeCodeTexts}
        name="sentTo"
        values={{ number: maskedNumber(number.callingCode, number.mobileNumber) }}
        parts={{ number: <strong className={styles.number} /> }}
      />
    </span>
  );
}
