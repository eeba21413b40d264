import { formatMoney } from "../formats/formats.ts";
import { dishTexts } from "../texts/dishes.ts";
import { useTexts } from "../texts/use-texts.ts";
import styles from "./dish-card.module.css";
import { dishPicture } from "./dish-picture.ts";
import type { Dish } from "./menu.ts";

/** A dish as on a menu board: its picture, its name and its price. */
export function DishCard({ dish }: { dish: Dish }) {
  const t = useTexts(dishTexts);
  return (
    <figure className={styles.card}>
      <img
        className={styles.picture}
        src={dishPicture(dish.picture)}
        alt=""
        width={600}
        height={600}
        loading="lazy"
        decoding="async"
        draggable={false}
      />
      <figcaption className={styles.caption}>
        <span>{t(`${dish.id}.name`)}</span>
        <span className={styles.price}>{formatMoney(dish.priceSen)}</span>
      </figcaption>
    </figure>
  );
}
