import { useEffect, useRef, useState, type PointerEvent, type RefObject } from "react";

import { gestureReader, type Gesture, type Touch } from "./gestures.ts";
import {
  FITTED,
  inSight,
  panned,
  stepped,
  toggled,
  zoomed,
  type Point,
  type View,
} from "./view.ts";

/** How far an arrow key pans, in px. */
const NUDGE_PX = 60;
/** How much a notch of the wheel (100 px) zooms. */
const WHEEL = 0.0022;

const keys: Readonly<Record<string, (view: View) => View>> = {
  "+": (view) => stepped(view, "in"),
  "=": (view) => stepped(view, "in"),
  "-": (view) => stepped(view, "out"),
  "0": () => FITTED,
  ArrowLeft: (view) => panned(view, { x: NUDGE_PX, y: 0 }),
  ArrowRight: (view) => panned(view, { x: -NUDGE_PX, y: 0 }),
  ArrowUp: (view) => panned(view, { x: 0, y: NUDGE_PX }),
  ArrowDown: (view) => panned(view, { x: 0, y: -NUDGE_PX }),
};

/**
 * A stage on which a picture is zoomed and panned by fingers, mouse, wheel and keys.
 *
 * @param onBackdrop somebody pressed beside the picture
 */
export function useStage(
  stage: RefObject<HTMLElement | null>,
  picture: RefObject<HTMLElement | null>,
  onBackdrop: () => void,
) {
  const [view, setView] = useState(FITTED);
  const reader = useRef(gestureReader());

  function change(how: (view: View) => View) {
    setView((before) => {
      const next = how(before);
      if (!stage.current || !picture.current) return next;
      // offset sizes know nothing of the scale; client sizes of the stage nothing of its borders.
      const { offsetWidth, offsetHeight } = picture.current;
      const { clientWidth, clientHeight } = stage.current;
      return inSight(
        next,
        { width: offsetWidth, height: offsetHeight },
        { width: clientWidth, height: clientHeight },
      );
    });
  }

  /** A place of the screen as the view counts: from the middle of the stage. */
  function placed({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top, width, height } = stage.current!.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  }

  const touched = (event: PointerEvent): Touch => ({
    id: event.pointerId,
    time: event.timeStamp,
    ...placed(event),
  });

  function follow(gesture: Gesture | null, target: EventTarget) {
    if (gesture?.kind === "pan") change((view) => panned(view, gesture.by));
    if (gesture?.kind === "pinch")
      change((view) => panned(zoomed(view, gesture.factor, gesture.at), gesture.by));
    if (gesture?.kind === "double-tap") change((view) => toggled(view, gesture.at));
    if (gesture?.kind === "tap" && target !== picture.current) onBackdrop();
  }

  useEffect(() => {
    const element = stage.current;
    // By hand, for React listens to the wheel passively and the page behind must not scroll.
    function turn(event: WheelEvent) {
      event.preventDefault();
      const at = placed(event);
      change((view) => zoomed(view, Math.exp(-event.deltaY * WHEEL), at));
    }
    // The viewer has the whole screen, so the keys are its own wherever the focus is; with a modifier they are the
    // browser's: its zoom, its way back.
    function key(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const how = keys[event.key];
      if (!how) return;
      event.preventDefault();
      change(how);
    }
    element?.addEventListener("wheel", turn, { passive: false });
    document.addEventListener("keydown", key);
    return () => {
      element?.removeEventListener("wheel", turn);
      document.removeEventListener("keydown", key);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once: it reads nothing that changes
  }, []);

  const pressedOn = useRef<EventTarget | null>(null);
  return {
    view,
    zoomIn: () => change((view) => stepped(view, "in")),
    zoomOut: () => change((view) => stepped(view, "out")),
    press(event: PointerEvent<HTMLElement>) {
      pressedOn.current = event.target;
      event.currentTarget.setPointerCapture?.(event.pointerId);
      reader.current.press(touched(event));
    },
    move: (event: PointerEvent) => follow(reader.current.move(touched(event)), event.target),
    lift(event: PointerEvent) {
      // Captured pointers are lifted on the stage, whatever they were pressed on.
      follow(reader.current.lift(touched(event)), pressedOn.current ?? event.target);
    },
    cancel: (event: PointerEvent) => reader.current.forget(event.pointerId),
  };
}
