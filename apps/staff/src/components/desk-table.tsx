import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import hidden from "@loyalty/ui/visually-hidden.module.css";
import {
  getCoreRowModel,
  getSortedRowModel,
  type SortingState,
  useReactTable,
} from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { staffTexts } from "../texts/staff.ts";
import styles from "./desk-table.module.css";
import { type RowAct, RowMenu } from "./row-menu.tsx";

export interface Column<Row> {
  /** Its name in the address and among the columns that can be left out; by default its place. */
  id?: string;
  /** The heading; as a text it is also the label of the value in a card. */
  head: string | (() => ReactNode);
  /** Null or an empty text: there is nothing, which a card leaves out. */
  cell: (row: Row) => ReactNode;
  /** What the rows are sorted by; without it the column sorts nothing. */
  sortBy?: ((row: Row) => number | string) | undefined;
  /** The sum of the column. */
  foot?: ReactNode;
  /** What the row is called: it heads the row's card on a narrow screen. One column of a table has it. */
  isTitle?: boolean;
  isNumber?: boolean;
  /** It is left out where the table would be wider than the page. */
  isSpare?: boolean;
  /** Sentences: they go over several lines. */
  isLong?: boolean;
  /** Its corner of a card: a box to tick, or the menu of the row. */
  corner?: "tick" | "menu";
}

interface DeskTableProps<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  /** What the table shows, for screen readers. */
  caption: string;
  /** Shown in the place of no rows: what is normal here. */
  empty: string;
  rowKey: (row: Row) => string | number;
  density?: "normal" | "tight" | "media";
  /** The columns that are not shown, by their ids. */
  hidden?: readonly string[];
  /** The rows come sorted: only the address follows from the heads. */
  isSorted?: boolean;
  /** Draws a row: `waiting` for a second person, `selected`, `faint` for what is over. */
  stateOf?: (row: Row) => "waiting" | "selected" | "faint" | undefined;
  /** What can be done with a row, in its menu. */
  actsOf?: ((row: Row) => { name: string; acts: readonly RowAct[] }) | undefined;
}

/** The order of a table as its address has it: `?sort=-amount`. */
export function useSorting(): [SortingState, (sorting: SortingState) => void] {
  const [query, setQuery] = useSearchParams();
  const sort = query.get("sort") ?? "";
  const sorting = sort === "" ? [] : [{ id: sort.replace(/^-/, ""), desc: sort.startsWith("-") }];
  const choose = ([first]: SortingState) =>
    setQuery(
      (before) => {
        const next = new URLSearchParams(before);
        if (first) next.set("sort", `${first.desc ? "-" : ""}${first.id}`);
        else next.delete("sort");
        return next;
      },
      { replace: true },
    );
  return [sorting, choose];
}

type QueryTableProps<Row> = Omit<DeskTableProps<Row>, "rows"> &
  Pick<ComponentProps<typeof QueryResult<Row[]>>, "query" | "loading" | "failed">;

/** The rows of a query as a table; before that, that they load, or why they did not. */
export function QueryTable<Row extends object>(props: QueryTableProps<Row>) {
  const { query, loading, failed, ...table } = props;
  return (
    <QueryResult query={query} loading={loading} failed={failed} height="12rem">
      {(rows) => <DeskTable {...table} rows={rows} />}
    </QueryResult>
  );
}

/** Rows as a table that the heads sort, and below the width of a desk as a card a row. */
export function DeskTable<Row extends object>(props: DeskTableProps<Row>) {
  const { rows, columns, caption, empty, rowKey, density = "normal", stateOf, actsOf } = props;
  const { hidden: leftOut = [], isSorted = false } = props;
  const { t } = useTranslation(staffTexts);
  const [sorting, setSorting] = useSorting();
  const menuOf = (row: Row) => {
    const { name, acts } = actsOf!(row);
    return <RowMenu label={t("table.acts", { name })} acts={acts} />;
  };
  const menu: Column<Row>[] = actsOf ? [{ head: "", corner: "menu", cell: menuOf }] : [];
  const named = new Map(
    [...columns, ...menu].map((column, at) => [column.id ?? String(at), column]),
  );
  // oxlint-disable-next-line react-hooks/incompatible-library -- no compiler is in use
  const table = useReactTable({
    data: rows as Row[],
    columns: [...named].map(([id, { sortBy }]) => ({
      id,
      accessorFn: sortBy ?? (() => null),
      enableSorting: sortBy !== undefined,
    })),
    state: {
      // The address may name a column that this table does not have, or no more.
      sorting: sorting.filter(({ id }) => named.has(id)),
      columnVisibility: Object.fromEntries(leftOut.map((id) => [id, false])),
    },
    manualSorting: isSorted,
    onSortingChange: (change) =>
      setSorting(typeof change === "function" ? change(sorting) : change),
    getRowId: (row) => String(rowKey(row)),
    // There are no pages: without this each new array of rows or sorting draws the table again, without end.
    autoResetPageIndex: false,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
  });
  if (rows.length === 0) return <Empty text={empty} />;
  const shown = table
    .getVisibleLeafColumns()
    .map((sorted) => ({ sorted, ...named.get(sorted.id)! }));
  return (
    <div className={styles.frame}>
      <table className={styles.table} data-density={density}>
        <caption className={hidden.hidden}>{caption}</caption>
        <thead>
          <tr>
            {shown.map((column) => {
              const { sorted, head } = column;
              const order = sorted.getIsSorted();
              if (!head) return <td key={sorted.id} {...drawnAs(column)} />;
              const content = typeof head === "string" ? head : head();
              return (
                <th
                  key={sorted.id}
                  scope="col"
                  {...drawnAs(column)}
                  aria-sort={
                    order === false ? undefined : order === "asc" ? "ascending" : "descending"
                  }
                >
                  {sorted.getCanSort() ? (
                    <button
                      type="button"
                      className={styles.sort}
                      title={t("table.sort")}
                      onClick={sorted.getToggleSortingHandler()}
                    >
                      <span>{content}</span>
                      {order === "asc" && <ArrowUp aria-hidden="true" size={12} />}
                      {order === "desc" && <ArrowDown aria-hidden="true" size={12} />}
                      {order === false && <ChevronsUpDown aria-hidden="true" size={12} />}
                    </button>
                  ) : (
                    content
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} data-state={stateOf?.(row.original)}>
              {shown.map((column) => {
                const Cell = column.isTitle ? "th" : "td";
                return (
                  <Cell
                    key={column.sorted.id}
                    {...(column.isTitle && { scope: "row" })}
                    {...drawnAs(column)}
                  >
                    {column.cell(row.original)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
        {columns.some(({ foot }) => foot) && (
          <tfoot>
            <tr>
              {shown.map((column) => (
                <td key={column.sorted.id} {...drawnAs(column)}>
                  {column.foot}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** What the styles need to know of the column of a cell. */
const drawnAs = <Row,>({ head, isTitle, isNumber, corner, isSpare, isLong }: Column<Row>) => ({
  "data-label": typeof head === "string" && head !== "" && !isTitle ? head : undefined,
  "data-number": isNumber,
  "data-corner": corner,
  "data-spare": isSpare,
  "data-long": isLong,
});
