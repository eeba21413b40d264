/** The text of a file in UTF-8, in UTF-16 with a byte order mark, or in Windows-1252, as Excel writes CSV. */
export function decodeCsv(content: Uint8Array): string {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(content);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(content);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return new TextDecoder("windows-1252").decode(content);
  }
}
