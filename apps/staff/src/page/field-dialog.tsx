import { valibotResolver } from "@hookform/resolvers/valibot";
import { messageOf } from "@loyalty/api-client/errors.ts";
import { useUnsavedChanges } from "@loyalty/ui/forms/unsaved-changes.tsx";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Alert } from "@loyalty/ui/primitives/alert.tsx";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Dialog } from "@loyalty/ui/primitives/dialog.tsx";
import { TextField } from "@loyalty/ui/primitives/field.tsx";
import { type ReactNode, useId } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";

import { peopleTexts } from "../texts/people.ts";
import styles from "./field-dialog.module.css";

interface FieldDialogProps {
  title: string;
  text: string;
  label: string;
  hint?: string;
  confirmLabel: string;
  maxLength: number;
  /** A PIN: figures only. */
  isPin?: boolean;
  /** Does it; a rejection is shown here, and the dialog stays. */
  onConfirm: (value: string) => Promise<unknown>;
  onClose: () => void;
  /** Further fields above the line. */
  children?: ReactNode;
}

/** A dialog with one line to type: a name or a PIN. */
export function FieldDialog(props: FieldDialogProps) {
  const { label, hint, isPin, maxLength } = props;
  const t = useTexts(peopleTexts);
  const formId = useId();
  const rule = isPin
    ? v.pipe(v.string(), v.regex(/^[0-9]{4,6}$/, t("pin.rule")))
    : v.pipe(v.string(), v.trim(), v.minLength(1, t("nameMissing")));
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { value: "" },
    resolver: valibotResolver(v.object({ value: rule })),
  });
  const submit = handleSubmit(async ({ value }) => {
    try {
      await props.onConfirm(value);
      props.onClose();
    } catch (error) {
      setError("root", { message: messageOf(error, t("failed")) });
    }
  });
  const { errors, isDirty, isSubmitting } = formState;
  useUnsavedChanges(isDirty && !isSubmitting);
  return (
    <Dialog
      open
      onClose={props.onClose}
      closeOnOverlay={false}
      title={props.title}
      description={props.text}
      footer={
        <>
          <Button variant="outline" onClick={props.onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" form={formId} busy={isSubmitting}>
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
        {errors.root && <Alert kind="error">{errors.root.message}</Alert>}
        {props.children}
        <TextField
          label={label}
          hint={hint}
          required
          autoComplete="off"
          maxLength={maxLength}
          error={errors.value?.message}
          {...(isPin && { inputMode: "numeric" as const })}
          {...register("value")}
        />
      </form>
    </Dialog>
  );
}
