import type { OutletFilter, OutletSort } from "../../content/outlet-search.ts";
import { SelectField } from "../../primitives/field.tsx";
import { TextField } from "../../primitives/field.tsx";
import { locationsTexts } from "../../texts/locations.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./finder-controls.module.css";

const filters = ["all", "new", "delivery"] as const;
const sorts = ["name", "distance"] as const;

interface FinderControlsProps {
  query: string;
  filter: OutletFilter;
  sort: OutletSort;
  canSortByDistance: boolean;
  /** What the hint of the search names. */
  examples: { place: string; name: string };
  onQuery: (query: string) => void;
  onFilter: (filter: OutletFilter) => void;
  onSort: (sort: OutletSort) => void;
}

/** Search, filter and order of the outlet list. */
export function FinderControls(props: FinderControlsProps) {
  const t = useTexts(locationsTexts);
  return (
    <search className={styles.controls}>
      <TextField
        type="search"
        label={t("search")}
        hint={t("searchHint", props.examples)}
        value={props.query}
        onChange={(event) => props.onQuery(event.currentTarget.value)}
        autoComplete="off"
        enterKeyHint="search"
      />
      <div className={styles.filters} role="group" aria-label={t("show")}>
        {filters.map((filter) => (
          <button
            key={filter}
            type="button"
            className={styles.filter}
            aria-pressed={props.filter === filter}
            onClick={() => props.onFilter(filter)}
          >
            {t(`filters.${filter}`)}
          </button>
        ))}
      </div>
      <div className={styles.sort}>
        <SelectField
          label={t("sort")}
          value={props.sort}
          onChange={(event) => props.onSort(event.currentTarget.value as OutletSort)}
        >
          {sorts.map((sort) => (
            <option
              key={sort}
              value={sort}
              disabled={sort === "distance" && !props.canSortByDistance}
            >
              {t(`sorts.${sort}`)}
            </option>
          ))}
        </SelectField>
      </div>
    </search>
  );
}
