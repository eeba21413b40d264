import { Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import type { ReactNode } from "react";

import styles from "./counter.module.css";

export type AnswerKind = "yes" | "no" | "wait";

const COLOURS = {
  yes: surfaceStyles.success,
  no: surfaceStyles.danger,
  wait: surfaceStyles.gold,
} as const;

interface AnswerProps {
  kind: AnswerKind;
  /** @default alert for `no`, else status */
  role?: "status";
  children: ReactNode;
}

/** What the guest reads too: green for yes, red for no, amber for what waits. */
export function Answer({ kind, role, children }: AnswerProps) {
  return (
    <Stack
      gap={3}
      align="center"
      role={role ?? (kind === "no" ? "alert" : "status")}
      className={`${COLOURS[kind]} ${surfaceStyles.large} ${textStyles.center} ${styles.answer}`}
    >
      {children}
    </Stack>
  );
}
