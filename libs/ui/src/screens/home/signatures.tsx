import { Link } from "react-router";

import type { BrandKey } from "../../brand/brand-key.ts";
import { DishCard } from "../../content/dish-card.tsx";
import { signaturesOf } from "../../content/menu.ts";
import { Section } from "../../content/section.tsx";
import { paths } from "../../routes/paths.ts";
import { homeTexts } from "../../texts/home.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./signatures.module.css";

const SHOWN = 4;

/** Four dishes the brand is known for, and the way to the menu. */
export function Signatures({ brand }: { brand: BrandKey }) {
  const t = useTexts(homeTexts);
  return (
    <Section title={t(`signatures.${brand}`)}>
      <ul role="list" className={styles.dishes}>
        {signaturesOf(brand)
          .slice(0, SHOWN)
          .map((dish) => (
            <li key={dish.id}>
              <DishCard dish={dish} />
            </li>
          ))}
      </ul>
      <Link className={styles.all} to={paths.menu}>
        {t("signatures.all")}
      </Link>
    </Section>
  );
}
