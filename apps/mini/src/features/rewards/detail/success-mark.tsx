import { type BrandKey, useBrand } from "@loyalty/ui";
import type { ReactNode } from "react";

import styles from "./success-mark.module.css";

/** That it worked, as the brand says it: steam rises once from the bowl, or three pearls rise in the glass. */
export function SuccessMark() {
  const { name, Drawing } = drawings[useBrand().brand.key];
  return (
    <svg
      className={styles.mark}
      viewBox="0 0 96 96"
      aria-hidden="true"
      focusable="false"
      data-mark={name}
    >
      <Drawing />
    </svg>
  );
}

/** A bowl seen from the side, and over it one curl of steam. */
function Steam() {
  return (
    <>
      <path className={styles.dish} d="M18 54h60a30 26 0 0 1-60 0Z" />
      <path className={styles.dish} d="M36 82h24v4H36Z" />
      <path className={styles.steam} pathLength={1} d="M48 46c-10-7 8-11 0-19-7-7 6-10 2-17" />
    </>
  );
}

/** A tall glass of tea, and in it three pearls. */
function Pearls() {
  return (
    <>
      <path className={styles.glass} d="M28 16h40l-5 66a5 5 0 0 1-5 5H38a5 5 0 0 1-5-5Z" />
      <path className={styles.dish} d="M30 34h36l-4 46a4 4 0 0 1-4 4H38a4 4 0 0 1-4-4Z" />
      <circle className={styles.pearl} cx="41" cy="62" r="5.5" />
      <circle className={styles.pearl} cx="54" cy="54" r="5.5" />
      <circle className={styles.pearl} cx="46" cy="44" r="5.5" />
    </>
  );
}

const drawings: Record<BrandKey, { name: string; Drawing: () => ReactNode }> = {
  "krua-bowl": { name: "steam", Drawing: Steam },
  "thong-cha": { name: "pearls", Drawing: Pearls },
};
