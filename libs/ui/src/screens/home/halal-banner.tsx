import type { BrandKey } from "../../brand/brand-key.ts";
import { Scene } from "../../content/scene.tsx";
import type { SceneName } from "../../content/scenes.ts";
import { homeTexts } from "../../texts/home.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./halal-banner.module.css";

const scenes: Record<BrandKey, SceneName> = {
  "krua-bowl": "krua-halal",
  "thong-cha": "thong-halal",
};

/** The promise that brings whole families: every kitchen is halal. */
export function HalalBanner({ brand }: { brand: BrandKey }) {
  const t = useTexts(homeTexts);
  return (
    <section className={styles.banner} aria-labelledby="halal">
      <div className={styles.picture}>
        <Scene name={scenes[brand]} alt="" />
      </div>
      <div className={styles.words}>
        <h2 id="halal">{t("halal.title")}</h2>
        <p>{t("halal.text")}</p>
      </div>
    </section>
  );
}
