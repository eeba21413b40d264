import surfaceStyles from "@loyalty/ui/surface.module.css";
import { CalendarClock } from "lucide-react";
import type { ReactNode } from "react";

import styles from "./good-for.module.css";

interface GoodForProps {
  isGift?: boolean;
  children: ReactNode;
}

/** How long a reward is good, in a box of its own: on its page and where its claim is confirmed. */
export function GoodFor({ isGift, children }: GoodForProps) {
  return (
    <div
      className={`${styles.good} ${surfaceStyles.soft} ${surfaceStyles.round}`}
      data-gift={isGift || undefined}
    >
      <CalendarClock aria-hidden="true" size={24} />
      <div>{children}</div>
    </div>
  );
}
