import { Cluster } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import type { ReactNode } from "react";

import styles from "./page.module.css";

interface PageProps {
  /** The only `h1` of the page, and the title of its tab. */
  title: string;
  action?: ReactNode;
  /** One column as wide as a form. */
  narrow?: boolean;
  wide?: boolean;
  children: ReactNode;
}

export function Page({ title, action, narrow, wide, children }: PageProps) {
  const width = [narrow && styles.narrow, wide && styles.wide].filter(Boolean);
  return (
    <div className={[styles.page, ...width].join(" ")}>
      <title>{title}</title>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {action && (
          <Cluster align="stretch" gap={2} className={layoutStyles.noPrint}>
            {action}
          </Cluster>
        )}
      </div>
      {children}
    </div>
  );
}

interface SectionProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

export function Section({ title, action, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{title}</h2>
        {action && (
          <Cluster align="stretch" gap={2} className={layoutStyles.noPrint}>
            {action}
          </Cluster>
        )}
      </div>
      {children}
    </section>
  );
}

interface FilterBarProps {
  /** What they narrow, for screen readers. */
  label?: string | undefined;
  /** The sum of the table and its buttons. */
  end?: ReactNode;
  children?: ReactNode;
}

/** The fields that narrow a list, above its table: low, their labels hidden. */
export function FilterBar({ label, end, children }: FilterBarProps) {
  return (
    <div className={styles.bar}>
      {children && (
        <search aria-label={label} className={styles.chips}>
          {children}
        </search>
      )}
      {end && (
        <Cluster
          nowrap
          gap={2}
          className={`${textStyles.tabular} ${textStyles.xs} ${layoutStyles.toEnd}`}
        >
          {end}
        </Cluster>
      )}
    </div>
  );
}

/** Buttons side by side, on another line where there is no room. */
export function Buttons({ children }: { children: ReactNode }) {
  return <Cluster gap={2}>{children}</Cluster>;
}
