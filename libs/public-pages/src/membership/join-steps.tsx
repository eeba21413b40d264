import { showLoadFailed } from "@loyalty/shell/dialogs";
import type { BrandKey } from "@loyalty/ui/brands";
import { LazyBoundary } from "@loyalty/ui/lazy-boundary";
import { prefersReducedMotion } from "@loyalty/ui/media-queries";
import textStyles from "@loyalty/ui/text.module.css";
import { useBrand } from "@loyalty/ui/theme-store";
import { Pause, Play } from "lucide-react";
import { lazy, startTransition, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { Section } from "../components/page-layout.tsx";
import styles from "./join-steps.module.css";
import { membershipTexts } from "./texts.ts";

const PictureViewer = lazy(async () => ({
  default: (await import("@loyalty/ui/picture-viewer")).PictureViewer,
}));

/** The steps of joining, in order, and how long each is in front (spec 001 §2, Membership page). */
const steps = ["details", "code", "card"] as const;
const STEP_MS = 4000;

type JoinStep = (typeof steps)[number];

/** The real app, taken by `e2e/pictures`: whole, to be enlarged, and `-small` in half the bytes. */
const files = import.meta.glob<string>("./steps/*.webp", {
  eager: true,
  query: "?no-inline",
  import: "default",
});
const pictureOf = (brand: BrandKey, step: string) => files[`./steps/${brand}-${step}.webp`]!;

/** The size of the pictures' files, in px. */
const SIZE = { width: 780, height: 1560 };

/** How to join: three steps that turn by themselves, each with a picture of the app that opens large. */
export function JoinSteps() {
  const { t } = useTranslation(membershipTexts);
  const { key } = useBrand().brand;
  const [enlarged, setEnlarged] = useState<JoinStep | null>(null);
  const [isPaused, setPaused] = useState(false);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const held = isPaused || isHovered || isFocused || enlarged !== null;
  const { index, setIndex, canTurn } = useTurningSteps(held);

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
          {steps.map((step, position) => (
            <StepPicture
              key={step}
              step={step}
              isFirst={position === 0}
              isInFront={position === index}
              onEnlarge={() => setEnlarged(step)}
            />
          ))}
        </div>
        <ol role="list">
          {steps.map((step, position) => (
            <li key={step} data-front={position === index || undefined}>
              <h3 className={textStyles.lg}>
                <button
                  type="button"
                  aria-current={position === index ? "step" : undefined}
                  onClick={() => setIndex(position)}
                >
                  <span className={textStyles.num}>{position + 1}</span>
                  {t(`steps.${step}.title`)}
                </button>
              </h3>
              <p className={textStyles.muted}>{t(`steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
        {canTurn && (
          <button
            type="button"
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
      {enlarged && (
        <LazyBoundary
          onError={() => {
            setEnlarged(null);
            showLoadFailed();
          }}
        >
          <PictureViewer
            {...SIZE}
            src={pictureOf(key, enlarged)}
            alt={t(`steps.${enlarged}.picture`)}
            onClose={() => setEnlarged(null)}
          />
        </LazyBoundary>
      )}
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
  const { t } = useTranslation(membershipTexts);
  const { key } = useBrand().brand;
  return (
    <button
      type="button"
      data-front={isInFront || undefined}
      aria-hidden={!isInFront}
      inert={!isInFront}
      aria-label={t("steps.enlarge", { picture: t(`steps.${step}.picture`) })}
      onClick={onEnlarge}
    >
      <img
        {...SIZE}
        src={pictureOf(key, `${step}-small`)}
        alt=""
        loading={isFirst ? "eager" : "lazy"}
        fetchPriority={isFirst ? "high" : "auto"}
        decoding={isFirst ? "sync" : "async"}
      />
    </button>
  );
}

/**
 * Brings the next step to the front every so often; a jump starts the wait again. `canTurn` is false for readers who
 * asked for less motion.
 *
 * @param held the step stays while true
 */
function useTurningSteps(held: boolean) {
  const [index, setIndex] = useState(0);
  const [canTurn, setCanTurn] = useState(false);

  // After hydration: a prerendered page does not know its user.
  useEffect(() => startTransition(() => setCanTurn(!prefersReducedMotion())), []);

  useEffect(() => {
    if (held || !canTurn) return;
    const timer = setTimeout(() => setIndex((index + 1) % steps.length), STEP_MS);
    return () => clearTimeout(timer);
  }, [index, held, canTurn]);

  return { index, setIndex, canTurn };
}
