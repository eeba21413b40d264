export type FileFormat = "csv" | "xlsx";

/** The rows of a table with its headings, as a file for a spreadsheet. */
export interface TableFile {
  headings: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

export async function tableFile(table: TableFile, format: FileFormat): Promise<Blob> {
  if (format === "csv") return new Blob([csvOf(table)], { type: "text/csv" });
  const { default: writeXlsx } = await import("write-excel-file/universal");
  const headings = table.headings.map((value) => ({ value, fontWeight: "bold" as const }));
  return writeXlsx([headings, ...table.rows.map((row) => [...row])], {
    stickyRowsCount: 1,
  }).toBlob();
}

/** A CSV in UTF-8 with its mark, by which a spreadsheet knows the encoding. */
export const csvOf = ({ headings, rows }: TableFile): string =>
  `\uFEFF${[headings, ...rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("")}`;

/** What a spreadsheet takes for the beginning of a formula gets an apostrophe in front, as in the API's files. */
function csvCell(value: string | number | null): string {
  if (typeof value !== "string") return String(value ?? "");
  const text = /^[=+\-@\t\r\n]/.test(value.normalize("NFKC")) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
