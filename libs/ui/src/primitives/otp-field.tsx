import { useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from "react";

import { primitiveTexts } from "../texts/primitives.ts";
import { useTexts } from "../texts/use-texts.ts";
import styles from "./otp-field.module.css";

/** A one-time code has six digits, spec 000 §9. */
export const CODE_LENGTH = 6;

/**
 * At sign-in pasted text must be exactly six digits; at registration it is cut to six (spec 000 §5). Both count what is
 * left of it once a message is taken to pieces (`docs/readings.md`).
 */
export type PasteRule = "exact6" | "cut6";

/** Six digits in a row, or twice three; never a part of a longer number. */
const IN_ONE = /(?<!\d)\d{6}(?!\d)/g;
const IN_TWO = /(?<!\d[\s-]?)\d{3}[\s-]\d{3}(?![\s-]?\d)/g;

/**
 * The digits that a pasted text stands for under a rule, or null when it is refused.
 *
 * @param text a code, `123 456`, or the message it came in
 */
export function pastedCode(text: string, rule: PasteRule): string | null {
  const digits = text.replace(/\D/g, "");
  const code = onlyOne(text, IN_ONE) ?? onlyOne(text, IN_TWO);
  if (code !== null) return code;
  if (rule === "exact6") return digits.length === CODE_LENGTH ? digits : null;
  return digits.slice(0, CODE_LENGTH) || null;
}

/** The digits that a pattern finds in a text; null when it finds none, or several that differ. */
function onlyOne(text: string, pattern: RegExp): string | null {
  const found = new Set(text.match(pattern)?.map((match) => match.replace(/\D/g, "")));
  return found.size === 1 ? [...found][0]! : null;
}

/** What a box holds after its text became `typed`: the new digit wins over the one that was there. */
export function newestDigit(before: string, typed: string): string {
  const digits = typed.replace(/\D/g, "");
  if (typed !== "" && digits === "") return before;
  const index = digits.indexOf(before);
  const others =
    before === "" || index < 0 ? digits : digits.slice(0, index) + digits.slice(index + 1);
  return (others || digits).slice(0, 1);
}

/** A code spread over the boxes, from the first one. */
export function spread(code: string): string[] {
  return Array.from({ length: CODE_LENGTH }, (_, position) => code[position] ?? "");
}

/** What a form may do to the boxes. */
export interface OtpBoxesHandle {
  /** Empties the boxes and focuses the first, e.g. after a wrong code. */
  clear: () => void;
  focus: () => void;
  /** Puts a code that was read from a message into the boxes. */
  fill: (code: string) => void;
}

export interface OtpBoxesProps {
  label: ReactNode;
  pasteRule: PasteRule;
  /** The digits so far, without gaps; six of them are a whole code. */
  onChange: (code: string) => void;
  /** Enter was pressed, whatever is in the boxes. Without it Enter does what the form does. */
  onEnter?: (code: string) => void;
  error?: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
  ref?: Ref<OtpBoxesHandle>;
}

/** Six single-digit boxes for a one-time code, spec 000 §5. Nothing submits by itself. */
export function OtpBoxes(props: OtpBoxesProps) {
  const { label, error, hint, disabled } = props;
  const t = useTexts(primitiveTexts);
  const id = useId();
  const { digits, boxProps } = useOtpBoxes(props);
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");

  return (
    <div role="group" aria-labelledby={`${id}-label`} className={styles.group}>
      <span id={`${id}-label`} className={styles.label}>
        {label}
      </span>
      <div className={styles.boxes}>
        {digits.map((digit, position) => (
          <input
            key={position}
            {...boxProps(position)}
            value={digit}
            disabled={disabled}
            className={styles.box}
            inputMode="numeric"
            autoComplete={position === 0 ? "one-time-code" : "off"}
            aria-label={t("digit", { position: position + 1, length: CODE_LENGTH })}
            aria-invalid={error ? true : undefined}
            aria-describedby={described || undefined}
          />
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

function useOtpBoxes({ pasteRule, onChange, onEnter, ref }: OtpBoxesProps) {
  const [digits, setDigits] = useState(() => spread(""));
  const boxes = useRef<(HTMLInputElement | null)[]>([]);

  const focus = (position: number) =>
    boxes.current[Math.min(Math.max(position, 0), CODE_LENGTH - 1)]?.focus();

  function write(next: string[]) {
    setDigits(next);
    onChange(next.join(""));
  }

  function fill(code: string) {
    write(spread(code));
    focus(code.length);
  }

  function type(position: number, typed: string) {
    // The keyboard's suggestion types the whole code into the first box.
    const suggested = position === 0 ? pastedCode(typed, "exact6") : null;
    if (suggested) return fill(suggested);
    const digit = newestDigit(digits[position]!, typed);
    write(digits.with(position, digit));
    if (/\d/.test(typed)) focus(position + 1);
  }

  function press(position: number, event: React.KeyboardEvent) {
    if (event.key === "Enter" && onEnter) onEnter(digits.join(""));
    else if (event.key === "ArrowLeft") focus(position - 1);
    else if (event.key === "ArrowRight") focus(position + 1);
    else if (event.key === "Backspace" && digits[position] === "" && position > 0) {
      write(digits.with(position - 1, ""));
      focus(position - 1);
    } else return;
    event.preventDefault();
  }

  useImperativeHandle(ref, () => ({
    clear: () => {
      write(spread(""));
      focus(0);
    },
    focus: () => focus(0),
    fill,
  }));

  const boxProps = (position: number) => ({
    ref: (box: HTMLInputElement | null) => {
      boxes.current[position] = box;
    },
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => type(position, event.target.value),
    onKeyDown: (event: React.KeyboardEvent) => press(position, event),
    onFocus: (event: React.FocusEvent<HTMLInputElement>) => event.target.select(),
    onPaste: (event: React.ClipboardEvent) => {
      event.preventDefault();
      const code =
        position === 0 ? pastedCode(event.clipboardData.getData("text"), pasteRule) : null;
      if (code) fill(code);
    },
  });
  return { digits, boxProps };
}
