import { messageOf } from "@loyalty/api-client/errors";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import { showToast } from "@loyalty/ui/toast";
import hidden from "@loyalty/ui/visually-hidden.module.css";
import {
  getCoreRowModel,
  getSortedRowModel,
  type SortingState,
  type Table,
  useReactTable,
} from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";

import { useFile } from "../queries/queries.ts";
import { staffTexts } from "../texts/staff.ts";
import styles from "./desk-table.module.css";
import { FilterBar } from "./page.tsx";
import { type RowAct, RowMenu } from "./row-menu.tsx";
import { saveFile } from "./save-file.ts";
import { type FileFormat, tableFile } from "./table-file.ts";
import { ExportMenu, TableOptions, type TableView, useTableView } from "./table-view.tsx";

export interface Column<Row> {
  /** Its name in the address and among the columns that can be left out; by default its place. */
  id?: string;
  /** The heading; as a text it is also the label of the value in a card. */
  head: string | (() => ReactNode);
  /** Null or an empty text: there is nothing, which a card leaves out. */
  cell: (row: Row) => ReactNode;
  /** What the rows are sorted by; without it the column sorts nothing. */
  sortBy?: ((row: Row) => number | string) | undefined;
  /** What a file says, in place of the text of the cell. */
  fileAs?: (row: Row) => number | string | null;
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
  /** Without its label in a card: `figure` at the end of the line of the title, `plain` in the line below. */
  inCard?: "figure" | "plain";
}

interface RowsProps<Row> {
  columns: readonly Column<Row>[];
  /** What the table shows, for screen readers. */
  caption: string;
  /** Shown in the place of no rows: what is normal here. */
  empty: string;
  rowKey: (row: Row) => string | number;
  /** How high the rows are, where no user has chosen it. */
  density?: "normal" | "tight" | "media";
  /** The rows come sorted: only the address follows from the heads. */
  isSorted?: boolean;
  /** Draws a row: `waiting` for a second person, `selected`, `faint` for what is over. */
  stateOf?: (row: Row) => "waiting" | "selected" | "faint" | undefined;
  /** What can be done with a row, in its menu. */
  actsOf?: ((row: Row) => { name: string; acts: readonly RowAct[] }) | undefined;
}

interface BarProps {
  /**
   * The name under which this browser keeps what a user chose: how high the rows are, and which columns there are. With it
   * the table has a bar with these choices and the export; without it there is none.
   */
  name?: string;
  /** The fields that narrow the rows, in the bar, and what they narrow. */
  filters?: { label: string; fields: ReactNode } | false | undefined;
  /** What the rows come to; by default how many they are. */
  sum?: ReactNode;
  /**
   * Makes the file of all rows of the list, with the columns of these ids; by default it has the rows that are loaded. Null
   * for users who cannot export.
   */
  onExport?: ((format: FileFormat, columns: readonly string[]) => Promise<Blob>) | null;
}

type DeskTableProps<Row> = RowsProps<Row> & BarProps & { rows: readonly Row[] };

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

type QueryTableProps<Row> = RowsProps<Row> &
  BarProps &
  Pick<ComponentProps<typeof QueryResult<Row[]>>, "loading" | "failed"> & {
    query: ComponentProps<typeof QueryResult<Row[]>>["query"] & { hasNextPage?: boolean };
  };

/** The rows of a query as a table; before that, that they load, or why they did not. */
export function QueryTable<Row extends object>(props: QueryTableProps<Row>) {
  const { query, loading, failed, ...of } = props;
  const [view, setView] = useTableView(of.name, of.density === "tight" ? "tight" : "normal");
  const table = useTable(of, query.data, view);
  const hasBar = of.filters || of.sum !== undefined || query.data?.length !== 0;
  return (
    <>
      {of.name && hasBar && (
        <Bar {...of} table={table} view={view} onView={setView} hasMore={query.hasNextPage} />
      )}
      <QueryResult query={query} loading={loading} failed={failed} height="12rem">
        {() => <Rows {...of} table={table} view={view} />}
      </QueryResult>
    </>
  );
}

/** Rows as a table that the heads sort, and below the width of a desk as a card a row. */
export function DeskTable<Row extends object>({ rows, ...of }: DeskTableProps<Row>) {
  const [view, setView] = useTableView(of.name, of.density === "tight" ? "tight" : "normal");
  const table = useTable(of, rows, view);
  return (
    <>
      {of.name && (of.filters || of.sum !== undefined || rows.length > 0) && (
        <Bar {...of} table={table} view={view} onView={setView} />
      )}
      <Rows {...of} table={table} view={view} />
    </>
  );
}

interface Shown<Row> {
  table: Table<Row>;
  named: ReadonlyMap<string, Column<Row>>;
  sorting: SortingState;
}

const NO_ROWS: never[] = [];

function useTable<Row extends object>(
  { columns, rowKey, actsOf, isSorted = false }: RowsProps<Row>,
  rows: readonly Row[] | undefined,
  { hidden: leftOut }: TableView,
): Shown<Row> {
  const { t } = useTranslation(staffTexts);
  const [chosen, setSorting] = useSorting();
  const menuOf = (row: Row) => {
    const { name, acts } = actsOf!(row);
    return <RowMenu label={t("table.acts", { name })} acts={acts} />;
  };
  const menu: Column<Row>[] = actsOf ? [{ head: "", corner: "menu", cell: menuOf }] : [];
  const named = new Map(
    [...columns, ...menu].map((column, at) => [column.id ?? String(at), column]),
  );
  // The address may name a column that this table does not have, or no more.
  const sorting = chosen.filter(({ id }) => named.get(id)?.sortBy);
  // oxlint-disable-next-line react-hooks/incompatible-library -- no compiler is in use
  const table = useReactTable({
    data: (rows ?? NO_ROWS) as Row[],
    columns: [...named].map(([id, { sortBy }]) => ({
      id,
      accessorFn: sortBy ?? (() => null),
      enableSorting: sortBy !== undefined,
    })),
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
  return { table, named, sorting };
}

/** The heading of a column as a text; empty for a box to tick and for a menu. */
const headingOf = <Row,>({ head, corner }: Column<Row>): string => {
  const heading = typeof head === "string" ? head : head();
  return corner === undefined && typeof heading === "string" ? heading : "";
};

interface TableBarProps<Row> extends BarProps, Pick<RowsProps<Row>, "caption" | "isSorted"> {
  table: Shown<Row>;
  view: TableView;
  onView: (view: TableView) => void;
  /** Not all rows are loaded. */
  hasMore?: boolean | undefined;
}

/** Above a table: what narrows it, what it comes to, how it looks, and its file. */
function Bar<Row extends object>(props: TableBarProps<Row>) {
  const { caption, filters, sum, onExport, isSorted, table: shown, view, onView, hasMore } = props;
  const { t } = useTranslation(staffTexts);
  const { table, named, sorting } = shown;
  const rows = table.getRowModel().rows;
  const columns = table
    .getVisibleLeafColumns()
    .map(({ id }) => ({ id, ...named.get(id)! }))
    .filter((column) => headingOf(column) !== "");
  const file = useFile((format: FileFormat) =>
    onExport
      ? onExport(
          format,
          columns.map(({ id }) => id),
        )
      : tableFile(
          {
            headings: columns.map(headingOf),
            rows: rows.map(({ original }) => columns.map((column) => fileCell(column, original))),
          },
          format,
        ),
  );
  const save = (format: FileFormat) =>
    file.mutate(format, {
      onSuccess: (content) => saveFile(`${caption}.${format}`, content),
      onError: (error) => showToast("error", messageOf(error, t("table.exportFailed")), 8),
    });
  const count = { count: rows.length };
  const isPartlySorted = hasMore && !isSorted && sorting.length > 0;
  const counted = isPartlySorted
    ? t("table.loadedSorted", count)
    : t(hasMore ? "table.loaded" : "table.all", count);
  return (
    <FilterBar
      label={filters ? filters.label : undefined}
      end={
        <>
          {sum === undefined ? rows.length > 0 && <span>{counted}</span> : sum}
          <TableOptions
            view={view}
            columns={[...named]
              .filter(([, { isTitle }]) => !isTitle)
              .map(([id, column]) => ({ id, name: headingOf(column) }))
              .filter(({ name }) => name !== "")}
            onChange={onView}
          />
          {onExport !== null && rows.length > 0 && (
            <ExportMenu isBusy={file.isPending} onChoose={save} />
          )}
        </>
      }
    >
      {filters && filters.fields}
    </FilterBar>
  );
}

/** What a file says in a cell: its text, else what the column sorts by. */
function fileCell<Row>({ cell, fileAs, sortBy }: Column<Row>, row: Row): string | number | null {
  if (fileAs) return fileAs(row);
  const shown = cell(row);
  if (typeof shown === "string" || typeof shown === "number") return shown;
  return sortBy?.(row) ?? null;
}

interface TableRowsProps<Row> extends RowsProps<Row> {
  table: Shown<Row>;
  view: TableView;
}

function Rows<Row extends object>(props: TableRowsProps<Row>) {
  const { columns, caption, empty, density: usual, stateOf } = props;
  const { table: of, view } = props;
  const { t } = useTranslation(staffTexts);
  const { table, named } = of;
  const { rows } = table.getRowModel();
  const density = view.density === "normal" && usual === "media" ? usual : view.density;
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
          {rows.map((row) => (
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
const drawnAs = <Row,>({
  head,
  isTitle,
  isNumber,
  corner,
  inCard,
  isSpare,
  isLong,
}: Column<Row>) => ({
  "data-label": typeof head === "string" && head !== "" && !isTitle ? head : undefined,
  "data-number": isNumber,
  "data-corner": corner,
  "data-in-card": inCard,
  "data-spare": isSpare,
  "data-long": isLong,
});
