import { brandKeys } from "../brand/brand-key.ts";
import { brands } from "../brand/brands.ts";
import { useBrand } from "../brand/use-brand.ts";
import { shellTexts } from "../texts/shell.ts";
import { useTexts } from "../texts/use-texts.ts";
import styles from "./brand-tabs.module.css";

interface BrandTabsProps {
  /** The whole names, where there is room. */
  full?: boolean;
  /** A brand was chosen, be it the active one again. */
  onChosen?: () => void;
}

/** The switch between the two brands: the pressed one is active. It changes the page, so it is no tab panel. */
export function BrandTabs({ full = false, onChosen }: BrandTabsProps) {
  const t = useTexts(shellTexts);
  const { brand, chooseBrand } = useBrand();

  return (
    <div
      role="group"
      aria-label={t("brands")}
      className={full ? `${styles.tabs} ${styles.full}` : styles.tabs}
    >
      {brandKeys.map((key) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === brand.key}
          aria-label={brands[key].name}
          className={styles.tab}
          onClick={() => {
            chooseBrand(key);
            onChosen?.();
          }}
        >
          {full ? brands[key].name : brands[key].shortName}
        </button>
      ))}
    </div>
  );
}
