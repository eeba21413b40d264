import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import textStyles from "./text.module.css";
import { componentTexts } from "../texts.ts";
import { Button } from "./button.tsx";
import styles from "./states.module.css";
import { VisuallyHidden } from "./visually-hidden.tsx";

interface LoadingProps {
  /** What is being loaded, in the specs' words: "Loading activities...". */
  text: string;
  /** Skeletons of the final size. */
  children?: ReactNode;
}

/** A region that waits for its data: skeletons to see, a sentence to hear. Without skeletons it takes no place. */
export function Loading({ text, children }: LoadingProps) {
  if (children === undefined) {
    return (
      <VisuallyHidden role="status" aria-busy="true">
        {text}
      </VisuallyHidden>
    );
  }
  return (
    <div role="status" aria-busy="true">
      <VisuallyHidden>{text}</VisuallyHidden>
      {children}
    </div>
  );
}

/** A placeholder as high as what will be there, so that nothing moves when it comes; it shows only after 150 ms. */
export function Skeleton({ height }: { height: string }) {
  return <span aria-hidden="true" className={styles.skeleton} style={{ height }} />;
}

interface EmptyProps {
  /** Why there is nothing, in the specs' words. */
  text: string;
  icon?: ReactNode;
  /** A way on. */
  children?: ReactNode;
}

/** Nothing here yet, and a way on. */
export function Empty({ text, icon, children }: EmptyProps) {
  return (
    <div className={styles.notice}>
      {icon && <span className={textStyles.primary}>{icon}</span>}
      <p>{text}</p>
      {children}
    </div>
  );
}

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
  const { t } = useTranslation(componentTexts);
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
