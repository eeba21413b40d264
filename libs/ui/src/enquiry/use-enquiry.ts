import { ApiError, messageOf } from "@loyalty/api-client";
import { useEffect, useRef, useState, type FormEvent } from "react";

import { i18n, REFERENCE_LANGUAGE } from "../texts/i18n.ts";
import type { EnquiryDraft } from "./enquiry-draft.ts";

/** How long the banner stays, spec 001 §4: "a banner that hides after 3 s". */
export const ENQUIRY_BANNER_MS = 3000;

export type Problems<Name extends string> = Partial<Record<Name, string>>;
export interface Banner {
  kind: "success" | "error";
  text: string;
}

export interface EnquiryRules<Values extends Record<string, string>> {
  empty: Values;
  draft: EnquiryDraft<Values>;
  /** What is wrong with the form, by field; empty when it can be sent. */
  check: (values: Values) => Problems<string>;
  /** Sends the form and gives the sentence of success. */
  send: (values: Values) => Promise<string>;
  /** The form's field behind a field of the wire, for what the server finds wrong. */
  fieldOf: Readonly<Record<string, string>>;
  /** What is wrong with a field that the server refused, for readers of another language than the server's. */
  refused: (field: string, error: ApiError) => string;
  /** The sentence for a failure about which the server said nothing a reader can use. */
  failure: (error: unknown) => string;
}

/** A form that is checked, sent once, and forgotten when it has arrived; until then nothing typed is lost. */
export function useEnquiry<Values extends Record<string, string>>(rules: EnquiryRules<Values>) {
  const { empty, draft } = rules;
  const [values, setValues] = useState(empty);
  const [problems, setProblems] = useState<Problems<string>>({});
  const [sending, setSending] = useState(false);
  const [banner, setBanner] = useState<Banner | null>(null);
  const form = useRef<HTMLFormElement>(null);

  // After hydration: a prerendered page knows no draft.
  useEffect(() => setValues(draft.read()), [draft]);

  useEffect(() => {
    if (!banner) return;
    const timer = setTimeout(() => setBanner(null), ENQUIRY_BANNER_MS);
    return () => clearTimeout(timer);
  }, [banner]);

  function change(name: keyof Values & string, value: string) {
    const next = { ...values, [name]: value };
    setValues(next);
    settle(name);
    draft.write(next);
  }

  /** What was said about a field is settled. */
  function settle(name: string) {
    setProblems((before) => ({ ...before, [name]: undefined }));
  }

  /** Shows what is wrong and leads to the first of it. */
  function refuse(found: Problems<string>) {
    setProblems(found);
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
    );
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (sending) return;
    const found = rules.check(values);
    if (Object.keys(found).length > 0) return refuse(found);

    setSending(true);
    setBanner(null);
    try {
      const text = await rules.send(values);
      draft.clear();
      setValues(empty);
      setProblems({});
      setBanner({ kind: "success", text });
    } catch (error) {
      refuse(problemsOf(error, rules));
      setBanner({ kind: "error", text: sentenceOf(error, rules.failure) });
    } finally {
      setSending(false);
    }
  }

  return {
    /** What the form's frame wants to know. */
    frame: { sending, banner, ref: form, onSubmit: submit },
    /** What is wrong, by field. */
    problems,
    settle,
    /** What ties a control to its field; every field of these forms is asked for. */
    tied: (name: keyof Values & string) => ({
      name,
      required: true,
      value: values[name],
      error: problems[name],
      onChange: (event: { currentTarget: { value: string } }) =>
        change(name, event.currentTarget.value),
    }),
  };
}

/** What the server found wrong, by the form's own fields. */
function problemsOf(
  error: unknown,
  { fieldOf, refused }: Pick<EnquiryRules<Record<string, string>>, "fieldOf" | "refused">,
): Problems<string> {
  if (!(error instanceof ApiError)) return {};
  const inServersWords = i18n.language === REFERENCE_LANGUAGE;
  const found = Object.entries(error.errors).map(([key, [sentence]]) => {
    const field = fieldOf[key] ?? key;
    return [field, inServersWords ? sentence : refused(field, error)];
  });
  return Object.fromEntries(found) as Problems<string>;
}

/** A refusal is said in the server's words or their translation; an accident in the form's own. */
function sentenceOf(error: unknown, failure: (error: unknown) => string): string {
  const refused =
    error instanceof ApiError && error.fromServer && error.status >= 400 && error.status < 500;
  return refused ? messageOf(error, error.message) : failure(error);
}
