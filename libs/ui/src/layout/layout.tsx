import type { ComponentPropsWithRef, ElementType } from "react";

import styles from "./layout.module.css";

type LayoutProps<Tag extends ElementType> = Omit<ComponentPropsWithRef<Tag>, "as" | "style"> & {
  /** The element it is. @default div */
  as?: Tag;
  /** Between the children, as a step of the spacing scale: 3 for `--s-3`. @default none */
  gap?: 1 | 2 | 3 | 4 | 5 | 6;
  /** The padding of each side, as a step of the spacing scale. @default none */
  pad?: 3 | 4 | 5;
};

interface RowProps {
  /** No gap between the lines that children wrap to. */
  tight?: boolean;
}

// Classes and not styles: a prerendered page has no inline style.
const classOf = (own: string | undefined, ...names: (string | false | undefined)[]) =>
  [...names.map((name) => name && styles[name]), own].filter(Boolean).join(" ");

type StackProps<Tag extends ElementType> = LayoutProps<Tag> & {
  /** @default as wide as the stack */
  align?: "start" | "center";
};

/** Children one below the other. */
export function Stack<Tag extends ElementType = "div">({
  as,
  gap,
  pad,
  align,
  className,
  ...rest
}: StackProps<Tag>) {
  const Box: ElementType = as ?? "div";
  const classes = classOf(
    className,
    "stack",
    gap && `gap${gap}`,
    pad && `pad${pad}`,
    align && `${align}Items`,
  );
  return <Box {...rest} className={classes} />;
}

type ClusterProps<Tag extends ElementType> = LayoutProps<Tag> &
  RowProps & {
    /** @default center */
    align?: "start" | "baseline" | "stretch";
    /** @default start */
    justify?: "center" | "between";
    /** One line, whose children become narrower instead. */
    nowrap?: boolean;
  };

/** Children side by side in their own widths, on further lines where they do not fit. */
export function Cluster<Tag extends ElementType = "div">({
  as,
  gap,
  pad,
  align,
  justify,
  nowrap,
  tight,
  className,
  ...rest
}: ClusterProps<Tag>) {
  const Box: ElementType = as ?? "div";
  const classes = classOf(
    className,
    "cluster",
    gap && `gap${gap}`,
    pad && `pad${pad}`,
    align,
    justify,
    nowrap && "nowrap",
    tight && "tight",
  );
  return <Box {...rest} className={classes} />;
}

type GridProps<Tag extends ElementType> = LayoutProps<Tag> &
  RowProps & {
    /** The least width of a column: 8.5, 12, 15.5 or 18 rem. @default 14 rem */
    columns?: "narrowest" | "narrow" | "wide" | "widest";
    /** @default as high as the highest of a line */
    align?: "start" | "middle";
    /** Few children leave columns empty, instead of becoming wider. */
    fill?: boolean;
  };

/** As many columns of one width as fit. */
export function Grid<Tag extends ElementType = "div">({
  as,
  gap,
  pad,
  columns,
  align,
  fill,
  tight,
  className,
  ...rest
}: GridProps<Tag>) {
  const Box: ElementType = as ?? "div";
  const classes = classOf(
    className,
    "grid",
    gap && `gap${gap}`,
    pad && `pad${pad}`,
    columns,
    align,
    fill && "fill",
    tight && "tight",
  );
  return <Box {...rest} className={classes} />;
}
