import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

import styles from "./tabs.module.css";
import layoutStyles from "../layout/layout.module.css";

export interface Tab<K extends string> {
  key: K;
  label: ReactNode;
  name?: string;
  panel?: ReactNode;
}

export interface TabsProps<K extends string> {
  /** What the tabs choose between, for screen readers. */
  label: string;
  tabs: readonly Tab<K>[];
  active: K;
  onChange: (key: K) => void;
}

/** Tabs: one stop for the tab key, arrows between them, the panel named by its tab. Tabs without panels only choose. */
export function Tabs<K extends string>({ label, tabs, active, onChange }: TabsProps<K>) {
  const panel = tabs.find(({ key }) => key === active)?.panel;
  return (
    <Radix.Root
      value={active}
      onValueChange={(key) => onChange(key as K)}
      className={layoutStyles.contents}
    >
      {/* Radix sets the outline as a style attribute, which the content policy refuses: the stylesheet has it. */}
      <Radix.List aria-label={label} className={styles.list} style={{ outline: undefined }}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.key}
            value={tab.key}
            aria-label={tab.name}
            className={styles.tab}
            // It must not name a panel that is not in the page.
            {...(panel && tab.key === active ? {} : { "aria-controls": undefined })}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {panel && <Radix.Content value={active}>{panel}</Radix.Content>}
    </Radix.Root>
  );
}
