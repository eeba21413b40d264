import { primitiveTexts } from "../../texts/primitives.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { Button } from "../button/button.tsx";
import styles from "./states.module.css";

interface FailedProps {
  /** What went wrong, for people. */
  text: string;
  onRetry?: () => void;
  /** @default "Retry" */
  retryLabel?: string;
  /** The next try is under way. */
  busy?: boolean;
}

/** A part of the page that could not be loaded, with another try for that part alone. */
export function Failed({ text, onRetry, retryLabel, busy }: FailedProps) {
  const t = useTexts(primitiveTexts);
  return (
    <div role="alert" className={styles.notice}>
      <p>{text}</p>
      {onRetry && (
        <Button variant="outline" busy={busy} onClick={onRetry}>
          {retryLabel ?? t("retry")}
        </Button>
      )}
    </div>
  );
}
