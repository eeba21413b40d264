import { useId, useRef, type KeyboardEvent, type ReactNode } from "react";

import styles from "./tabs.module.css";

export interface Tab<K extends string> {
  key: K;
  label: ReactNode;
  /** For a tab whose label is a drawing. */
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

/** Which tab an arrow, Home or End leads to from `from`, or null for any other key. */
function destination(key: string, from: number, count: number): number | null {
  if (key === "ArrowRight") return (from + 1) % count;
  if (key === "ArrowLeft") return (from + count - 1) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

/** Tabs by the book: one stop for the tab key, arrows between them, the panel named by its tab. */
export function Tabs<K extends string>({ label, tabs, active, onChange }: TabsProps<K>) {
  const id = useId();
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const panel = tabs.find(({ key }) => key === active)?.panel;

  function move(event: KeyboardEvent, from: number) {
    const to = destination(event.key, from, tabs.length);
    if (to === null) return;
    event.preventDefault();
    buttons.current[to]?.focus();
    onChange(tabs[to]!.key);
  }

  return (
    <>
      <div role="tablist" aria-label={label} className={styles.list}>
        {tabs.map((tab, position) => (
          <button
            key={tab.key}
            ref={(button) => {
              buttons.current[position] = button;
            }}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === active}
            aria-controls={panel && tab.key === active ? `${id}-panel` : undefined}
            aria-label={tab.name}
            tabIndex={tab.key === active ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(tab.key)}
            onKeyDown={(event) => move(event, position)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {panel && (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`} tabIndex={0}>
          {panel}
        </div>
      )}
    </>
  );
}
