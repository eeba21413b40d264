import { expect, test } from "vitest";

import { attributionOf } from "./attribution.ts";

test.each([
  [
    '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap contributors</a>',
    '© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap contributors</a>',
  ],
  ["Tiles &amp; data: us", "Tiles &amp; data: us"],
  ['<b>Us</b> <a href="javascript:x()">and</a> them', "Us and them"],
  ['<a href="https://us.example" onclick="x()">us</a>', '<a href="https://us.example">us</a>'],
  ["Us<script>x()</script><img src=x onerror=x()>", "Us"],
])("of %s stands %s", (written, shown) => {
  expect(attributionOf(written).innerHTML).toBe(shown);
});
