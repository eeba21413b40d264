import { messageOf } from "@loyalty/api-client/errors";
import { newIdempotencyKey } from "@loyalty/api-client/http";
import { usePresent } from "@loyalty/api-client/react/rewards";
import { useHoursInWords } from "@loyalty/content/hours-in-words";
import { OutletMap } from "@loyalty/content/outlet-map";
import { findOutlets } from "@loyalty/content/outlet-search";
import { addressLine, type Coordinates, type Outlet, useOutlets } from "@loyalty/content/outlets";
import { useGeolocation } from "@loyalty/content/use-geolocation";
import { Button } from "@loyalty/ui/button";
import { RadioGroup } from "@loyalty/ui/choice";
import { Dialog } from "@loyalty/ui/dialog";
import { SearchField, SelectField } from "@loyalty/ui/field";
import { i18n } from "@loyalty/ui/i18n";
import { Tabs } from "@loyalty/ui/tabs";
import textStyles from "@loyalty/ui/text.module.css";
import { showToast } from "@loyalty/ui/toast";
import { useDebouncedValue } from "@loyalty/ui/use-debounced-value";
import { VisuallyHidden } from "@loyalty/ui/visually-hidden";
import { Cluster, Grid, Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import { LocateFixed } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import styles from "./outlet-picker.module.css";
import { outletPickerTexts, rewardTexts } from "./texts.ts";

type Places = readonly Pick<Outlet, "id" | "name">[];

interface OutletPickerProps {
  voucherId: number;
  /** Where the voucher is valid; undefined while they load. */
  places: Places | undefined;
  /** The outlet that the member calls theirs: the choice to begin with, where the voucher is valid there. */
  home: number | null;
  /** Shown instead of the outlets until then. */
  pending: ReactNode;
  /** The counter has no network: an outlet has to be picked, for one till of it the code is signed. */
  withoutNetwork?: boolean;
  onClose: () => void;
  onShown: () => void;
}

/**
 * Asks where the voucher will be used; then its code is shown. Skip chooses no outlet: any where the voucher is good
 * takes it (docs/specification.md).
 */
export function OutletPicker(props: OutletPickerProps) {
  const { voucherId, places, home, pending, withoutNetwork = false, onClose, onShown } = props;
  const { t } = useTranslation(outletPickerTexts);
  const start = places?.some(({ id }) => id === home) ? home : null;
  const [chosen, setChosen] = useState<number | null>(null);
  const picked = chosen ?? start;
  // One idempotency key for each chosen outlet.
  const key = useRef<{ outletId: number | null; value: string }>({ outletId: null, value: "" });
  const present = usePresent();
  // The focus does not start in the search: on a phone the keyboard would cover the list.
  const top = useRef<HTMLDivElement>(null);
  const busy = present.isPending;

  async function show(outletId: number | null) {
    if (busy || !places) return;
    if (!key.current.value || key.current.outletId !== outletId)
      key.current = { outletId, value: newIdempotencyKey() };
    try {
      const idempotencyKey = key.current.value;
      await present.mutateAsync({ voucherId, outletId, withoutNetwork, idempotencyKey });
      onShown();
    } catch (error) {
      showToast("error", messageOf(error, i18n.t("claimFailed", { ns: rewardTexts })), 4);
    }
  }

  return (
    <Dialog
      open
      size="lg"
      fixedHeight
      title={t("title")}
      description={t("text")}
      closeOnOverlay={!busy}
      closeOnEscape={!busy}
      closeButton={!busy}
      onClose={onClose}
      initialFocus={top}
      footer={
        <>
          {!withoutNetwork && (
            <Button
              variant="outline"
              aria-disabled={busy || !places || undefined}
              onClick={() => void show(null)}
            >
              {t("skip")}
            </Button>
          )}
          <Button
            busy={busy}
            disabled={picked === null}
            title={picked === null ? t("choose") : undefined}
            onClick={() => void show(picked)}
          >
            {busy ? t("confirming") : t("confirm")}
          </Button>
        </>
      }
    >
      <div ref={top} tabIndex={-1} className={styles.top}>
        {places ? (
          <OutletFinder list={places} start={start} picked={chosen} onPick={setChosen} />
        ) : (
          pending
        )}
      </div>
    </Dialog>
  );
}

/** Spec 001 §9, Geolocation (claim flow). */
const GEOLOCATION = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 5 * 60_000 };

interface OutletFinderProps {
  list: Places;
  /** The choice to begin with; it comes first as long as the location is not known. */
  start: number | null;
  /** What was chosen since. */
  picked: number | null;
  onPick: (id: number) => void;
}

/** The outlets to choose from, with search and region; the nearest first when the member shares their location. */
export function OutletFinder({ list, start, picked, onPick }: OutletFinderProps) {
  const { t } = useTranslation(outletPickerTexts);
  const [query, setQuery] = useState("");
  const [region, setRegion] = useState("");
  const outlets = useOutlets();
  const places = list.map(({ id, name }) => {
    return { id, name, outlet: outlets.find((outlet) => outlet.id === id), km: null };
  });
  const regions = new Set(places.flatMap(({ outlet }) => outlet?.address.state ?? []));
  const [view, setView] = useState<"list" | "map">("list");
  const geolocation = useGeolocation(GEOLOCATION);
  const { location } = geolocation;
  const here = location.state === "found" ? location.here : null;
  const inRegion = places.filter(({ outlet }) => region === "" || outlet?.address.state === region);
  const found = homeFirst(
    findPlaces(inRegion, useDebouncedValue(query), here),
    here ? null : start,
  );

  // Of a user without an outlet of their own, the nearest.
  const nearest = here && picked === null && start === null ? found[0]?.id : undefined;
  useEffect(() => {
    if (nearest !== undefined) onPick(nearest);
  }, [nearest, onPick]);

  return (
    <Stack gap={3} className={styles.finder}>
      <SearchField label={t("search")} value={query} onChange={setQuery} />
      <Grid gap={3} columns="narrowest" align="middle">
        <SelectField
          label={t("region")}
          labelHidden
          value={region}
          onChange={(event) => setRegion(event.currentTarget.value)}
        >
          <option value="">{t("allRegions")}</option>
          {[...regions].sort().map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
        <LocationButton {...geolocation} />
      </Grid>
      {found.length === 0 ? (
        <p role="status" className={textStyles.note}>
          {t("none")}
        </p>
      ) : (
        <VisuallyHidden>
          <p role="status">{t("results", { count: found.length })}</p>
        </VisuallyHidden>
      )}
      <Tabs
        label={t("views")}
        active={view}
        onChange={setView}
        tabs={[
          {
            key: "list",
            label: t("list"),
            panel: (
              <RadioGroup
                label={t("outlets")}
                labelHidden
                layout="list"
                value={picked ?? start}
                onChange={onPick}
                choices={found.map((place) => ({
                  value: place.id,
                  label: <PlaceLabel place={place} isHome={place.id === start} />,
                }))}
              />
            ),
          },
          {
            key: "map",
            label: t("map"),
            panel: (
              <PlaceMap places={found} start={start} picked={picked} here={here} onPick={onPick} />
            ),
          },
        ]}
      />
    </Stack>
  );
}

/** The button that asks for the member's location, and the result. Hidden while the browser blocks locations. */
function LocationButton({ location, denied, blocked, find }: ReturnType<typeof useGeolocation>) {
  const { t } = useTranslation(outletPickerTexts);
  const { state } = location;
  const sentence =
    (state === "unknown" && t(denied ? "locate.denied" : "locate.why")) ||
    (state === "found" && t("locate.found")) ||
    (state === "failed" && t(`locate.${location.problem}`));
  return (
    <>
      {state !== "found" && !blocked && (
        <Button variant="soft" busy={state === "finding"} onClick={find}>
          {state !== "finding" && <LocateFixed aria-hidden="true" size={18} />}
          <span>{state === "finding" ? t("locate.finding") : t("locate.enable")}</span>
        </Button>
      )}
      <p role="status" className={textStyles.note}>
        {sentence}
      </p>
    </>
  );
}

/** An outlet's name, address, opening hours, and the distance if it is known. */
function PlaceLabel({ place, isHome }: { place: Place; isHome: boolean }) {
  const { name, outlet, km } = place;
  const { t } = useTranslation(outletPickerTexts);
  const inWords = useHoursInWords();
  const lines = outlet ? [addressLine(outlet), ...inWords(outlet.hours)] : [];
  return (
    <Cluster as="span" gap={3} nowrap justify="between">
      <Stack as="span" className={textStyles.sm}>
        <b className={textStyles.md}>{name}</b>
        {isHome && <b className={textStyles.primary}>{t("home")}</b>}
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </Stack>
      {km !== null && (
        <span className={`${textStyles.num} ${textStyles.strong} ${textStyles.nowrap}`}>
          {t("distance", { km: km.toFixed(1) })}
        </span>
      )}
    </Cluster>
  );
}

interface PlaceMapProps extends Omit<OutletFinderProps, "list"> {
  places: readonly Place[];
  here: Coordinates | null;
}

function PlaceMap({ places, start, picked, here, onPick }: PlaceMapProps) {
  const { t } = useTranslation(outletPickerTexts);
  const chosen = places.find(({ id }) => id === (picked ?? start));
  const map = useRef<HTMLDivElement>(null);
  // On a phone half the map would be under the dialog's buttons.
  // Newer browsers answer with a promise, which is no cleanup.
  useEffect(() => void map.current?.scrollIntoView?.({ block: "nearest" }), []);
  return (
    <>
      <div ref={map} className={`${styles.map} ${surfaceStyles.round} ${surfaceStyles.clip}`}>
        <OutletMap
          label={t("outlets")}
          outlets={places.flatMap(({ outlet }) => outlet ?? [])}
          chosen={picked}
          onChoose={onPick}
          here={here}
        />
      </div>
      <p role="status" className={`${textStyles.sm} ${textStyles.strong}`}>
        {chosen
          ? `${chosen.name} · ${chosen.outlet ? addressLine(chosen.outlet) : ""}`
          : t("choose")}
      </p>
    </>
  );
}

/** An outlet that can be picked, and its distance in km; null if it or the member's location is not known. */
interface Place extends Pick<Outlet, "id" | "name"> {
  /** Undefined where the content does not describe the outlet yet. */
  outlet: Outlet | undefined;
  km: number | null;
}

const homeFirst = (places: readonly Place[], home: number | null): Place[] =>
  places.toSorted((one, other) => Number(other.id === home) - Number(one.id === home));

/** The places that match: the nearest first, without a location by name (spec 001 §5), those without content last. */
function findPlaces(places: readonly Place[], query: string, here: Coordinates | null): Place[] {
  // By the names that the API gives them.
  const known = places.flatMap(({ name, outlet }) => (outlet ? { ...outlet, name } : []));
  const sort = here ? "distance" : "name";
  const found = findOutlets(known, { query, filter: "all", sort, here, now: null });
  const words = query.trim().toLowerCase();
  return [
    ...found.map(({ outlet, km }) => ({ id: outlet.id, name: outlet.name, outlet, km })),
    ...places.filter(({ name, outlet }) => !outlet && name.toLowerCase().includes(words)),
  ];
}
