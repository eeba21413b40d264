import type { ReactNode } from "react";

import styles from "./facts.module.css";

/** A value of more signs, such as an address, has the whole line. */
const LONG = 16;

/** What is known, as names and values. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} data-long={(typeof value === "string" && value.length > LONG) || undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
