import { valibotResolver } from "@hookform/resolvers/valibot";
import { ApiError } from "@loyalty/api-client/errors";
import { paths } from "@loyalty/shell/paths";
import { Button } from "@loyalty/ui/button";
import { UnsavedChangesDialog, useUnsavedChanges } from "@loyalty/ui/unsaved-changes";
import { type ReactNode, type SubmitEvent, useEffect } from "react";
import { type Resolver, useForm, useWatch } from "react-hook-form";
import { useNavigate } from "react-router";
import type { GenericSchema, ObjectEntries, ObjectSchema } from "valibot";

import styles from "./member-form.module.css";

type Values = Record<string, string | boolean>;

interface MemberFormOptions<Fields extends Values> {
  stored: Fields;
  /** The rules of the fields; they apply when one of these fields has changed. */
  schema?: ObjectSchema<ObjectEntries, undefined> & GenericSchema<Partial<Fields>>;
  /**
   * Saves the values.
   *
   * @returns the values as they are stored then
   */
  save: (values: Fields) => Promise<Fields>;
  onInvalid?: () => void;
  onFailed: (error: unknown) => void;
}

export type MemberForm<Fields extends Values> = ReturnType<typeof useMemberForm<Fields>>;

/**
 * The form of a screen on which members change their data: its values, what has changed, its errors and its submission.
 * Errors of the schema and field errors of the server are shown at their fields. Leaving with a change asks first.
 */
export function useMemberForm<Fields extends Values>(options: MemberFormOptions<Fields>) {
  const { stored, schema, save, onInvalid, onFailed } = options;
  const names = Object.keys(stored);

  const resolver: Resolver<Values> = (values, context, resolverOptions) => {
    const isRuled =
      schema && Object.keys(schema.entries).some((name) => values[name] !== stored[name]);
    if (!isRuled) return { values, errors: {} };
    const check = valibotResolver(schema, undefined, { raw: true }) as unknown as Resolver<Values>;
    return check(values, context, resolverOptions);
  };
  const form = useForm<Values>({
    resolver,
    values: stored,
    resetOptions: { keepDirtyValues: true },
  });
  const { isSubmitting, errors, isSubmitted } = form.formState;
  // Read, so that the library keeps track of it for `keepDirtyValues`.
  void form.formState.dirtyFields;
  const values = useWatch({ control: form.control }) as Fields;
  const isDirty = names.some((name) => values[name] !== stored[name]);
  useUnsavedChanges(isDirty && !isSubmitting);

  async function submitValid() {
    try {
      const next = await save(form.getValues() as Fields);
      form.reset(next, { keepDirtyValues: false });
    } catch (error) {
      if (error instanceof ApiError) {
        for (const name of names) {
          const message = error.errors[name]?.[0];
          if (message) form.setError(name, { message });
        }
      }
      onFailed(error);
    }
  }

  function change<Name extends keyof Fields & string>(name: Name, value: Fields[Name]) {
    form.setValue<string>(name, value, { shouldDirty: true, shouldValidate: isSubmitted });
  }

  return {
    values,
    isDirty,
    isSaving: isSubmitting,
    /** For a toggle, or a select without an error. */
    register: (name: keyof Fields & string) => form.register(name),
    /** For an input or a select that shows its error. */
    field: (name: keyof Fields & string) => ({
      ...form.register(name),
      error: errors[name]?.message,
    }),
    /** For a radio group. */
    choice: <Name extends keyof Fields & string>(name: Name) => ({
      value: values[name],
      onChange: (value: Fields[Name]) => change(name, value),
    }),
    change,
    submit(event: SubmitEvent) {
      event.preventDefault();
      if (isDirty && !isSubmitting) void form.handleSubmit(submitValid, onInvalid)();
    },
  };
}

interface SaveBarProps {
  form: { isDirty: boolean; isSaving: boolean };
  save: string;
  saving: string;
  /** Shown above the button. */
  children?: ReactNode;
}

/** Save at the lower edge of a form, enabled by a change, and the question before a change is left. */
export function SaveBar({ form: { isDirty, isSaving }, save, saving, children }: SaveBarProps) {
  return (
    <>
      <div className={styles.bar}>
        {children}
        <Button type="submit" size="lg" wide busy={isSaving} disabled={!isDirty}>
          {isSaving ? saving : save}
        </Button>
      </div>
      <UnsavedChangesDialog />
    </>
  );
}

/** Shows the profile some time after a save, so that its message is read. */
export function useBackToProfile(isSaved: boolean, afterMs: number) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => void navigate(paths.profile), afterMs);
    return () => clearTimeout(timer);
  }, [isSaved, afterMs, navigate]);
}
