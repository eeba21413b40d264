import { FileText } from "lucide-react";

import { useBrand } from "../../brand/use-brand.ts";
import { menus, signaturesOf } from "../../content/menu.ts";
import { PageHead } from "../../content/page-head.tsx";
import { Scene } from "../../content/scene.tsx";
import type { SceneName } from "../../content/scenes.ts";
import type { BrandKey } from "../../brand/brand-key.ts";
import { buttonClass } from "../../primitives/button.tsx";
import { VisuallyHidden } from "../../primitives/visually-hidden.tsx";
import { bannerTexts } from "../../texts/banners.ts";
import { menuTexts } from "../../texts/menu.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { DishCarousel } from "./dish-carousel.tsx";
import { MenuPart } from "./menu-part.tsx";
import styles from "./menu-screen.module.css";

const banners = { "krua-bowl": "krua-table", "thong-cha": "thong-row" } as const satisfies Record<
  BrandKey,
  SceneName
>;

/** The menu of the active brand: a banner, what it is known for, then every dish with its price (spec 001 §2). */
export default function MenuScreen() {
  const { brand } = useBrand();
  const t = useTexts(menuTexts);
  const alt = useTexts(bannerTexts);
  const parts = menus[brand.key];

  return (
    <>
      <div className={styles.banner}>
        <Scene name={banners[brand.key]} alt={alt(banners[brand.key])} isFirst />
      </div>
      <PageHead eyebrow={brand.name} title={t("title")} intro={t(`${brand.key}.intro`)}>
        <p className={styles.whole}>
          <a
            className={buttonClass({ size: "lg" })}
            href={brand.menuPdf}
            target="_blank"
            rel="noopener"
          >
            <FileText aria-hidden="true" size={20} />
            {t("viewFull")}
            <VisuallyHidden>{t("viewFullHow")}</VisuallyHidden>
          </a>
        </p>
      </PageHead>
      <DishCarousel key={brand.key} label={t("signatures")} dishes={signaturesOf(brand.key)} />
      <nav className={styles.jump} aria-label={t("jump")}>
        {parts.map(({ id }) => (
          <a key={id} href={`#${id}`}>
            {t(`sections.${id}`)}
          </a>
        ))}
      </nav>
      {parts.map((part) => (
        <MenuPart key={part.id} part={part} />
      ))}
      <p className={styles.notes}>{t("notes")}</p>
    </>
  );
}
