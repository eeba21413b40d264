import { expect, test } from "vitest";

import { decodeCsv } from "./decode-csv.ts";

const utf16 = (text: string, littleEndian: boolean) => {
  const content = new DataView(new ArrayBuffer(2 * text.length));
  [...text].forEach((char, at) => content.setUint16(2 * at, char.charCodeAt(0), littleEndian));
  return new Uint8Array(content.buffer);
};

test.each([
  ["UTF-8", new TextEncoder().encode("RM\u00a045.90")],
  ["UTF-8 with a byte order mark", new TextEncoder().encode("\ufeffRM\u00a045.90")],
  ["UTF-16", utf16("\ufeffRM\u00a045.90", true)],
  ["UTF-16, big-endian", utf16("\ufeffRM\u00a045.90", false)],
  ["Windows-1252", new Uint8Array([0x52, 0x4d, 0xa0, 0x34, 0x35, 0x2e, 0x39, 0x30])],
])("a file in %s is read", (_name, content) => {
  expect(decodeCsv(content)).toBe("RM\u00a045.90");
});
