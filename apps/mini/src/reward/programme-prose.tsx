import { useProgrammeWords } from "@loyalty/ui";

import styles from "./original.module.css";
import { Prose } from "./prose.tsx";

/** What a reward says of itself, in the member's language where it is known, and in English where she wants both. */
export function ProgrammeProse({ html }: { html: string }) {
  const { words, lang, original } = useProgrammeWords()(html);
  return (
    <>
      <div lang={lang}>
        <Prose html={words} />
      </div>
      {original !== null && (
        <div className={styles.original} lang="en">
          <Prose html={original} />
        </div>
      )}
    </>
  );
}
