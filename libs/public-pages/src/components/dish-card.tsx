import { useContentWords } from "@loyalty/content/content";
import type { Dish } from "@loyalty/content/menu";
import { sourceOf } from "@loyalty/content/pictures";
import { formatMoney } from "@loyalty/ui/formats";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";

import styles from "./dish-card.module.css";

/** A dish as on a menu board: its picture, its name and its price. */
export function DishCard({ dish }: { dish: Dish }) {
  const words = useContentWords();
  return (
    <figure className={`${surfaceStyles.card} ${surfaceStyles.clip} ${styles.card}`}>
      <DishPicture picture={dish.picture} className={surfaceStyles.square} />
      <figcaption>
        <span>{words(dish.name)}</span>
        <span className={textStyles.price}>{formatMoney(dish.priceSen)}</span>
      </figcaption>
    </figure>
  );
}

interface DishPictureProps extends Pick<Dish, "picture"> {
  className: string | undefined;
  /** How wide it is on the page. */
  sizes?: string;
}

export function DishPicture({ picture, className, sizes = "300px" }: DishPictureProps) {
  return (
    <img
      className={className}
      {...sourceOf(picture, "dishes", sizes)}
      alt=""
      width={600}
      height={600}
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  );
}
