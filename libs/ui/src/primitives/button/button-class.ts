import styles from "./button.module.css";

export type ButtonVariant = "primary" | "outline" | "soft" | "ghost" | "link" | "danger";
export type ButtonSize = "md" | "lg";

export interface ButtonLook {
  /** `primary` once a view; `outline` beside it; `ghost` for what may be overlooked; `link` within a sentence. */
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** As wide as its place. */
  wide?: boolean;
}

/** The class names of a button, for links that look like one: `<Link className={buttonClass({ … })}>`. */
export function buttonClass({
  variant = "primary",
  size = "md",
  wide = false,
}: ButtonLook = {}): string {
  return [styles.button, styles[variant], styles[size], wide && styles.wide]
    .filter(Boolean)
    .join(" ");
}
