import { useTexts } from "@loyalty/ui";
import { rewardTexts } from "@loyalty/ui/texts/reward";
import { ChevronDown } from "lucide-react";

import type { RewardView } from "./reward-view.ts";
import styles from "./whereabouts.module.css";

/** Where a reward is good, closed until somebody asks (spec 001 §2). */
export function Whereabouts({ view }: { view: RewardView }) {
  const t = useTexts(rewardTexts);
  const { outlets, everywhere } = view;
  const count = outlets.length;
  return (
    <details className={styles.outlets}>
      <summary>
        {everywhere ? t("outlets.all", { count }) : t("outlets.some", { count })}
        <ChevronDown aria-hidden="true" size={20} />
      </summary>
      <ul>
        {outlets.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </details>
  );
}
