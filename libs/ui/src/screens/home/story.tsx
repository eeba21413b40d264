import { Link } from "react-router";

import type { BrandKey } from "../../brand/brand-key.ts";
import { Scene } from "../../content/scene.tsx";
import type { SceneName } from "../../content/scenes.ts";
import { Section } from "../../content/section.tsx";
import { paths } from "../../routes/paths.ts";
import { homeTexts } from "../../texts/home.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./story.module.css";

const scenes: Record<BrandKey, SceneName> = { "krua-bowl": "story-pot", "thong-cha": "story-pour" };

/** Where the brand comes from, what it wants to be, and how (spec 000 §2: story, vision, mission). */
export function Story({ brand }: { brand: BrandKey }) {
  const t = useTexts(homeTexts);
  return (
    <Section title={t("storyTitle")} sunken>
      <div className={styles.story}>
        <div className={styles.picture}>
          <Scene name={scenes[brand]} alt="" />
        </div>
        <div className={styles.words}>
          <p>{t(`${brand}.story`)}</p>
          <Link className={styles.more} to={paths.about}>
            {t("readStory")}
          </Link>
        </div>
      </div>
      <div className={styles.aims}>
        <article className={styles.aim}>
          <h3>{t("visionTitle")}</h3>
          <p>{t(`${brand}.vision`)}</p>
        </article>
        <article className={styles.aim}>
          <h3>{t("missionTitle")}</h3>
          <p>{t(`${brand}.mission`)}</p>
        </article>
      </div>
    </Section>
  );
}
