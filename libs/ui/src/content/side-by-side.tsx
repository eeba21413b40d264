import { useId, type ReactNode } from "react";

import { Scene } from "./scene.tsx";
import type { SceneName } from "./scenes.ts";
import styles from "./side-by-side.module.css";

interface SideBySideProps {
  scene: SceneName;
  title: string;
  /** On wide screens the words stand first. */
  pictureLast?: boolean;
  sunken?: boolean;
  /** The picture is the first of the page. */
  isFirst?: boolean;
  children: ReactNode;
}

/** A picture and its words: one above the other on phones, side by side where there is room. */
export function SideBySide(props: SideBySideProps) {
  const { scene, title, pictureLast, sunken, isFirst, children } = props;
  const heading = useId();
  return (
    <section
      className={[styles.part, sunken && styles.sunken, pictureLast && styles.pictureLast]
        .filter(Boolean)
        .join(" ")}
      aria-labelledby={heading}
    >
      <div className={styles.picture}>
        <Scene name={scene} alt="" isFirst={isFirst} />
      </div>
      <div className={styles.words}>
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </section>
  );
}
