import { messageOf, newIdempotencyKey } from "@loyalty/api-client";
import { useMember, usePresent } from "@loyalty/api-client/react";
import {
  addressLine,
  Button,
  type Coordinates,
  Dialog,
  distanceKm,
  formatClock,
  KUALA_LUMPUR,
  type Outlet,
  OutletMap,
  outlets,
  SearchField,
  SelectField,
  showToast,
  Tabs,
  useGeolocation,
  useSettled,
  useTexts,
} from "@loyalty/ui";
import { outletPickerTexts } from "@loyalty/ui/texts/outlet-picker";
import { rewardTexts } from "@loyalty/ui/texts/reward";
import { LocateFixed } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";

import { RadioGroup } from "../../page/radio-group.tsx";
import styles from "./outlet-picker.module.css";

interface OutletPickerProps {
  voucherId: number;
  /** Where the voucher is good; null while that is not known. */
  places: readonly { id: number; name: string }[] | null;
  /** What stands in the place of the outlets until then. */
  awaited: ReactNode;
  onClose: () => void;
  onShown: () => void;
}

/**
 * Where will it be used? Then the code is shown. Skip names the member's own outlet, or the first one where the
 * voucher is good: what counts is where the till takes it (docs/readings.md). One key stands for this opened dialog.
 */
export function OutletPicker({ voucherId, places, awaited, onClose, onShown }: OutletPickerProps) {
  const t = useTexts(outletPickerTexts);
  const r = useTexts(rewardTexts);
  const { data: member } = useMember();
  const [picked, setPicked] = useState<number | null>(null);
  // A key belongs to one wish: another outlet is another one.
  const [key, setKey] = useState(() => ({ outletId: 0, value: newIdempotencyKey() }));
  const present = usePresent();
  // Not the search: on a phone its keyboard would cover the list.
  const top = useRef<HTMLDivElement>(null);
  const busy = present.isPending;

  async function show(outletId: number | undefined) {
    if (busy || outletId === undefined) return;
    const wish =
      key.outletId === outletId || key.outletId === 0
        ? { ...key, outletId }
        : { outletId, value: newIdempotencyKey() };
    setKey(wish);
    try {
      await present.mutateAsync({ voucherId, outletId, idempotencyKey: wish.value });
      onShown();
    } catch (error) {
      showToast("error", messageOf(error, r("claimFailed")), 4);
    }
  }

  const own = places?.find(({ id }) => id === member?.outletId) ?? places?.[0];

  return (
    <Dialog
      open
      size="lg"
      title={t("title")}
      description={t("text")}
      closeOnOverlay={!busy}
      closeOnEscape={!busy}
      closeButton={!busy}
      onClose={onClose}
      initialFocus={top}
      footer={
        <>
          <Button
            variant="outline"
            aria-disabled={busy || !own || undefined}
            onClick={() => void show(own?.id)}
          >
            {t("skip")}
          </Button>
          <Button
            busy={busy}
            disabled={picked === null}
            title={picked === null ? t("choose") : undefined}
            onClick={() => void show(picked ?? undefined)}
          >
            {busy ? t("confirming") : t("confirm")}
          </Button>
        </>
      }
    >
      <div ref={top} tabIndex={-1} className={styles.top}>
        {places ? <PlaceFinder list={places} picked={picked} onPick={setPicked} /> : awaited}
      </div>
    </Dialog>
  );
}

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

/** The button that asks where the member is, and what came of it. While the browser itself refuses it is gone. */
export function Locate({ location, denied, blocked, find }: ReturnType<typeof useGeolocation>) {
  const t = useTexts(outletPickerTexts);
  const { state } = location;
  return (
    <>
      {state !== "found" && !blocked && (
        <Button variant="soft" busy={state === "finding"} onClick={find}>
          {state !== "finding" && <LocateFixed aria-hidden="true" size={18} />}
          {state === "finding" ? t("locate.finding") : t("locate.enable")}
        </Button>
      )}
      <p role="status" className={styles.location}>
        {state === "unknown" && t(denied ? "locate.denied" : "locate.why")}
        {state === "found" && t("locate.found")}
        {state === "failed" && t(`locate.${location.problem}`)}
      </p>
    </>
  );
}

interface PlaceListProps {
  places: readonly Place[];
  picked: number | null;
  onPick: (id: number) => void;
}

/** The outlets as one choice: name, address, hours, and how far it is where that is known. */
export function PlaceList({ places, picked, onPick }: PlaceListProps) {
  const t = useTexts(outletPickerTexts);
  return (
    <RadioGroup
      label={t("outlets")}
      labelHidden
      layout="list"
      value={picked}
      onChange={onPick}
      choices={places.map((place) => ({ value: place.id, label: <OutletLabel place={place} /> }))}
    />
  );
}

function OutletLabel({ place: { name, address, outlet, km } }: { place: Place }) {
  const t = useTexts(outletPickerTexts);
  return (
    <span className={styles.outlet}>
      <span className={styles.words}>
        <b>{name}</b>
        {address && <span className={styles.address}>{address}</span>}
        {outlet && (
          <span className={styles.address}>
            {t("hours", {
              opens: formatClock(outlet.hours.opens),
              closes: formatClock(outlet.hours.closes),
            })}
          </span>
        )}
      </span>
      {km !== null && <span className={styles.km}>{t("distance", { km: km.toFixed(1) })}</span>}
    </span>
  );
}

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

/** An outlet that can be picked: the API says which there are, our own content where they stand. */
export interface Place {
  id: number;
  name: string;
  outlet: Outlet | null;
  address: string;
  region: string | null;
  /** From where the member is; null when either is unknown. */
  km: number | null;
}

const known = new Map(outlets.map((outlet) => [outlet.id, outlet]));

/** The places of some outlets, the nearest first where the member is known, else by name. */
export function placesOf(
  list: readonly { id: number; name: string }[],
  here: Coordinates | null,
): Place[] {
  return list
    .map(({ id, name }) => {
      const outlet = known.get(id) ?? null;
      return {
        id,
        name,
        outlet,
        address: outlet ? addressLine(outlet) : "",
        region: outlet?.address.state ?? null,
        km: here && outlet ? distanceKm(here, outlet.coordinates) : null,
      };
    })
    .sort(
      (one, other) =>
        (one.km ?? Infinity) - (other.km ?? Infinity) || one.name.localeCompare(other.name, "en"),
    );
}

/** The regions that a list of places lies in, in alphabetical order. */
export function regionsOf(places: readonly Place[]): string[] {
  return [...new Set(places.flatMap(({ region }) => region ?? []))].sort();
}

/** The places of a region whose name or address holds the words, whatever the case (spec 001 §5). */
export function matching(places: readonly Place[], query: string, region: string): Place[] {
  const wanted = query.trim().toLowerCase();
  return places.filter(
    (place) =>
      (region === "" || place.region === region) &&
      `${place.name}\n${place.address}`.toLowerCase().includes(wanted),
  );
}
