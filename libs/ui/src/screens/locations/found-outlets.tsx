import { useMemo, useRef, useState } from "react";

import type { FoundOutlet } from "../../content/outlet-search.ts";
import type { Coordinates } from "../../content/outlets.ts";
import { KUALA_LUMPUR, OutletMap } from "../../map/outlet-map.tsx";
import { Tabs } from "../../primitives/tabs.tsx";
import { locationsTexts } from "../../texts/locations.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { useIsDesktop } from "../../content/use-is-desktop.ts";
import styles from "./found-outlets.module.css";
import { OutletCard } from "./outlet-card.tsx";

/** How near the map goes once it knows where the reader is (spec 001 §9). */
const HERE_ZOOM = 12;

type View = "list" | "map";

interface FoundOutletsProps {
  found: readonly FoundOutlet[];
  here: Coordinates | null;
  now: Date | null;
}

/** The outlets as cards with the map beside them; on phones and tablets one or the other, the list first. */
export function FoundOutlets({ found, here, now }: FoundOutletsProps) {
  const t = useTexts(locationsTexts);
  const [view, setView] = useState<View>("list");
  const [chosen, setChosen] = useState<number | null>(null);
  const hasRoomForBoth = useIsDesktop();
  const list = useRef<HTMLUListElement>(null);
  const onMap = useMapOutlets(found);
  const chosenOne = found.find(({ outlet }) => outlet.id === chosen);

  function showOnMap(id: number) {
    setChosen(id);
    setView("map");
  }

  function chooseOnMap(id: number) {
    setChosen(id);
    if (!hasRoomForBoth) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const card = list.current?.querySelector(`[data-outlet="${id}"]`);
    card?.scrollIntoView({ block: "nearest", behavior: still ? "instant" : "smooth" });
  }

  return (
    <div className={styles.both} data-view={view}>
      <div className={styles.views}>
        <Tabs
          label={t("views.label")}
          tabs={(["list", "map"] as const).map((key) => ({ key, label: t(`views.${key}`) }))}
          active={view}
          onChange={setView}
        />
      </div>
      <ul role="list" ref={list} className={styles.outlets}>
        {found.map((one) => (
          <li key={one.outlet.id} data-outlet={one.outlet.id}>
            <OutletCard
              found={one}
              now={now}
              isChosen={one.outlet.id === chosen}
              onShow={() => showOnMap(one.outlet.id)}
            />
          </li>
        ))}
      </ul>
      <div className={styles.side}>
        <div className={styles.map}>
          {(hasRoomForBoth || view === "map") && (
            <OutletMap
              label={t("map.label")}
              outlets={onMap}
              chosen={chosen}
              onChoose={chooseOnMap}
              here={here}
              hereZoom={HERE_ZOOM}
              start={KUALA_LUMPUR}
            />
          )}
        </div>
        <p role="status" className={styles.said}>
          {chosenOne && t("map.chosen", { name: chosenOne.outlet.name })}
        </p>
        {chosenOne && !hasRoomForBoth && <OutletCard found={chosenOne} now={now} isChosen />}
      </div>
    </div>
  );
}

/** The same list again for the same outlets, so that the map has nothing to do when only the time went by. */
function useMapOutlets(found: readonly FoundOutlet[]) {
  const ids = found.map(({ outlet }) => outlet.id).join();
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the ids say it all
  return useMemo(() => found.map(({ outlet }) => outlet), [ids]);
}
