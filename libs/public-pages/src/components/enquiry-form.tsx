import { valibotResolver } from "@hookform/resolvers/valibot";
import { ApiError, messageOf } from "@loyalty/api-client/errors";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import layoutStyles from "@loyalty/ui/layout.module.css";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import {
  type FormDraft,
  showFieldErrors,
  useFormDraft,
  useTemporaryMessage,
} from "@loyalty/ui/form";
import type { ReactNode, SubmitEvent } from "react";
import { type DefaultValues, type FieldPath, type FieldValues, useForm } from "react-hook-form";
import type { GenericSchema } from "valibot";

import styles from "./enquiry-form.module.css";

/** How long the banner stays, spec 001 §4: "a banner that hides after 3 s". */
const BANNER_MS = 3000;

interface EnquiryOptions<Values extends FieldValues> {
  empty: Values;
  draft: FormDraft<Values>;
  /** The form's rules, with their sentences. */
  schema: GenericSchema<Values, Values>;
  send: (values: Values) => Promise<string>;
  /** The form's field behind a key of the call, for what the server finds wrong. */
  fieldOf: Readonly<Record<string, FieldPath<Values>>>;
  /** What is wrong with a field that the server refused, for users of another language than the server's. */
  refused: (field: FieldPath<Values>, error: ApiError) => string;
  /** The sentence for a failure about which the server sent nothing a user can use. */
  failure: (error: unknown) => string;
}

/** A form that is checked, sent once, and emptied when it has arrived; until then nothing typed is lost. */
export function useEnquiryForm<Values extends FieldValues>(options: EnquiryOptions<Values>) {
  const { empty, draft, schema } = options;
  const banner = useTemporaryMessage<{ kind: "success" | "error"; text: string }>(BANNER_MS);
  const form = useForm<Values>({
    resolver: valibotResolver(schema),
    defaultValues: empty as DefaultValues<Values>,
    // An error goes when its field is changed; the field is checked again when the form is sent.
    mode: "onSubmit",
    reValidateMode: "onSubmit",
  });
  useFormDraft(draft, form, { isPrerendered: true });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (values) => {
    banner.clear();
    try {
      const text = await options.send(values);
      form.reset(empty as DefaultValues<Values>);
      draft.clear();
      banner.show({ kind: "success", text });
    } catch (error) {
      showFieldErrors(error, form, options.fieldOf, options.refused);
      // A refusal in the server's words or their translation; any other failure in the form's own.
      const isRefusal =
        error instanceof ApiError && error.fromServer && error.status >= 400 && error.status < 500;
      const text = isRefusal ? messageOf(error, error.message) : options.failure(error);
      banner.show({ kind: "error", text });
    }
  });

  const errorOf = (name: FieldPath<Values>) => errors[name]?.message as string | undefined;
  return {
    form,
    errorOf,
    fieldProps: (name: FieldPath<Values>) => ({
      ...form.register(name, { onChange: () => form.clearErrors(name) }),
      required: true,
      error: errorOf(name),
    }),
    frame: {
      banner: banner.message,
      isSending: isSubmitting,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        if (isSubmitting) event.preventDefault();
        else void submit(event);
      },
    },
  };
}

type EnquiryFormProps = ReturnType<typeof useEnquiryForm>["frame"] & {
  label: string;
  submitLabel: string;
  /** The button's label while the form is being sent (spec 001 §4). */
  sendingLabel: string;
  children: ReactNode;
};

/** The frame of a form: its fields in two columns where there is space, the banner and the button below. */
export function EnquiryForm(props: EnquiryFormProps) {
  const { label, submitLabel, sendingLabel, isSending, banner, onSubmit, children } = props;
  return (
    // Where no script runs, "post" keeps what was typed out of the address.
    <form
      noValidate
      method="post"
      className={`${styles.form} ${surfaceStyles.card} ${layoutStyles.noPrint}`}
      aria-label={label}
      onSubmit={onSubmit}
    >
      <div className={styles.fields}>{children}</div>
      {banner && <Alert kind={banner.kind}>{banner.text}</Alert>}
      <div>
        <Button type="submit" size="lg" busy={isSending}>
          {isSending ? sendingLabel : submitLabel}
        </Button>
      </div>
    </form>
  );
}
