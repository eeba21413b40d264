import { Link } from "react-router";

import { awards } from "../../content/awards.ts";
import { Scene } from "../../content/scene.tsx";
import { Section } from "../../content/section.tsx";
import { formatDay } from "../../formats/formats.ts";
import { paths } from "../../routes/paths.ts";
import { awardNameTexts } from "../../texts/award-names.ts";
import { homeTexts } from "../../texts/home.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./records.module.css";

/** The two records the group holds, each with the day it was set. */
export function Records() {
  const t = useTexts(homeTexts);
  const nameOf = useTexts(awardNameTexts);
  return (
    <Section title={t("records.title")}>
      <div className={styles.records}>
        {awards.map(({ id, day, scene }) => (
          <article className={styles.record} key={id}>
            <Scene name={scene} alt="" />
            <div className={styles.words}>
              <h3>{nameOf(id)}</h3>
              <time dateTime={day}>{formatDay(day)}</time>
            </div>
          </article>
        ))}
      </div>
      <Link className={styles.more} to={paths.awards}>
        {t("records.link")}
      </Link>
    </Section>
  );
}
