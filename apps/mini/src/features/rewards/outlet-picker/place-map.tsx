import { KUALA_LUMPUR, OutletMap, useTexts, type Coordinates } from "@loyalty/ui";
import { outletPickerTexts } from "@loyalty/ui/texts/outlet-picker";
import { useEffect, useMemo, useRef } from "react";

import styles from "./place-map.module.css";
import type { Place } from "./places.ts";

interface PlaceMapProps {
  places: readonly Place[];
  picked: number | null;
  here: Coordinates | null;
  onPick: (id: number) => void;
}

/** The same outlets as markers; the picked one is named below, where the thumb confirms it. */
export function PlaceMap({ places, picked, here, onPick }: PlaceMapProps) {
  const t = useTexts(outletPickerTexts);
  const ids = places.map(({ id }) => id).join();
  // The same list again for the same outlets: the map has nothing to do then.
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the ids say it all
  const onMap = useMemo(() => places.flatMap(({ outlet }) => outlet ?? []), [ids]);
  const chosen = places.find(({ id }) => id === picked);
  const map = useRef<HTMLDivElement>(null);
  // On a phone it would open half under the dialog's buttons.
  useEffect(() => map.current?.scrollIntoView?.({ block: "nearest" }), []);
  return (
    <>
      <div ref={map} className={styles.map}>
        <OutletMap
          label={t("outlets")}
          outlets={onMap}
          chosen={picked}
          onChoose={onPick}
          here={here}
          start={KUALA_LUMPUR}
        />
      </div>
      <p role="status" className={styles.chosen}>
        {chosen ? `${chosen.name} · ${chosen.address}` : t("choose")}
      </p>
    </>
  );
}
