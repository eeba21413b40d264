import { Flame } from "lucide-react";

import { dishPicture } from "../../content/dish-picture.ts";
import type { Dish, MenuSection } from "../../content/menu.ts";
import { useDishWords } from "../../content/menu-words.ts";
import { formatMoney } from "../../formats/formats.ts";
import { Section } from "../../content/section.tsx";
import { menuTexts } from "../../texts/menu.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./menu-part.module.css";

/** One part of the menu, e.g. the noodle bowls. */
export function MenuPart({ part }: { part: MenuSection }) {
  const t = useTexts(menuTexts);
  return (
    <Section id={part.id} title={t(`sections.${part.id}`)}>
      <ul role="list" className={styles.dishes}>
        {part.dishes.map((dish) => (
          <li key={dish.id} className={styles.dish}>
            <MenuRow dish={dish} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function MenuRow({ dish }: { dish: Dish }) {
  const wordsOf = useDishWords();
  const name = wordsOf(`${dish.id}.name`);
  const about = wordsOf(`${dish.id}.about`);
  return (
    <>
      <img
        className={styles.picture}
        src={dishPicture(dish.picture)}
        alt=""
        width={600}
        height={600}
        loading="lazy"
        decoding="async"
      />
      <div className={styles.words}>
        <div className={styles.line}>
          <h3 className={styles.name} lang={name.lang}>
            {name.words}
          </h3>
          <span className={styles.price}>{formatMoney(dish.priceSen)}</span>
        </div>
        <p className={styles.about} lang={about.lang}>
          {about.words}
        </p>
        {about.original !== null && (
          <p className={styles.original} lang="en">
            {name.original !== null && <strong>{name.original}: </strong>}
            {about.original}
          </p>
        )}
        <Heat heat={dish.heat} />
      </div>
    </>
  );
}

/** How hot a dish is, in chillies; nothing for one that is not. */
function Heat({ heat }: Pick<Dish, "heat">) {
  const t = useTexts(menuTexts);
  if (heat === 0) return null;
  return (
    <span className={styles.heat} role="img" aria-label={t("heat", { count: heat })}>
      {Array.from({ length: heat }, (_, flame) => (
        <Flame key={flame} aria-hidden="true" size={16} fill="currentColor" />
      ))}
    </span>
  );
}
