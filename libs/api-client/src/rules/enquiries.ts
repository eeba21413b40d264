/** Which files the API takes (spec 001 §9); both are held to `cases/enquiries.json`. */

export const ATTACHMENT_EXTENSIONS = [".pdf", ".doc", ".docx"] as const;
/** The `accept` of a file field. */
export const ATTACHMENT_ACCEPT = ATTACHMENT_EXTENSIONS.join(",");
export const ATTACHMENT_MAX_BYTES = 5 * 1024 * 1024;

/** Why a file cannot be attached, by its name and size, or null; the server also checks its content. */
export function attachmentProblem({ name, size }: Pick<File, "name" | "size">) {
  const extension = extensionOf(name);
  if (!ATTACHMENT_EXTENSIONS.some((known) => known === extension)) return "kind";
  if (size === 0) return "empty";
  return size > ATTACHMENT_MAX_BYTES ? "size" : null;
}

/** A file name's last extension with its dot, in small letters; empty without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot === -1 ? "" : name.slice(dot).toLowerCase();
}
