import { Button } from "@loyalty/ui";

import styles from "./claim-bar.module.css";

interface ClaimBarProps {
  /** What a press costs, or why it cannot be done: never a bare grey button. */
  text: string;
  label: string;
  unavailable: boolean;
  busy?: boolean;
  onPress: () => void;
}

/** The main button where the thumb is, above the safe area, with its sentence. */
export function ClaimBar({ text, label, unavailable, busy, onPress }: ClaimBarProps) {
  return (
    <div className={styles.bar}>
      <p id="claim-why" className={styles.text}>
        {text}
      </p>
      <Button
        size="lg"
        variant={unavailable ? "outline" : "primary"}
        aria-disabled={unavailable || undefined}
        busy={busy}
        aria-describedby="claim-why"
        onClick={onPress}
      >
        {label}
      </Button>
    </div>
  );
}
