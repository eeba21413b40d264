import { Tabs, useTexts } from "@loyalty/ui";
import { pointsTexts } from "@loyalty/ui/texts/points";
import type { ReactNode } from "react";

import { kinds, type Kind } from "./activity-filter.ts";

interface KindTabsProps {
  kind: Kind;
  onChange: (kind: Kind) => void;
  /** The list of the active tab. */
  children: ReactNode;
}

/** All, Earned, Redeemed (spec 001 §2). */
export function KindTabs({ kind, onChange, children }: KindTabsProps) {
  const t = useTexts(pointsTexts);
  return (
    <div>
      <Tabs
        label={t("activity.tabs")}
        tabs={kinds.map((key) => ({ key, label: t(`activity.${key}`), panel: children }))}
        active={kind}
        onChange={onChange}
      />
    </div>
  );
}
