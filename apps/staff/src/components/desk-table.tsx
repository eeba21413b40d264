import { Empty } from "@loyalty/ui/states";
import hidden from "@loyalty/ui/visually-hidden.module.css";
import {
  type ColumnDef,
  flexRender,
  getCoreRowModel,
  getSortedRowModel,
  type RowData,
  type SortingState,
  useReactTable,
} from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { staffTexts } from "../texts/staff.ts";
import styles from "./desk-table.module.css";

declare module "@tanstack/react-table" {
  interface ColumnMeta<TData extends RowData, TValue> {
    /** What the row is called: it heads the row's card on a narrow screen. */
    isTitle?: boolean;
    isNumber?: boolean;
    /** Its corner of a card: a box to tick, or the menu of the row. */
    corner?: "tick" | "menu";
    /** It is left out where the table would be wider than the page. */
    isSpare?: boolean;
    /** The column's heading as text, for cards. */
    label?: string;
  }
}

export type Density = "normal" | "tight" | "media";

interface DeskTableProps<Row> {
  rows: readonly Row[];
  columns: ColumnDef<Row, never>[];
  /** What the table shows, for screen readers. */
  caption: string;
  /** Shown in the place of no rows: what is normal here. */
  empty: string;
  rowKey: (row: Row) => string | number;
  density?: Density;
  /** The columns that are not shown, by their ids. */
  hidden?: readonly string[];
  /** The rows come sorted: only the address follows from the heads. */
  isSorted?: boolean;
  /** Draws a row: `waiting` for a second person, `selected`, `faint` for what is over. */
  stateOf?: (row: Row) => "waiting" | "selected" | "faint" | undefined;
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

export function DeskTable<Row extends object>(props: DeskTableProps<Row>) {
  const { rows, columns, caption, empty, rowKey, density = "normal", stateOf } = props;
  const { hidden: leftOut = [], isSorted = false } = props;
  const { t } = useTranslation(staffTexts);
  const [sorting, setSorting] = useSorting();
  // oxlint-disable-next-line react-hooks/incompatible-library -- no compiler is in use
  const table = useReactTable({
    data: rows as Row[],
    columns: columns as ColumnDef<Row>[],
    state: {
      sorting,
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
  return (
    <div className={styles.frame}>
      <table className={styles.table} data-density={density}>
        <caption className={hidden.hidden}>{caption}</caption>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => {
                const { column } = header;
                const order = column.getIsSorted();
                const content = flexRender(column.columnDef.header, header.getContext());
                if (!content) {
                  return <td key={header.id} data-corner={column.columnDef.meta?.corner} />;
                }
                return (
                  <th
                    key={header.id}
                    scope="col"
                    data-number={column.columnDef.meta?.isNumber}
                    data-corner={column.columnDef.meta?.corner}
                    data-spare={column.columnDef.meta?.isSpare}
                    aria-sort={
                      order === false ? undefined : order === "asc" ? "ascending" : "descending"
                    }
                  >
                    {column.getCanSort() ? (
                      <button
                        type="button"
                        className={styles.sort}
                        title={t("table.sort")}
                        onClick={column.getToggleSortingHandler()}
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
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} data-state={stateOf?.(row.original)}>
              {row.getVisibleCells().map((cell) => {
                const { meta } = cell.column.columnDef;
                const Cell = meta?.isTitle ? "th" : "td";
                return (
                  <Cell
                    key={cell.id}
                    {...(meta?.isTitle && { scope: "row" })}
                    data-number={meta?.isNumber}
                    data-label={meta?.label}
                    data-corner={meta?.corner}
                    data-spare={meta?.isSpare}
                  >
                    {flexRender(cell.column.columnDef.cell, cell.getContext())}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
        {columns.some(({ footer }) => footer) && (
          <tfoot>
            <tr>
              {table.getFooterGroups()[0]?.headers.map(({ id, column, getContext }) => {
                const { footer, meta } = column.columnDef;
                return (
                  <td key={id} data-number={meta?.isNumber} data-label={meta?.label}>
                    {flexRender(footer, getContext())}
                  </td>
                );
              })}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
