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

const spacing = (gap: number) => `var(--s-${gap})`;

/** Children one below the other. */
export function Stack<Tag extends ElementType = "div">({ as, gap, ...rest }: LayoutProps<Tag>) {
  const Box: ElementType = as ?? "div";
  return <Box {...rest} className={styles.stack} style={{ gap: spacing(gap) }} />;
}

type ClusterProps<Tag extends ElementType> = LayoutProps<Tag> & {
  /** @default start */
  justify?: "start" | "center" | "space-between";
};

/** Children side by side in their own widths, on further lines where they do not fit. */
export function Cluster<Tag extends ElementType = "div">({
  as,
  gap,
  justify,
  ...rest
}: ClusterProps<Tag>) {
  const Box: ElementType = as ?? "div";
  const style = { gap: spacing(gap), justifyContent: justify };
  return <Box {...rest} className={styles.cluster} style={style} />;
}

type GridProps<Tag extends ElementType> = LayoutProps<Tag> & {
  /** The least width of a column, in rem. */
  min: number;
};

/** As many columns of one width as fit. */
export function Grid<Tag extends ElementType = "div">({ as, gap, min, ...rest }: GridProps<Tag>) {
  const Box: ElementType = as ?? "div";
  const gridTemplateColumns = `repeat(auto-fit, minmax(min(100%, ${min}rem), 1fr))`;
  return (
    <Box {...rest} className={styles.grid} style={{ gap: spacing(gap), gridTemplateColumns }} />
  );
}
