import { SearchField, SelectField, Tabs, useGeolocation, useSettled, useTexts } from "@loyalty/ui";
import { outletPickerTexts } from "@loyalty/ui/texts/outlet-picker";
import { useState } from "react";

import { Locate } from "./locate.tsx";
import styles from "./place-finder.module.css";
import { PlaceList } from "./place-list.tsx";
import { PlaceMap } from "./place-map.tsx";
import { matching, placesOf, regionsOf } from "./places.ts";

/** Spec 001 §9, Geolocation (claim flow). */
const GEOLOCATION = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 5 * 60_000 };

interface PlaceFinderProps {
  list: readonly { id: number; name: string }[];
  picked: number | null;
  onPick: (id: number) => void;
}

/** The outlets to choose from: searched, by region, the nearest first once the member said where that is. */
export function PlaceFinder({ list, picked, onPick }: PlaceFinderProps) {
  const t = useTexts(outletPickerTexts);
  const [query, setQuery] = useState("");
  const [region, setRegion] = useState("");
  const [view, setView] = useState<"list" | "map">("list");
  const geolocation = useGeolocation(GEOLOCATION);
  const { location } = geolocation;
  const here = location.state === "found" ? location.here : null;
  const places = placesOf(list, here);
  const found = matching(places, useSettled(query), region);

  return (
    <div className={styles.finder}>
      <SearchField label={t("search")} value={query} onChange={setQuery} />
      <div className={styles.row}>
        <SelectField
          label={t("region")}
          labelHidden
          value={region}
          onChange={(event) => setRegion(event.currentTarget.value)}
        >
          <option value="">{t("allRegions")}</option>
          {regionsOf(places).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <Locate {...geolocation} />
      </div>
      <p role="status" className={styles.count}>
        {found.length === 0 ? t("none") : t("results", { count: found.length })}
      </p>
      <Tabs
        label={t("views")}
        active={view}
        onChange={setView}
        tabs={[
          {
            key: "list",
            label: t("list"),
            panel: <PlaceList places={found} picked={picked} onPick={onPick} />,
          },
          {
            key: "map",
            label: t("map"),
            panel: <PlaceMap places={found} picked={picked} here={here} onPick={onPick} />,
          },
        ]}
      />
    </div>
  );
}
