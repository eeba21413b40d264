import { Pause, Play } from "lucide-react";
import { lazy, startTransition, useEffect, useState } from "react";

import { showLoadFailed } from "../account/dialogs.ts";
import { type JoinStep, joinSteps, STEP_PICTURE, stepPicture } from "../content/programme.ts";
import { useTexts } from "../i18n/i18n.ts";
import { LazyBoundary } from "../primitives/lazy-boundary.tsx";
import { membershipTexts } from "../texts/membership.ts";
import { prefersReducedMotion } from "../theme/media-queries.ts";
import { useBrand } from "../theme/theme-store.ts";
import styles from "./join-steps.module.css";
import { Section } from "./page-layout.tsx";

const PictureViewer = lazy(async () => ({
  default: (await import("../primitives/picture-viewer.tsx")).PictureViewer,
}));

/** How long each step is in front (spec 001 §2, Membership page). */
export const STEP_MS = 4000;

/** How to join: three steps that turn by themselves, each with a picture of the app that opens large. */
export function JoinSteps() {
  const t = useTexts(membershipTexts);
  const [enlarged, setEnlarged] = useState<JoinStep | null>(null);
  const [isPaused, setPaused] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const held = isPaused || isHovered || isFocused || enlarged !== null;
  const { index, goTo, canTurn } = useRotation(joinSteps.length, STEP_MS, held);

  return (
    <Section title={t("steps.title")}>
      <p>{t("steps.text")}</p>
      <div
        className={styles.steps}
        data-turning={(canTurn && !held) || undefined}
        onPointerEnter={({ pointerType }) => setHovered(pointerType === "mouse")}
        onPointerLeave={() => setHovered(false)}
        onFocus={({ target }) => setFocused(target.matches(":focus-visible"))}
        onBlur={() => setFocused(false)}
      >
        <div className={styles.phone}>
          {joinSteps.map((step, position) => (
            <StepPicture
              key={step}
              step={step}
              isFirst={position === 0}
              isInFront={position === index}
              onEnlarge={() => setEnlarged(step)}
            />
          ))}
        </div>
        <ol role="list" className={styles.list}>
          {joinSteps.map((step, position) => (
            <li key={step} className={styles.step} data-front={position === index || undefined}>
              <h3 className={styles.title}>
                <button
                  type="button"
                  className={styles.jump}
                  aria-current={position === index ? "step" : undefined}
                  onClick={() => goTo(position)}
                >
                  <span className={styles.number}>{position + 1}</span>
                  {t(`steps.${step}.title`)}
                </button>
              </h3>
              <p className={styles.text}>{t(`steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
        {canTurn && (
          <button
            type="button"
            className={styles.pause}
            aria-label={t(isPaused ? "steps.play" : "steps.pause")}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? (
              <Play aria-hidden="true" size={18} />
            ) : (
              <Pause aria-hidden="true" size={18} />
            )}
          </button>
        )}
      </div>
      {enlarged && <Enlarged step={enlarged} onClose={() => setEnlarged(null)} />}
    </Section>
  );
}

interface StepPictureProps {
  step: JoinStep;
  /** It is there when the page is opened: fetched at once and before others. */
  isFirst: boolean;
  isInFront: boolean;
  onEnlarge: () => void;
}

function StepPicture({ step, isFirst, isInFront, onEnlarge }: StepPictureProps) {
  const t = useTexts(membershipTexts);
  const { key } = useBrand().brand;
  return (
    <button
      type="button"
      className={styles.picture}
      data-front={isInFront || undefined}
      aria-hidden={!isInFront}
      inert={!isInFront}
      aria-label={t("steps.enlarge", { picture: t(`steps.${step}.picture`) })}
      onClick={onEnlarge}
    >
      <img
        {...STEP_PICTURE}
        className={styles.screenshot}
        src={stepPicture(key, step, "small")}
        alt=""
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : "auto"}
        decoding={isFirst ? "sync" : "async"}
      />
    </button>
  );
}

function Enlarged({ step, onClose }: { step: JoinStep; onClose: () => void }) {
  const t = useTexts(membershipTexts);
  const { key } = useBrand().brand;
  const src = stepPicture(key, step, "whole");
  if (!src) return null;
  return (
    <LazyBoundary
      onError={() => {
        onClose();
        showLoadFailed();
      }}
    >
      <PictureViewer
        {...STEP_PICTURE}
        src={src}
        alt={t(`steps.${step}.picture`)}
        onClose={onClose}
      />
    </LazyBoundary>
  );
}

/** What turns by itself, one after the other, and begins again. */
interface Rotation {
  /** The one in front, from 0. */
  index: number;
  goTo: (index: number) => void;
  /** Whether it may turn by itself at all: not for readers who asked for less motion. */
  canTurn: boolean;
}

/**
 * Brings the next one to the front every so often; a jump starts the wait anew.
 *
 * @param count how many there are
 * @param everyMs how long each is in front, in ms
 * @param held stays where it is while true
 */
function useRotation(count: number, everyMs: number, held: boolean): Rotation {
  const [index, setIndex] = useState(0);
  const [canTurn, setCanTurn] = useState(false);

  // After hydration: a prerendered page does not know its reader.
  useEffect(() => startTransition(() => setCanTurn(!prefersReducedMotion())), []);

  useEffect(() => {
    if (held || !canTurn) return;
    const timer = setTimeout(() => setIndex((index + 1) % count), everyMs);
    return () => clearTimeout(timer);
  }, [index, count, everyMs, held, canTurn]);

  return { index, goTo: setIndex, canTurn };
}
