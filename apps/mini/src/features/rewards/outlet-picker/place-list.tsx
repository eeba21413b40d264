import { formatClock, useTexts } from "@loyalty/ui";
import { outletPickerTexts } from "@loyalty/ui/texts/outlet-picker";
import { useId } from "react";

import radio from "../../../room/radio.module.css";
import styles from "./place-list.module.css";
import type { Place } from "./places.ts";

interface PlaceListProps {
  places: readonly Place[];
  picked: number | null;
  onPick: (id: number) => void;
}

/** The outlets as one choice: name, address, hours, and how far it is where that is known. */
export function PlaceList({ places, picked, onPick }: PlaceListProps) {
  const t = useTexts(outletPickerTexts);
  const name = useId();
  return (
    <fieldset className={styles.places}>
      <legend className={styles.legend}>{t("outlets")}</legend>
      {places.map((place) => (
        <label key={place.id} className={styles.place}>
          <input
            type="radio"
            className={radio.radio}
            name={name}
            checked={picked === place.id}
            onChange={() => onPick(place.id)}
          />
          <span className={styles.words}>
            <b>{place.name}</b>
            {place.address && <span>{place.address}</span>}
            {place.outlet && (
              <span>
                {t("hours", {
                  opens: formatClock(place.outlet.hours.opens),
                  closes: formatClock(place.outlet.hours.closes),
                })}
              </span>
            )}
          </span>
          {place.km !== null && (
            <span className={styles.km}>{t("distance", { km: place.km.toFixed(1) })}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
