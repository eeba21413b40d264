import { ZoomIn, ZoomOut } from "lucide-react";
import { useLayoutEffect, useRef } from "react";

import { Dialog } from "../primitives/dialog.tsx";
import { formatNumber } from "../formats/formats.ts";
import { useTexts } from "../texts/use-texts.ts";
import { viewerTexts } from "../texts/viewer.ts";
import styles from "./picture-viewer.module.css";
import { useStage } from "./use-stage.ts";
import { MAX_SCALE, MIN_SCALE } from "./view.ts";

export interface PictureViewerProps {
  /** What the picture shows; it names the viewer as well. */
  alt: string;
  src: string;
  /** Of the picture's file, in px. */
  width: number;
  height: number;
  onClose: () => void;
}

/** A picture over the whole screen: zoomed from half to three times, panned, closed by Escape, beside it or by its button. */
export function PictureViewer(props: PictureViewerProps) {
  return (
    <Dialog open onClose={props.onClose} title={props.alt} titleHidden closeOnOverlay size="viewer">
      <Stage {...props} />
    </Dialog>
  );
}

function Stage({ alt, src, width, height, onClose }: PictureViewerProps) {
  const t = useTexts(viewerTexts);
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);
  const { view, zoomIn, zoomOut, press, move, lift, cancel } = useStage(stage, picture, onClose);
  const { scale, x, y } = view;

  // Written by hand: the content policy allows no style attributes.
  useLayoutEffect(() => {
    picture.current?.style.setProperty("transform", `translate(${x}px, ${y}px) scale(${scale})`);
  }, [scale, x, y]);

  return (
    <div className={styles.viewer}>
      <div
        ref={stage}
        className={styles.stage}
        data-zoomed={scale > 1 || undefined}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={lift}
        onPointerCancel={cancel}
      >
        <img
          ref={picture}
          className={styles.picture}
          src={src}
          alt={alt}
          width={width}
          height={height}
          draggable={false}
        />
      </div>
      <div className={styles.controls}>
        <button
          type="button"
          className={styles.control}
          aria-label={t("zoomOut")}
          aria-keyshortcuts="-"
          aria-disabled={scale <= MIN_SCALE}
          onClick={zoomOut}
        >
          <ZoomOut aria-hidden="true" size={20} />
        </button>
        <output className={styles.scale} aria-label={t("scale")}>
          {t("percent", { percent: formatNumber(Math.round(scale * 100)) })}
        </output>
        <button
          type="button"
          className={styles.control}
          aria-label={t("zoomIn")}
          aria-keyshortcuts="+"
          aria-disabled={scale >= MAX_SCALE}
          onClick={zoomIn}
        >
          <ZoomIn aria-hidden="true" size={20} />
        </button>
      </div>
    </div>
  );
}
