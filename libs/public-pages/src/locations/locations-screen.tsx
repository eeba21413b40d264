import { OutletMap } from "@loyalty/content/outlet-map";
import {
  findOutlets,
  type FoundOutlet,
  type OutletFilter,
  type OutletSort,
  type OutletSearchOptions,
} from "@loyalty/content/outlet-search";
import { type Outlet, outletsOf, useOutlets } from "@loyalty/content/outlets";
import { useGeolocation } from "@loyalty/content/use-geolocation";
import { Button } from "@loyalty/ui/button";
import { SelectField, TextField } from "@loyalty/ui/field";
import { prefersReducedMotion, useIsDesktop } from "@loyalty/ui/media-queries";
import { Empty } from "@loyalty/ui/states";
import { Tabs } from "@loyalty/ui/tabs";
import { Cluster, Grid, Stack } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { useBrand } from "@loyalty/ui/theme-store";
import { useDebouncedValue } from "@loyalty/ui/use-debounced-value";
import { LocateFixed, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";

import { PageHead, Section } from "../components/page-layout.tsx";
import styles from "./locations-screen.module.css";
import { OutletCard, useNow } from "./outlet-card.tsx";
import { locationsTexts } from "./texts.ts";

/** The outlets of the active brand (spec 001 §2). */
export default function LocationsScreen() {
  const { t } = useTranslation(locationsTexts);
  const { brand } = useBrand();
  const outlets = outletsOf(useOutlets(), brand.key);
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

/** Spec 001 §9, Geolocation (locations screen). */
const GEOLOCATION = {
  watch: true,
  enableHighAccuracy: true,
  timeout: 20_000,
  maximumAge: 60_000,
};

const filters = ["all", "new", "delivery"] as const;
const sorts = ["name", "distance"] as const;

/** The outlets of a brand: searched, filtered and sorted (spec 001 §2, Locations). */
function OutletFinder({ outlets }: { outlets: readonly Outlet[] }) {
  const { t } = useTranslation(locationsTexts);
  const input = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [filter, setFilter] = useState<OutletFilter>("all");
  const [sort, setSort] = useState<OutletSort>("name");
  const geolocation = useGeolocation(GEOLOCATION);
  const now = useNow();

  // What was typed before the prerendered page was hydrated.
  useLayoutEffect(() => setQuery(input.current!.value), []);

  const { location } = geolocation;
  const here = location.state === "found" ? location.here : null;
  const isFound = here !== null;
  // A known location sorts by distance.
  useEffect(() => setSort(isFound ? "distance" : "name"), [isFound]);

  const found = findOutlets(outlets, { query: useDebouncedValue(query), filter, sort, here, now });
  // Two searches that find something: a state and a name.
  const examples = { place: outlets.at(-1)?.address.state ?? "", name: outlets[1]?.name ?? "" };

  function showAll() {
    setQuery("");
    setFilter("all");
  }

  return (
    <Section title={t("list")} titleHidden>
      <search className={`${styles.controls} ${layoutStyles.noPrint}`}>
        <TextField
          ref={input}
          type="search"
          label={t("search")}
          hint={t("searchHint", examples)}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          autoComplete="off"
          enterKeyHint="search"
        />
        <Cluster gap={2} role="group" aria-label={t("show")}>
          {filters.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === filter}
              onClick={() => setFilter(each)}
            >
              {t(`filters.${each}`)}
            </button>
          ))}
        </Cluster>
        <SelectField
          label={t("sort")}
          value={sort}
          onChange={(event) => setSort(event.currentTarget.value as OutletSort)}
        >
          {sorts.map((each) => (
            <option key={each} value={each} disabled={each === "distance" && !isFound}>
              {t(`sorts.${each}`)}
            </option>
          ))}
        </SelectField>
      </search>
      <NearMe {...geolocation} />
      <p role="status" className={textStyles.muted}>
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

/** How near the map goes once it knows where the user is (spec 001 §9). */
const HERE_ZOOM = 12;

interface FoundOutletsProps extends Pick<OutletSearchOptions, "here" | "now"> {
  found: readonly FoundOutlet[];
}

/** The outlets as cards with the map beside them; on phones and tablets one or the other, the list first. */
function FoundOutlets({ found, here, now }: FoundOutletsProps) {
  const { t } = useTranslation(locationsTexts);
  const [view, setView] = useState<"list" | "map">("list");
  const [chosen, setChosen] = useState<number | null>(null);
  const isDesktop = useIsDesktop();
  const list = useRef<HTMLUListElement>(null);
  const chosenCard = useRef<HTMLDivElement>(null);
  const chosenOne = found.find(({ outlet }) => outlet.id === chosen);

  function showOnMap(id: number) {
    setChosen(id);
    setView("map");
  }

  /** On a phone the card is below the map: it is shown first, and then brought into view. */
  function chooseOnMap(id: number) {
    flushSync(() => setChosen(id));
    const card = isDesktop
      ? list.current?.querySelector(`[data-outlet="${id}"]`)
      : chosenCard.current;
    card?.scrollIntoView({
      block: "nearest",
      behavior: prefersReducedMotion() ? "instant" : "smooth",
    });
  }

  return (
    <div className={styles.both} data-view={view}>
      <div className={layoutStyles.noPrint}>
        <Tabs
          label={t("views.label")}
          tabs={(["list", "map"] as const).map((key) => ({ key, label: t(`views.${key}`) }))}
          active={view}
          onChange={setView}
        />
      </div>
      <Grid as="ul" role="list" ref={list} gap={4} columns="widest" fill>
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
      </Grid>
      <Stack gap={3} className={`${styles.side} ${layoutStyles.noPrint}`}>
        <div className={styles.map}>
          {(isDesktop || view === "map") && (
            <OutletMap
              label={t("map.label")}
              outlets={found.map(({ outlet }) => outlet)}
              chosen={chosen}
              onChoose={chooseOnMap}
              here={here}
              hereZoom={HERE_ZOOM}
            />
          )}
        </div>
        <p role="status" className={textStyles.muted}>
          {chosenOne && t("map.chosen", { name: chosenOne.outlet.name })}
        </p>
        {chosenOne && !isDesktop && (
          <div ref={chosenCard}>
            <OutletCard found={chosenOne} now={now} isChosen />
          </div>
        )}
      </Stack>
    </div>
  );
}

/** Explains why we would like to know where the user is, and asks only after a tap. */
function NearMe(props: ReturnType<typeof useGeolocation>) {
  const { location, remembered, remember, find } = props;
  const { t } = useTranslation(locationsTexts);
  const { state } = location;
  const explains = state === "unknown" && remembered !== "dismissed" && remembered !== "denied";

  return (
    <Cluster gap={3} className={`${styles.near} ${surfaceStyles.soft} ${layoutStyles.noPrint}`}>
      <div role="status">
        {explains && (
          <span>
            <strong>{t("near.title")}</strong> {t("near.text")}
          </span>
        )}
        {state === "found" && <span>{t("near.found")}</span>}
        {state === "failed" && <span>{t(`errors.${location.problem}`)}</span>}
      </div>
      {state !== "found" && (
        <Button
          variant={explains ? "primary" : "outline"}
          busy={state === "finding"}
          onClick={find}
        >
          {state !== "finding" && <LocateFixed aria-hidden="true" size={18} />}
          <span>{state === "finding" ? t("near.finding") : t("near.find")}</span>
        </Button>
      )}
      {explains && (
        <Button variant="icon" aria-label={t("near.dismiss")} onClick={() => remember("dismissed")}>
          <X aria-hidden="true" size={20} />
        </Button>
      )}
    </Cluster>
  );
}
