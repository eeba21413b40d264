import { useBrand } from "../../brand/use-brand.ts";
import { outletsOf } from "../../content/outlets.ts";
import { PageHead } from "../../content/page-head.tsx";
import { locationsTexts } from "../../texts/locations.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { OutletFinder } from "./outlet-finder.tsx";

/** The outlets of the active brand (spec 001 §2). */
export default function LocationsScreen() {
  const t = useTexts(locationsTexts);
  const { brand } = useBrand();
  const outlets = outletsOf(brand.key);
  return (
    <>
      <PageHead
        eyebrow={brand.name}
        title={t("title")}
        intro={t(`${brand.key}.intro`, { outlets: outlets.length })}
      />
      <OutletFinder key={brand.key} outlets={outlets} />
    </>
  );
}
