import { useTexts } from "@loyalty/ui";
import { rewardTexts } from "@loyalty/ui/texts/reward";
import { ChevronDown } from "lucide-react";

import styles from "./whereabouts.module.css";

interface WhereaboutsProps {
  outlets: readonly { id: number; name: string }[];
  everywhere: boolean;
}

/** Where a reward is good, closed until somebody asks (spec 001 §2). */
export function Whereabouts({ outlets, everywhere }: WhereaboutsProps) {
  const t = useTexts(rewardTexts);
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
