import type { ComponentProps, MouseEvent } from "react";

import styles from "./button.module.css";
import layoutStyles from "../layout/layout.module.css";

export type ButtonVariant = "primary" | "outline" | "soft" | "ghost" | "link" | "danger" | "icon";

export interface ButtonStyle {
  /**
   * `primary` once a view; `outline` beside it; `ghost` for what may be overlooked; `link` within a sentence;
   * `icon` without words, for a button with an `aria-label`.
   */
  variant?: ButtonVariant;
  size?: "md" | "lg";
  wide?: boolean;
}

/** The class names of a button, for links that look like one: `<Link className={buttonClass({ … })}>`. */
export function buttonClass({
  variant = "primary",
  size = "md",
  wide = false,
}: ButtonStyle = {}): string {
  return [styles.button, styles[variant], styles[size], wide && styles.wide]
    .filter(Boolean)
    .join(" ");
}

export interface ButtonProps extends ButtonStyle, Omit<ComponentProps<"button">, "className"> {
  /**
   * Waiting for an answer: it stays focusable, says so to assistive technology and lets no second press through.
   * The caller changes its words ("Sending…").
   */
  busy?: boolean;
}

/** A button. It is of type `button` unless `type` is given, so that none submits a form by surprise. */
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
      <span className={layoutStyles.contents}>{children}</span>
    </button>
  );
}
