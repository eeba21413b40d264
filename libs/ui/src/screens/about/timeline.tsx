import { aboutTexts } from "../../texts/about.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./timeline.module.css";

const steps = [
  "firstPot",
  "firstMall",
  "acrossTheCountry",
  "thongCha",
  "noodleRecord",
  "teaRecord",
] as const;

/** The years that mattered, oldest first. */
export function Timeline() {
  const t = useTexts(aboutTexts);
  return (
    <ol role="list" className={styles.timeline}>
      {steps.map((step) => (
        <li key={step} className={styles.step}>
          <strong className={styles.year}>{t(`timeline.${step}.year`)}</strong>
          <p>{t(`timeline.${step}.text`)}</p>
        </li>
      ))}
    </ol>
  );
}
