import { ZoomIn, ZoomOut } from "lucide-react";
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type ReactZoomPanPinchContentRef,
  TransformComponent,
  TransformWrapper,
} from "react-zoom-pan-pinch";

import { formatNumber } from "../i18n/formats.ts";
import { viewerTexts } from "../texts.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./picture-viewer.module.css";

interface PictureViewerProps {
  alt: string;
  src: string;
  /** Of the picture's file, in px. */
  width: number;
  height: number;
  onClose: () => void;
}

/**
 * The scales that buttons and keys lead through, from the smallest to the largest (spec 001 §2, Membership page); the
 * picture's own size is one of them, from either side.
 */
const STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3];
const MIN_SCALE = Math.min(...STEPS);
const MAX_SCALE = Math.max(...STEPS);
/** Nearer than this to a step, shown as the same percentage, counts as on it. */
const ON_A_STEP = 0.005;
const DOUBLE_TAP_SCALE = 2;
/** How far an arrow key pans, in px. */
const PAN_STEP_PX = 60;
/** A finger is never quite still: less than this is a tap, not a pan. */
const TAP_PX = 8;

function stepFrom(scale: number, direction: "in" | "out"): number {
  const next =
    direction === "in"
      ? STEPS.find((step) => step > scale + ON_A_STEP)
      : STEPS.findLast((step) => step < scale - ON_A_STEP);
  return next ?? scale;
}

/** A picture over the whole screen: zoomed from half to three times, panned, closed by Escape, beside it or by its button. */
export function PictureViewer(props: PictureViewerProps) {
  return (
    <Dialog open onClose={props.onClose} title={props.alt} titleHidden closeOnOverlay size="viewer">
      <ZoomablePicture {...props} />
    </Dialog>
  );
}

function ZoomablePicture({ alt, onClose, ...image }: PictureViewerProps) {
  const { t } = useTranslation(viewerTexts);
  const [scale, setScale] = useState(1);
  const zoom = useRef<ReactZoomPanPinchContentRef>(null);
  const pressAndTap = useTapBeside(onClose);

  function step(direction: "in" | "out") {
    const now = zoom.current?.state.scale ?? 1;
    void zoom.current?.zoomIn(stepFrom(now, direction) - now, 0);
  }

  useKeys({
    "+": () => step("in"),
    "=": () => step("in"),
    "-": () => step("out"),
    "0": () => void zoom.current?.resetTransform(0),
    ArrowLeft: () => pan(PAN_STEP_PX, 0),
    ArrowRight: () => pan(-PAN_STEP_PX, 0),
    ArrowUp: () => pan(0, PAN_STEP_PX),
    ArrowDown: () => pan(0, -PAN_STEP_PX),
  });

  function pan(x: number, y: number) {
    if (zoom.current && zoom.current.state.scale > 1) void zoom.current.panBy(x, y, 0);
  }

  return (
    <div className={styles.viewer}>
      <TransformWrapper
        ref={zoom}
        minScale={MIN_SCALE}
        maxScale={MAX_SCALE}
        centerOnInit
        centerZoomedOut
        disablePadding
        wheel={{ step: 0.0025 }}
        panning={{ disabled: scale <= 1, velocityDisabled: true }}
        doubleClick={{
          // 1 becomes 2, and whatever is zoomed in becomes 1.
          mode: scale > 1 ? "reset" : "zoomIn",
          step: DOUBLE_TAP_SCALE - scale,
          animationTime: 0,
        }}
        zoomAnimation={{ disabled: true }}
        onTransform={(_, state) => setScale(state.scale)}
      >
        <TransformComponent
          wrapperClass={styles.viewport}
          wrapperProps={{ ...pressAndTap, "data-zoomed": scale > 1 || undefined } as object}
        >
          <img {...image} alt={alt} draggable={false} />
        </TransformComponent>
      </TransformWrapper>
      <div className={styles.controls}>
        <Button
          variant="icon"
          aria-label={t("zoomOut")}
          aria-keyshortcuts="-"
          aria-disabled={scale <= MIN_SCALE}
          onClick={() => step("out")}
        >
          <ZoomOut aria-hidden="true" size={20} />
        </Button>
        <output aria-label={t("scale")}>
          {t("percent", { percent: formatNumber(Math.round(scale * 100)) })}
        </output>
        <Button
          variant="icon"
          aria-label={t("zoomIn")}
          aria-keyshortcuts="+"
          aria-disabled={scale >= MAX_SCALE}
          onClick={() => step("in")}
        >
          <ZoomIn aria-hidden="true" size={20} />
        </Button>
      </div>
    </div>
  );
}

function useTapBeside(onTap: () => void) {
  const start = useRef({ x: 0, y: 0 });
  return {
    onPointerDown: ({ clientX, clientY }: PointerEvent) => {
      start.current = { x: clientX, y: clientY };
    },
    onClick: ({ target, currentTarget, clientX, clientY }: MouseEvent) => {
      const moved = Math.hypot(clientX - start.current.x, clientY - start.current.y);
      if (target === currentTarget && moved < TAP_PX) onTap();
    },
  };
}

/**
 * The viewer has the whole screen, so the keys are its own wherever the focus is; with a modifier they are the browser's:
 * its zoom, its way back.
 */
function useKeys(actions: Readonly<Record<string, () => void>>) {
  // The actions are others at each render.
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = actions[event.key];
      if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  });
}
