/** The words of a description, without its marks. */
function wordsOf(html: string): string {
  return html.replaceAll(/<[^>]*>/g, " ");
}

/** The rewards whose title or description holds the words, whatever the case (spec 001 §2). */
export function withWords<T extends { title: string; description: string }>(
  rewards: readonly T[],
  query: string,
): T[] {
  const wanted = query.trim().toLowerCase();
  return rewards.filter(({ title, description }) =>
    `${title} ${wordsOf(description)}`.toLowerCase().includes(wanted),
  );
}
