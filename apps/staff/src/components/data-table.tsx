import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import hidden from "@loyalty/ui/visually-hidden.module.css";
import type { ComponentProps, ReactNode } from "react";

import styles from "./data-table.module.css";

interface Column<Row> {
  /** The column's heading, and the label of the value on a narrow screen. */
  head: string;
  /** Null or an empty text: there is nothing, which a table shows as a dash and a card leaves out. */
  cell: (row: Row) => ReactNode;
  /** What the row is called: it heads the row's card on a narrow screen. One column of a table has it. */
  isTitle?: boolean;
  isNumber?: boolean;
  /** A day with its time: on two lines where columns are narrow, not on five. */
  isMoment?: boolean;
}

interface RowsTableProps<Row> {
  rows: readonly Row[];
  /** What the table shows, for screen readers; the heading above it says the same. */
  caption: string;
  /** Shown in the place of no rows: what is normal here. */
  empty: string;
  rowKey: (row: Row) => string | number;
  columns: readonly Column<Row>[];
  renderActions?: (row: Row) => ReactNode;
  /** Draws a row's attention: what is odd or overdue. */
  isMarked?: (row: Row) => boolean;
}

type DataTableProps<Row> = Omit<RowsTableProps<Row>, "rows"> &
  Pick<ComponentProps<typeof QueryResult<Row[]>>, "query" | "loading" | "failed">;

/** Rows of a query as a table, on a narrow screen as one card a row; before that, that they load, or why they did not. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { query, loading, failed } = props;
  return (
    <QueryResult query={query} loading={loading} failed={failed} height="12rem">
      {(rows) => <RowsTable {...props} rows={rows} />}
    </QueryResult>
  );
}

export function RowsTable<Row>(props: RowsTableProps<Row>) {
  const { rows, caption, empty, rowKey, columns, renderActions, isMarked } = props;
  if (rows.length === 0) return <Empty text={empty} />;
  return (
    <table className={styles.table}>
      <caption className={hidden.hidden}>{caption}</caption>
      <thead className={`${hidden.hidden} ${styles.heads}`}>
        <tr>
          {columns.map(({ head, isNumber }) => (
            <th key={head} scope="col" data-number={isNumber}>
              {head}
            </th>
          ))}
          {renderActions && <td />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} data-marked={isMarked?.(row) || undefined}>
            {columns.map(({ head, cell, isTitle, isNumber, isMoment }) => {
              const Cell = isTitle ? "th" : "td";
              const value = cell(row);
              const isEmpty = value === null || value === undefined || value === "";
              return (
                <Cell
                  key={head}
                  {...(isTitle && { scope: "row", className: styles.title })}
                  data-number={isNumber}
                  data-moment={isMoment}
                  data-empty={isEmpty || undefined}
                >
                  <span className={styles.label} aria-hidden="true">
                    {head}
                  </span>
                  <span className={styles.value}>{isEmpty ? "–" : value}</span>
                </Cell>
              );
            })}
            {renderActions && (
              <td>
                <div className={styles.buttons}>{renderActions(row)}</div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
