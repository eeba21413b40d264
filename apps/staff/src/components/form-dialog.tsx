import { valibotResolver } from "@hookform/resolvers/valibot";
import { messageOf } from "@loyalty/api-client/errors";
import { Cluster, Stack } from "@loyalty/ui/layout";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { Dialog } from "@loyalty/ui/dialog";
import { TextAreaField, TextField } from "@loyalty/ui/field";
import { useUnsavedChanges } from "@loyalty/ui/unsaved-changes";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import {
  type FieldValues,
  useForm,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as v from "valibot";

import { peopleTexts } from "../texts/people.ts";
import { staffTexts } from "../texts/staff.ts";
import { type Conflict, ConflictAlert, conflictOf } from "./conflict-alert.tsx";

/** How long a reason may be, in characters (the API's rules/signing.py). */
const MIN_REASON = 8;
const MAX_REASON = 400;

interface DialogWords {
  title: string;
  /** What will happen. */
  text?: ReactNode;
  /** The button's words, the act itself: "Revoke". */
  confirmLabel: string;
  danger?: boolean;
  /** Nothing can be sent yet. */
  disabled?: boolean;
  /** It was done, or the person left. */
  onClose: () => void;
}

interface FormDialogProps<Values extends FieldValues, Output> extends DialogWords {
  form: UseFormReturn<Values, unknown, Output>;
  /**
   * Does it; a rejection is shown here, and the dialog stays.
   *
   * @param replaced the revision of another user's that the person chose to replace
   */
  onConfirm: (values: Output, replaced?: number) => Promise<unknown>;
  /** Puts into the form what another user saved meanwhile. With it the dialog asks which of the two counts. */
  onTheirs?: () => Promise<unknown>;
  /** Shown for a failure about which the server sent no sentence. */
  failed: string;
  /** Shows a rejection at the field that it is about; false: it is shown below the fields. */
  onRefused?: (error: unknown) => boolean;
  /** The fields. */
  children: ReactNode;
}

/** A dialog of many fields is scrolled on a telephone: what went wrong is below them, where it is seen. */
const scrollMessageIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView?.({ block: "nearest" });

/** A form in a dialog. What is typed is not lost by a tap beside it, or by leaving the page without a question. */
export function FormDialog<Values extends FieldValues, Output>(
  props: FormDialogProps<Values, Output>,
) {
  const { form, failed, onRefused, onConfirm, onTheirs, onClose } = props;
  const { t } = useTranslation(staffTexts);
  const formId = useId();
  const formElement = useRef<HTMLFormElement>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { errors, isDirty, isSubmitting, submitCount } = form.formState;
  // The first mistake from above, also of a field that is made of several.
  useEffect(() => {
    if (submitCount > 0) {
      formElement.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [submitCount]);
  const refused = (error: unknown) => form.setError("root", { message: messageOf(error, failed) });
  const submit = (replaced?: number) =>
    void form.handleSubmit(async (values) => {
      try {
        await onConfirm(values, replaced);
        onClose();
      } catch (error) {
        const meanwhile = onTheirs ? conflictOf(error) : null;
        setConflict(meanwhile);
        if (meanwhile || onRefused?.(error)) return;
        refused(error);
      }
    })();
  const readTheirs = async () => {
    try {
      await onTheirs?.();
      setConflict(null);
    } catch (error) {
      refused(error);
    }
  };
  useUnsavedChanges(isDirty && !isSubmitting);
  return (
    <Dialog
      open
      onClose={onClose}
      closeOnOverlay={false}
      title={props.title}
      description={props.text}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("reason.cancel")}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={props.danger ? "danger" : "primary"}
            disabled={props.disabled}
            busy={isSubmitting}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <Stack
        as="form"
        ref={formElement}
        id={formId}
        noValidate
        gap={4}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {props.children}
        {conflict && (
          <div ref={scrollMessageIntoView}>
            <ConflictAlert
              conflict={conflict}
              isBusy={isSubmitting}
              onMine={submit}
              onTheirs={() => void readTheirs()}
            />
          </div>
        )}
        {errors.root && (
          <div ref={scrollMessageIntoView}>
            <Alert kind="error">{errors.root.message}</Alert>
          </div>
        )}
      </Stack>
    </Dialog>
  );
}

/** The rule of a reason, which is tidied. Not `required`: it may be left empty. */
export function useReasonRule({ required }: { required: boolean }) {
  const { t } = useTranslation(staffTexts);
  const isLeft = (reason: string) => !required && reason === "";
  return v.pipe(
    v.string(),
    v.transform((typed) => typed.trim().replace(/\s+/g, " ")),
    v.check(
      (reason) => isLeft(reason) || reason.length >= MIN_REASON,
      t("reason.short", { count: MIN_REASON }),
    ),
    v.maxLength(MAX_REASON, t("reason.long", { count: MAX_REASON })),
  );
}

interface ReasonFieldProps extends UseFormRegisterReturn {
  optional?: boolean;
  error: string | undefined;
}

export function ReasonField({ optional, ...field }: ReasonFieldProps) {
  const { t } = useTranslation(staffTexts);
  return (
    <TextAreaField
      label={t(optional ? "reason.optional" : "reason.label")}
      hint={t("reason.hint")}
      required={!optional}
      rows={3}
      {...field}
    />
  );
}

interface ReasonDialogProps extends DialogWords {
  /** The reason may be left empty, and is "" then. */
  optional?: boolean;
  onConfirm: (why: { reason: string }) => Promise<unknown>;
  failed: string;
  /** What it is about, above the reason. */
  children?: ReactNode;
  usual?: readonly string[];
}

/** Asks for a reason, and nothing else, before something that the log of the office keeps. */
export function ReasonDialog(reasonDialog: ReasonDialogProps) {
  const { optional, usual, onConfirm, children, ...props } = reasonDialog;
  const form = useForm({
    defaultValues: { reason: "" },
    resolver: valibotResolver(v.object({ reason: useReasonRule({ required: !optional }) })),
  });
  return (
    <FormDialog {...props} form={form} onConfirm={(why) => onConfirm(why)}>
      {children}
      {usual && (
        <Cluster gap={2}>
          {usual.map((reason) => (
            <Button
              key={reason}
              variant="outline"
              onClick={() => form.setValue("reason", reason, { shouldDirty: true })}
            >
              {reason}
            </Button>
          ))}
        </Cluster>
      )}
      <ReasonField
        optional={optional}
        error={form.formState.errors.reason?.message}
        {...form.register("reason")}
      />
    </FormDialog>
  );
}

interface FieldDialogProps extends DialogWords {
  label: string;
  hint?: string;
  maxLength: number;
  /** A PIN: figures only. */
  isPin?: boolean;
  onConfirm: (value: string) => Promise<unknown>;
  /** Further fields below it. */
  children?: ReactNode;
}

/** A dialog with one line to type: a name or a PIN. */
export function FieldDialog(props: FieldDialogProps) {
  const { label, hint, maxLength, isPin, onConfirm, children, ...words } = props;
  const { t } = useTranslation(peopleTexts);
  const rule = isPin
    ? v.pipe(v.string(), v.regex(/^[0-9]{4,6}$/, t("pin.rule")))
    : v.pipe(v.string(), v.trim(), v.minLength(1, t("nameMissing")));
  const form = useForm({
    defaultValues: { value: "" },
    resolver: valibotResolver(v.object({ value: rule })),
  });
  return (
    <FormDialog
      {...words}
      form={form}
      failed={t("failed")}
      onConfirm={({ value }) => onConfirm(value)}
    >
      <TextField
        label={label}
        hint={hint}
        required
        autoComplete="off"
        maxLength={maxLength}
        error={form.formState.errors.value?.message}
        {...(isPin && { inputMode: "numeric" as const })}
        {...form.register("value")}
      />
      {children}
    </FormDialog>
  );
}
