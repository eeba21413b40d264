import { ApiError } from "@loyalty/api-client/errors";
import { tabStore } from "@loyalty/api-client/store";
import { useCallback, useEffect, useState } from "react";
import type { DefaultValues, FieldPath, FieldValues, UseFormReturn } from "react-hook-form";

import { i18n, REFERENCE_LANGUAGE } from "../i18n/i18n.ts";

/**
 * What was typed into a form so far, kept for this browser tab, so that an interruption loses nothing.
 *
 * @param key of the session storage
 * @param empty the form as it begins; of the draft only fields of the same name and type are read
 * @param omitted fields that are never kept, because they are secret or must be given again each time
 */
export function formDraft<Values extends FieldValues>(
  key: string,
  empty: Values,
  omitted: readonly (keyof Values)[] = [],
) {
  const names = Object.keys(empty).filter((name) => !omitted.includes(name));
  return {
    /** The form as it was left, or the empty one. */
    read(): Values {
      try {
        const kept = JSON.parse(tabStore.read(key) ?? "{}") as Record<string, unknown>;
        const known = names.filter((name) => typeof kept[name] === typeof empty[name]);
        return { ...empty, ...Object.fromEntries(known.map((name) => [name, kept[name]])) };
      } catch {
        return empty;
      }
    },
    write: (values: Values) => tabStore.write(key, JSON.stringify(values, names)),
    clear: () => tabStore.remove(key),
  };
}

export type FormDraft<Values extends FieldValues> = ReturnType<typeof formDraft<Values>>;

/**
 * Keeps a form's draft up to date. The form begins with `draft.read()` as its values, except where it is prerendered and
 * no draft is known: then it is restored after hydration, around what was typed before.
 */
export function useFormDraft<Values extends FieldValues>(
  draft: FormDraft<Values>,
  form: UseFormReturn<Values>,
  { isPrerendered = false } = {},
) {
  const { getValues, reset, subscribe } = form;
  useEffect(() => {
    if (isPrerendered) {
      const typed = Object.entries(getValues()).filter(([, value]) => Boolean(value));
      const values = { ...draft.read(), ...Object.fromEntries(typed) };
      reset(values as DefaultValues<Values>);
      if (typed.length > 0) draft.write(values);
    }
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => draft.write(values),
    });
  }, [draft, getValues, reset, subscribe, isPrerendered]);
}

/**
 * Shows what the server found wrong beside its fields, and puts the focus into the first of them.
 *
 * @param fieldOf the form's field behind a key of the call
 * @param translate the sentence for a field, for users of another language than the server's; without it the server's
 */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  form: UseFormReturn<Values>,
  fieldOf: Readonly<Record<string, FieldPath<Values>>>,
  translate?: (field: FieldPath<Values>, error: ApiError) => string,
): void {
  if (!(error instanceof ApiError)) return;
  const isTranslated = translate !== undefined && i18n.language !== REFERENCE_LANGUAGE;
  const wrong = new Set<string>();
  for (const [key, [sentence]] of Object.entries(error.errors)) {
    const field = fieldOf[key];
    if (!field || !sentence) continue;
    const message = isTranslated ? translate(field, error) : sentence;
    form.setError(field, { type: "server", message });
    wrong.add(field);
  }
  const first = Object.keys(form.getValues()).find((name) => wrong.has(name));
  if (first) form.setFocus(first as FieldPath<Values>);
}

/** A message that goes away by itself, an error after 5 s (spec 000 §9). The same one again starts its time again. */
export function useTemporaryMessage<Message = string>(lifeMs = 5000) {
  const [shown, setShown] = useState<{ message: Message } | null>(null);

  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(null), lifeMs);
    return () => clearTimeout(timer);
  }, [shown, lifeMs]);

  const show = useCallback((message: Message) => setShown({ message }), []);
  const clear = useCallback(() => setShown(null), []);
  return { message: shown?.message ?? null, show, clear };
}
