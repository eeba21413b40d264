/** A question and its answer, as the reader reads them. */
export interface Answered {
  id: string;
  question: string;
  answer: string;
}

/** The questions whose words, in question or answer, begin like every word that is searched for. */
export function foundAnswers<T extends Answered>(all: readonly T[], search: string): readonly T[] {
  const wanted = wordsOf(search);
  return all.filter(({ question, answer }) => {
    const words = wordsOf(`${question} ${answer}`);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
}

function wordsOf(text: string): string[] {
  const plain = text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
