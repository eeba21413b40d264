import { Cluster, Stack } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import type { ReactNode } from "react";

import styles from "./page.module.css";

interface PageProps {
  /** The only `h1` of the page, and the title of its tab. */
  title: string;
  /** What stands beside the title, such as the steps of the page. */
  beside?: ReactNode;
  action?: ReactNode;
  /** One column as wide as a form. */
  narrow?: boolean;
  wide?: boolean;
  children: ReactNode;
}

export function Page({ title, beside, action, narrow, wide, children }: PageProps) {
  const width = [narrow && styles.narrow, wide && styles.wide].filter(Boolean);
  return (
    <div className={[styles.page, ...width].join(" ")}>
      <title>{title}</title>
      <Cluster gap={3} justify="between">
        <Cluster gap={4}>
          <h1 className={`${textStyles.xxl} ${styles.title}`}>{title}</h1>
          {beside}
        </Cluster>
        {action && (
          <Cluster align="stretch" gap={2} className={layoutStyles.noPrint}>
            {action}
          </Cluster>
        )}
      </Cluster>
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
    <Stack as="section" gap={4} className={styles.section}>
      <Cluster gap={3} justify="between" className={styles.head}>
        <h2 className={textStyles.xl}>{title}</h2>
        {action && (
          <Cluster align="stretch" gap={2} className={layoutStyles.noPrint}>
            {action}
          </Cluster>
        )}
      </Cluster>
      {children}
    </Stack>
  );
}

/** What is read or typed, and beside it, where the window is wide enough, what goes with it. */
export function Columns({ children }: { children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
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
    <Cluster gap={2} justify="between" className={`${layoutStyles.noPrint} ${styles.bar}`}>
      {children && (
        <Cluster as="search" aria-label={label} gap={2} className={styles.chips}>
          {children}
        </Cluster>
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
    </Cluster>
  );
}

/** Buttons side by side, on another line where they do not fit. */
export function Buttons({ children }: { children: ReactNode }) {
  return <Cluster gap={2}>{children}</Cluster>;
}
