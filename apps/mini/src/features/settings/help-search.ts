/** A question and its answer, as the reader reads them. */
export interface Answered {
  id: string;
  question: string;
  answer: string;
  /** Other words for the same matter: they are searched and not shown. */
  words?: string;
}

/**
 * The answers in which every word of a search is found, those first whose question itself holds the most of them. A
 * word is found at the beginning of one; in Chinese and Thai, which are written without spaces, anywhere.
 */
export function foundAnswers<T extends Answered>(all: readonly T[], search: string): readonly T[] {
  const wanted = wordsOf(search).flatMap(segments);
  const inQuestion = ({ question }: T) => wanted.filter((word) => wordsIn(question)(word)).length;
  return all
    .filter(({ question, answer, words = "" }) =>
      wanted.every(wordsIn(`${question} ${answer} ${words}`)),
    )
    .toSorted((one, other) => inQuestion(other) - inQuestion(one));
}

/** Says of a word whether a text holds it. */
function wordsIn(text: string): (word: string) => boolean {
  const starts = wordsOf(text);
  const whole = plain(text);
  return (word) =>
    UNSPACED.test(word) ? whole.includes(word) : starts.some((start) => start.startsWith(word));
}

const UNSPACED = /[\p{Script=Han}\p{Script=Thai}]/u;

/** Small letters without accents; the marks of Thai and Tamil stay, they are part of the word. */
const plain = (text: string) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();

const wordsOf = (text: string): string[] => plain(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The words in a run of Chinese or Thai; the run itself where the browser cannot tell them apart. */
function segments(word: string): string[] {
  if (!UNSPACED.test(word) || !("Segmenter" in Intl)) return [word];
  const language = /\p{Script=Thai}/u.test(word) ? "th" : "zh";
  const cut = new Intl.Segmenter(language, { granularity: "word" }).segment(word);
  return [...cut].map(({ segment }) => segment);
}
