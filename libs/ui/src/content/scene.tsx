import { scenePicture, type SceneName } from "./scenes.ts";
import styles from "./scene.module.css";

interface SceneProps {
  name: SceneName;
  /** What it shows; empty where the words beside it say the same. */
  alt: string;
  /** For the first picture of a page: there at once and before others. Every other one waits until it is near. */
  isFirst?: boolean;
}

/** A drawn scene in its fixed aspect, so that nothing moves when it arrives. */
export function Scene({ name, alt, isFirst = false }: SceneProps) {
  return (
    <img
      className={styles.scene}
      src={scenePicture(name)}
      alt={alt}
      width={1200}
      height={800}
      loading={isFirst ? "eager" : "lazy"}
      fetchPriority={isFirst ? "high" : "auto"}
      // The first one is part of the first paint.
      decoding={isFirst ? "sync" : "async"}
      draggable={false}
    />
  );
}
