import { useEffect, useState } from "react";

import { findOutlets, type OutletFilter, type OutletSort } from "../../content/outlet-search.ts";
import type { Outlet } from "../../content/outlets.ts";
import { Section } from "../../content/section.tsx";
import { useGeolocation } from "../../geolocation/use-geolocation.ts";
import { Button } from "../../primitives/button.tsx";
import { Empty } from "../../primitives/states.tsx";
import { locationsTexts } from "../../texts/locations.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { FinderControls } from "./finder-controls.tsx";
import { FoundOutlets } from "./found-outlets.tsx";
import { NearMe } from "./near-me.tsx";
import styles from "./outlet-finder.module.css";
import { useNow } from "./use-now.ts";
import { useSettled } from "./use-settled.ts";

/** Spec 001 §9, Geolocation (locations screen). */
const GEOLOCATION = {
  watch: true,
  enableHighAccuracy: true,
  timeout: 20_000,
  maximumAge: 60_000,
};

/** Two searches that find something: a state and a name. */
function examplesOf(outlets: readonly Outlet[]): { place: string; name: string } {
  return { place: outlets.at(-1)?.address.state ?? "", name: outlets[1]?.name ?? "" };
}

/** The outlets of a brand: searched, filtered and sorted (spec 001 §2, Locations). */
export function OutletFinder({ outlets }: { outlets: readonly Outlet[] }) {
  const t = useTexts(locationsTexts);
  const [query, setQuery] = useState("");
  const [filter, setFilter] = useState<OutletFilter>("all");
  const [sort, setSort] = useState<OutletSort>("name");
  const geolocation = useGeolocation(GEOLOCATION);
  const now = useNow();

  const { location } = geolocation;
  const here = location.state === "found" ? location.here : null;
  const isFound = here !== null;
  // Whoever asked how far it is wants the nearest first.
  useEffect(() => setSort(isFound ? "distance" : "name"), [isFound]);

  const found = findOutlets(outlets, { query: useSettled(query), filter, sort, here, now });

  function showAll() {
    setQuery("");
    setFilter("all");
  }

  return (
    <Section title={t("list")} titleHidden>
      <FinderControls
        {...{ query, filter, sort }}
        canSortByDistance={isFound}
        examples={examplesOf(outlets)}
        onQuery={setQuery}
        onFilter={setFilter}
        onSort={setSort}
      />
      <NearMe {...geolocation} />
      <p role="status" className={styles.count}>
        {t("results", { count: found.length })}
      </p>
      {found.length === 0 ? (
        <Empty text={t(filter === "new" && query.trim() === "" ? "noneNew" : "none")}>
          <Button variant="outline" onClick={showAll}>
            {t("showAll")}
          </Button>
        </Empty>
      ) : (
        <FoundOutlets found={found} here={here} now={now} />
      )}
    </Section>
  );
}
