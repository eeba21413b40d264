import { expect, test } from "vitest";

import { csvOf, tableFile } from "./table-file.ts";

test("a CSV keeps commas and quotation marks in their cells, and no cell is a formula", () => {
  const table = {
    headings: ["Name", "Tills"],
    rows: [
      ['Aisyah "Ai", Publika', 2],
      ["=HYPERLINK(1)", -3],
      ["＋60", null],
    ],
  };
  expect(csvOf(table)).toBe(
    '\uFEFFName,Tills\r\n"Aisyah ""Ai"", Publika",2\r\n\'=HYPERLINK(1),-3\r\n\'＋60,\r\n',
  );
});

test("an XLSX is a ZIP of its own kind", async () => {
  const file = await tableFile({ headings: ["Name"], rows: [["Aisyah"], [null]] }, "xlsx");
  expect(new TextDecoder().decode(await file.slice(0, 2).arrayBuffer())).toBe("PK");
});
