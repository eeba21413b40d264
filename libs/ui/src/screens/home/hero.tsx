import { Link } from "react-router";

import type { BrandKey } from "../../brand/brand-key.ts";
import { openOverlay } from "../../overlays/overlays.ts";
import { buttonClass } from "../../primitives/button.tsx";
import { Button } from "../../primitives/button.tsx";
import { paths } from "../../routes/paths.ts";
import { homeTexts } from "../../texts/home.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { BannerSlider } from "./banner-slider.tsx";
import styles from "./hero.module.css";

/** What a visitor sees first: a dish, one sentence and one thing to do. */
export function Hero({ brand }: { brand: BrandKey }) {
  const t = useTexts(homeTexts);
  return (
    <div className={styles.hero}>
      <BannerSlider brand={brand} />
      <div className={styles.panel}>
        <p className={styles.eyebrow}>{t(`${brand}.eyebrow`)}</p>
        <h1 tabIndex={-1}>{t(`${brand}.title`)}</h1>
        <p className={styles.lead}>{t(`${brand}.lead`)}</p>
        <div className={styles.actions}>
          <Button size="lg" onClick={() => openOverlay("register")}>
            {t("join")}
          </Button>
          <Link className={buttonClass({ variant: "outline", size: "lg" })} to={paths.menu}>
            {t("seeMenu")}
          </Link>
        </div>
        <p className={styles.terms}>{t("offerTerms")}</p>
      </div>
    </div>
  );
}
