import { OTPInput, REGEXP_ONLY_DIGITS } from "input-otp";
import {
  useImperativeHandle,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from "react";

import { Field } from "./field.tsx";
import styles from "./otp-field.module.css";

/** A one-time code has six digits, spec 000 §9. */
export const CODE_LENGTH = 6;

/**
 * At sign-in pasted text must be exactly six digits; at registration it is cut to six (spec 000 §5). Both count what is
 * left of it once a message is taken to pieces (`docs/specification.md`).
 */
export type PasteRule = "exact6" | "cut6";

export interface OtpBoxesHandle {
  /** Empties the field and focuses it, e.g. after a wrong code. */
  clear: () => void;
  focus: () => void;
  fill: (code: string) => void;
}

export interface OtpBoxesProps {
  label: ReactNode;
  pasteRule: PasteRule;
  onChange: (code: string) => void;
  /** The sixth digit is there. */
  onWhole?: (code: string) => void;
  /** Enter was pressed, whatever has been typed. Without it Enter does what the form does. */
  onEnter?: (code: string) => void;
  error?: ReactNode;
  ref?: Ref<OtpBoxesHandle>;
}

/** A one-time code in six boxes, spec 000 §5: one input, drawn a digit a box. */
export function OtpBoxes(props: OtpBoxesProps) {
  const { label, pasteRule, onChange, onWhole, onEnter, error, ref } = props;
  const [code, setCode] = useState("");
  const input = useRef<HTMLInputElement>(null);

  function write(next: string) {
    setCode(next);
    onChange(next);
    if (next.length === CODE_LENGTH && next !== code) onWhole?.(next);
  }

  useImperativeHandle(ref, () => {
    const focus = () => input.current?.focus();
    const fill = (read: string) => {
      write(read.slice(0, CODE_LENGTH));
      focus();
    };
    return { focus, fill, clear: () => fill("") };
  });

  /** In place of the library's own, which puts what is pasted between the digits that are there. */
  function paste(event: ClipboardEvent) {
    event.preventDefault();
    event.stopPropagation();
    const pasted = pastedCode(event.clipboardData.getData("text"), pasteRule);
    if (pasted) write(pasted);
  }

  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" || !onEnter) return;
    event.preventDefault();
    onEnter(code);
  }

  return (
    <Field
      label={label}
      error={error}
      renderControl={(control) => (
        <OTPInput
          {...control}
          ref={input}
          containerClassName={styles.container}
          maxLength={CODE_LENGTH}
          pattern={REGEXP_ONLY_DIGITS}
          autoComplete="one-time-code"
          value={code}
          onChange={write}
          onPasteCapture={paste}
          onKeyDown={press}
          pushPasswordManagerStrategy="none"
          noScriptCSSFallback={null}
          render={({ slots }) => (
            <div aria-hidden="true" className={styles.boxes}>
              {slots.map(({ char, isActive, hasFakeCaret }, position) => (
                <span
                  key={position}
                  data-active={isActive || undefined}
                  data-invalid={error ? "" : undefined}
                >
                  {char !== null && <span>{char}</span>}
                  {hasFakeCaret && <i />}
                </span>
              ))}
            </div>
          )}
        />
      )}
    />
  );
}

/** Six digits in a row, or twice three; never a part of a longer number. */
const IN_ONE = /(?<!\d)\d{6}(?!\d)/g;
const IN_TWO = /(?<!\d[\s-]?)\d{3}[\s-]\d{3}(?![\s-]?\d)/g;

/**
 * The digits of a pasted text under a rule, or null when it is refused.
 *
 * @param text a code, `123 456`, or the message it came in
 */
function pastedCode(text: string, rule: PasteRule): string | null {
  const digits = text.replace(/\D/g, "");
  const code = onlyMatch(text, IN_ONE) ?? onlyMatch(text, IN_TWO);
  if (code !== null) return code;
  if (rule === "exact6") return digits.length === CODE_LENGTH ? digits : null;
  return digits.slice(0, CODE_LENGTH) || null;
}

/** The digits that a pattern finds in a text; null when it finds none, or several that differ. */
function onlyMatch(text: string, pattern: RegExp): string | null {
  const found = new Set(text.match(pattern)?.map((match) => match.replace(/\D/g, "")));
  return found.size === 1 ? [...found][0]! : null;
}
