import type { ComponentPropsWithRef, ElementType } from "react";

import styles from "./layout.module.css";

type LayoutProps<Tag extends ElementType> = Omit<
  ComponentPropsWithRef<Tag>,
  "as" | "className" | "style"
> & {
  /** The element it is. @default div */
  as?: Tag;
  /** Between the children, as a step of the spacing scale: 3 for `--s-3`. */
  gap: 1 | 2 | 3 | 4 | 5 | 6;
};

// Classes and not styles: a prerendered page has no inline style.
const classOf = (...names: (string | undefined)[]) =>
  names.flatMap((name) => (name ? [styles[name]] : [])).join(" ");

/** Children one below the other. */
export function Stack<Tag extends ElementType = "div">({ as, gap, ...rest }: LayoutProps<Tag>) {
  const Box: ElementType = as ?? "div";
  return <Box {...rest} className={classOf("stack", `gap${gap}`)} />;
}

type ClusterProps<Tag extends ElementType> = LayoutProps<Tag> & {
  /** @default start */
  justify?: "center" | "between";
};

/** Children side by side in their own widths, on further lines where they do not fit. */
export function Cluster<Tag extends ElementType = "div">({
  as,
  gap,
  justify,
  ...rest
}: ClusterProps<Tag>) {
  const Box: ElementType = as ?? "div";
  return <Box {...rest} className={classOf("cluster", `gap${gap}`, justify)} />;
}

type GridProps<Tag extends ElementType> = LayoutProps<Tag> & {
  /** The least width of a column: 12 or 15.5 rem. @default 14 rem */
  columns?: "narrow" | "wide";
};

/** As many columns of one width as fit. */
export function Grid<Tag extends ElementType = "div">({
  as,
  gap,
  columns,
  ...rest
}: GridProps<Tag>) {
  const Box: ElementType = as ?? "div";
  return <Box {...rest} className={classOf("grid", `gap${gap}`, columns)} />;
}
