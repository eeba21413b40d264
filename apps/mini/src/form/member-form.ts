import { valibotResolver } from "@hookform/resolvers/valibot";
import { ApiError } from "@loyalty/api-client/errors.ts";
import type { SubmitEvent } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type Path,
  type Resolver,
  useForm,
  useWatch,
} from "react-hook-form";
import type { GenericSchema, ObjectEntries, ObjectSchema } from "valibot";

type Values = Record<string, string | boolean>;

interface MemberFormOptions<Fields extends Values> {
  /** The values as they are stored. A field that the member has not changed follows them. */
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
 * Errors of the schema and field errors of the server are shown at their fields.
 */
export function useMemberForm<Fields extends Values>(options: MemberFormOptions<Fields>) {
  const { stored, schema, save, onInvalid, onFailed } = options;
  const names = Object.keys(stored) as (keyof Fields & string)[];

  const resolver: Resolver<Fields> = async (values, context, resolverOptions) => {
    const isRuled =
      schema && Object.keys(schema.entries).some((name) => values[name] !== stored[name]);
    if (!isRuled) return { values, errors: {} };
    const check = valibotResolver(schema, undefined, { raw: true }) as unknown as Resolver<Fields>;
    return check(values, context, resolverOptions);
  };
  const form = useForm<Fields>({
    resolver,
    values: stored,
    resetOptions: { keepDirtyValues: true },
  });
  const { isSubmitting, errors, isSubmitted } = form.formState;
  // Read, so that the library keeps track of it for `keepDirtyValues`.
  void form.formState.dirtyFields;
  const values = useWatch({ control: form.control }) as Fields;

  async function submitValid() {
    try {
      const next = await save(form.getValues());
      form.reset(next as DefaultValues<Fields>, { keepDirtyValues: false });
    } catch (error) {
      if (error instanceof ApiError) {
        for (const name of names) {
          const message = error.errors[name]?.[0];
          if (message) form.setError(path<Fields>(name), { message });
        }
      }
      onFailed(error);
    }
  }

  function change<Name extends keyof Fields & string>(name: Name, value: Fields[Name]) {
    form.setValue(path<Fields>(name), value as never, {
      shouldDirty: true,
      shouldValidate: isSubmitted,
    });
  }

  const isDirty = names.some((name) => values[name] !== stored[name]);
  return {
    values,
    isDirty,
    isSaving: isSubmitting,
    /** For an input, a select or a toggle. */
    register: (name: keyof Fields & string) => form.register(path<Fields>(name)),
    /** For an input or a select that shows its error. */
    field: (name: keyof Fields & string) => ({
      ...form.register(path<Fields>(name)),
      error: messageAt(errors, name),
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

const path = <Fields extends Values>(name: keyof Fields) => name as Path<Fields>;

const messageAt = (errors: FieldErrors, name: string) =>
  errors[name]?.message as string | undefined;
