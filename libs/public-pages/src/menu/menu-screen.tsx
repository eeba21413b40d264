import { contacts } from "@loyalty/content/company";
import { useContentWords } from "@loyalty/content/content";
import { type Dish, signaturesOf, useMenu } from "@loyalty/content/menu";
import { useDishWords } from "@loyalty/content/menu-words";
import { Cluster, Stack } from "@loyalty/ui/layout";
import { buttonClass } from "@loyalty/ui/button";
import { formatMoney } from "@loyalty/ui/formats";
import layoutStyles from "@loyalty/ui/layout.module.css";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { useBrand } from "@loyalty/ui/theme-store";
import { VisuallyHidden } from "@loyalty/ui/visually-hidden";
import { FileText, Flame } from "lucide-react";
import { useTranslation } from "react-i18next";

import { DishCard, DishPicture } from "../components/dish-card.tsx";
import { PageBanner, PageHead, Section } from "../components/page-layout.tsx";
import { Slides } from "../components/slides.tsx";
import styles from "./menu-screen.module.css";
import { menuTexts } from "./texts.ts";

/** How long a dish stays (spec 001 §2, Menu). */
const DISH_MS = 3000;

/** The menu of the active brand: a banner, what it is known for, then every dish with its price (spec 001 §2). */
export default function MenuScreen() {
  const { brand } = useBrand();
  const { t } = useTranslation(menuTexts);
  const words = useContentWords();
  const parts = useMenu(brand.key);

  return (
    <>
      <PageBanner name={contacts[brand.key].scenes.menu} alt={t(`${brand.key}.banner`)} />
      <PageHead eyebrow={brand.name} title={t("title")} intro={t(`${brand.key}.intro`)}>
        <a
          className={buttonClass({ size: "lg" })}
          href={`/menus/${brand.key}.pdf`}
          target="_blank"
          rel="noopener"
        >
          <FileText aria-hidden="true" size={20} />
          {t("viewFull")}
          <VisuallyHidden>{t("viewFullHow")}</VisuallyHidden>
        </a>
      </PageHead>
      <Section title={t("signatures")}>
        <Slides
          key={brand.key}
          label={t("signatures")}
          kind="several"
          delayMs={DISH_MS}
          slides={signaturesOf(parts).map((dish) => ({
            key: dish.id,
            content: <DishCard dish={dish} />,
          }))}
        />
      </Section>
      <nav className={`${styles.jump} ${layoutStyles.noPrint}`} aria-label={t("jump")}>
        {parts.map(({ id, title }) => (
          <a key={id} href={`#${id}`}>
            {words(title)}
          </a>
        ))}
      </nav>
      {parts.map(({ id, title, dishes }) => (
        <Section key={id} id={id} title={words(title)}>
          <ul role="list" className={styles.dishes}>
            {dishes.map((dish) => (
              <li key={dish.id} className={layoutStyles.avoidBreak}>
                <MenuRow dish={dish} />
              </li>
            ))}
          </ul>
        </Section>
      ))}
      <p className={`${styles.notes} ${textStyles.note}`}>{t("notes")}</p>
    </>
  );
}

function MenuRow({ dish }: { dish: Dish }) {
  const wordsOf = useDishWords();
  const name = wordsOf(dish.name);
  const about = dish.about && wordsOf(dish.about);
  const original = about ? about.original : name.original;
  return (
    <>
      <DishPicture picture={dish.picture} className={surfaceStyles.square} sizes="150px" />
      <Stack gap={1}>
        <Cluster gap={3} tight align="baseline" justify="between">
          <h3 lang={name.lang}>{name.words}</h3>
          <span className={`${textStyles.price} ${textStyles.strong} ${layoutStyles.flexNone}`}>
            {formatMoney(dish.priceSen)}
          </span>
        </Cluster>
        {about && (
          <p className={textStyles.muted} lang={about.lang}>
            {about.words}
          </p>
        )}
        {original !== null && (
          <p className={textStyles.note} lang="en">
            {about && name.original !== null && <strong>{name.original}: </strong>}
            <span>{original}</span>
          </p>
        )}
        <Heat heat={dish.heat} />
      </Stack>
    </>
  );
}

/** How hot a dish is, in chillies; nothing for one that is not. */
function Heat({ heat }: Pick<Dish, "heat">) {
  const { t } = useTranslation(menuTexts);
  if (heat === 0) return null;
  return (
    <Cluster as="span" role="img" aria-label={t("heat", { count: heat })}>
      {Array.from({ length: heat }, (_, flame) => (
        <Flame key={flame} aria-hidden="true" size={16} fill="currentColor" />
      ))}
    </Cluster>
  );
}
