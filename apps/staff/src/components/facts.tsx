import { Fragment, type ReactNode } from "react";

import textStyles from "@loyalty/ui/text.module.css";

import styles from "./facts.module.css";

interface FactsProps {
  /** What each is called, and what it is; what is empty, null or false is left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** What is known of something: names on the left, values on the right. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={`${textStyles.wrap} ${styles.facts}`}>
      {facts.map(
        ([name, value]) =>
          value && (
            <Fragment key={name}>
              <dt className={textStyles.note}>{name}</dt>
              <dd className={textStyles.preLine}>{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
