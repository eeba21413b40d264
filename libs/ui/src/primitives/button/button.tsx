import type { ComponentProps, MouseEvent } from "react";

import { buttonClass, type ButtonLook } from "./button-class.ts";
import styles from "./button.module.css";

export interface ButtonProps extends ButtonLook, Omit<ComponentProps<"button">, "className"> {
  /**
   * Waiting for an answer: it stays focusable, says so to assistive technology and lets no second press through.
   * The caller changes its words ("Sending…").
   */
  busy?: boolean;
}

/** A button. It is of type `button` unless told otherwise, so that none submits a form by surprise. */
export function Button({ variant, size, wide, busy, onClick, children, ...rest }: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, wide })}
      aria-disabled={busy || rest["aria-disabled"]}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}
