import { cloneElement, type ReactElement, type ReactNode } from "react";

import { type Sentences, type TextName, type Texts, type TextValues, useTexts } from "./i18n.ts";

type Parts = Record<string, ReactElement>;

interface RichTextProps<S extends Sentences> {
  texts: Texts<S>;
  name: TextName<S>;
  /** The element for each tag of the sentence: `I agree to the <terms>Terms</terms>` → `{ terms: <a href="…" /> }`. */
  parts: Parts;
  values?: TextValues;
}

/** One whole sentence with links or emphasis inside, so that translators can move them. */
export function RichText<S extends Sentences>({ texts, name, parts, values }: RichTextProps<S>) {
  const t = useTexts(texts);
  return filled(t(name, values), parts);
}

const TAGGED = /<([\w-]+)>(.*?)<\/\1>/s;

/** The sentence with its tags filled; a tag that nobody fills leaves its words. */
function filled(sentence: string, parts: Parts): ReactNode {
  const [before, tag, inside] = sentence.split(TAGGED);
  if (tag === undefined || inside === undefined) return <span>{sentence}</span>;
  const rest = sentence.slice(`${before}<${tag}>${inside}</${tag}>`.length);
  const words = filled(inside, parts);
  const part = parts[tag];
  return (
    <>
      <span>{before}</span>
      {part ? cloneElement(part, undefined, words) : words}
      {filled(rest, parts)}
    </>
  );
}
