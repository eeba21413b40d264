import { useContentWords } from "../content/content.ts";
import type { Dish } from "../content/menu.ts";
import { sourceOf } from "../content/pictures.ts";
import { formatMoney } from "../i18n/formats.ts";
import styles from "./dish-card.module.css";

/** A dish as on a menu board: its picture, its name and its price. */
export function DishCard({ dish }: { dish: Dish }) {
  const words = useContentWords();
  return (
    <figure className={styles.card}>
      <DishPicture picture={dish.picture} className={styles.picture} />
      <figcaption className={styles.caption}>
        <span>{words(dish.name)}</span>
        <span className={styles.price}>{formatMoney(dish.priceSen)}</span>
      </figcaption>
    </figure>
  );
}

/** A dish's picture; its name is beside it. */
export function DishPicture(props: { picture: Dish["picture"]; className: string | undefined }) {
  return (
    <img
      className={props.className}
      {...sourceOf(props.picture, dishPicture, "300px")}
      alt=""
      width={600}
      height={600}
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  );
}

const dishFiles = import.meta.glob<string>("../art/dishes/*.svg", {
  eager: true,
  query: "?no-inline",
  import: "default",
});

/** The address of a dish's drawing, 600 units square; undefined when nobody has drawn it. */
export function dishPicture(name: string): string | undefined {
  return dishFiles[`../art/dishes/${name}.svg`];
}
