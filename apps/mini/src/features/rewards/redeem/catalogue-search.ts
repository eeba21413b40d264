/** The words of a description, without its marks. */
function plain(html: string): string {
  return html.replaceAll(/<[^>]*>/g, " ");
}

/**
 * The rewards whose title or description holds the words, whatever the case (spec 001 §2).
 *
 * @param read a text as the member reads it; it is found by those words as well as by the original ones
 */
export function withWords<T extends { title: string; description: string }>(
  rewards: readonly T[],
  query: string,
  read: (english: string) => string = (english) => english,
): T[] {
  const wanted = query.trim().toLowerCase();
  return rewards.filter(({ title, description }) =>
    [title, read(title), plain(description), plain(read(description))]
      .join(" ")
      .toLowerCase()
      .includes(wanted),
  );
}
