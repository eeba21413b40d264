import { Progress } from "../primitives/progress.tsx";
import { memberTexts } from "../texts/member.ts";
import { useTexts } from "../texts/use-texts.ts";
import type { Standing } from "./standing.ts";
import styles from "./tier-progress.module.css";

/** The way to the next tier: a bar that says itself in one sentence, and the words of spec 000 §2 and §4. */
export function TierProgress({ standing }: { standing: Standing }) {
  const t = useTexts(memberTexts);
  switch (standing.status) {
    case "loading":
      return (
        <p className={styles.words} role="status">
          {t("loadingPoints")}
        </p>
      );
    case "failed":
      return <p className={styles.words}>{t("progress.unableToLoad")}</p>;
    case "unclear":
      return <p className={styles.words}>{t("progress.unableToCalculate")}</p>;
    case "top":
      return (
        <div className={styles.progress}>
          <Progress label={t("progress.label")} percent={100} text={t("progress.maxLevel")} />
          <p className={styles.words}>{t("progress.maxLevel")}</p>
        </div>
      );
    case "climbing":
      return <Climb {...standing} />;
  }
}

function Climb(standing: Extract<Standing, { status: "climbing" }>) {
  const { current, target, percent, missing, nextName: tier } = standing;
  const t = useTexts(memberTexts);
  const sentence = missing > 0 ? "progress.sentence" : "progress.reached";

  return (
    <div className={styles.progress}>
      <div className={styles.line} aria-hidden="true">
        <span>{t("progress.pointsToGo", { count: missing })}</span>
        <span className={styles.figures}>{t("progress.figures", { current, target })}</span>
      </div>
      <Progress
        label={t("progress.label")}
        percent={percent}
        text={t(sentence, { current, target, missing, tier })}
      />
      <p className={styles.words}>{t("progress.neededToReach", { count: missing, tier })}</p>
    </div>
  );
}
