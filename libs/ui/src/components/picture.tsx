import { Camera } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";

import { componentTexts } from "../texts.ts";
import styles from "./picture.module.css";

interface PictureProps extends Pick<ComponentProps<"img">, "src" | "width" | "height"> {
  /** What it shows; empty for decoration. */
  alt: string;
  /** Width to height, `"3 / 2"`: its space is kept before the picture loads. @default as high as its place */
  ratio?: string;
  /** The first picture of a page: loaded at once and before everything else. */
  eager?: boolean;
}

/** A picture in a frame of a fixed ratio; when it fails to load, the frame shows that (spec 000 §8). */
export function Picture({ alt, ratio, eager = false, ...image }: PictureProps) {
  const { t } = useTranslation(componentTexts);
  const [failedSrc, setFailedSrc] = useState<string>();
  const failed = failedSrc !== undefined && failedSrc === image.src;

  /** In prerendered pages the failure may come before React listens. */
  function noticeEarlyFailure(img: HTMLImageElement | null) {
    if (img?.complete && img.naturalWidth === 0 && img.currentSrc) setFailedSrc(image.src);
  }

  return (
    <span className={styles.frame} style={{ aspectRatio: ratio }}>
      {failed ? (
        <span
          className={styles.failed}
          role={alt ? "img" : undefined}
          aria-label={alt || undefined}
        >
          <Camera aria-hidden="true" size={28} />
          {t("failedToLoad")}
        </span>
      ) : (
        <img
          {...image}
          ref={noticeEarlyFailure}
          alt={alt}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : "auto"}
          decoding="async"
          onError={() => setFailedSrc(image.src)}
        />
      )}
    </span>
  );
}
