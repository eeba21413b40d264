import { valibotResolver } from "@hookform/resolvers/valibot";
import { messageOf } from "@loyalty/api-client/errors.ts";
import { useUnsavedChanges } from "@loyalty/ui/forms/unsaved-changes.tsx";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Alert } from "@loyalty/ui/primitives/alert.tsx";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Dialog } from "@loyalty/ui/primitives/dialog.tsx";
import { TextAreaField } from "@loyalty/ui/primitives/field.tsx";
import { type ReactNode, useId } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";

import { staffTexts } from "../texts/staff.ts";

/** How long a reason may be, in characters (the API's rules/signing.py). */
const SHORTEST_REASON = 8;
const LONGEST_REASON = 400;

interface ReasonDialogProps {
  title: string;
  /** What will happen. */
  text: ReactNode;
  /** The button's words, the act itself: "Revoke". */
  confirmLabel: string;
  danger?: boolean;
  /** The reason may be left empty, and is "" then. */
  optional?: boolean;
  /** Further fields, above the reason. */
  children?: ReactNode;
  /** Whether those fields can be sent: they say themselves what is wrong, or it is a sentence. */
  check?: () => boolean | string;
  /** Does it; a rejection is shown here, and the dialog stays. */
  onConfirm: (reason: string) => Promise<unknown>;
  /** Shown for a failure about which the server sent no sentence. */
  failed: string;
  /** It was done, or the person left. */
  onClose: () => void;
}

/** The rule of a reason, which is tidied. Not `required`: it may be left empty. */
export function useReasonRule({ required }: { required: boolean }) {
  const t = useTexts(staffTexts);
  const isLeft = (reason: string) => !required && reason === "";
  return v.pipe(
    v.string(),
    v.transform((typed) => typed.trim().replace(/\s+/g, " ")),
    v.check(
      (reason) => isLeft(reason) || reason.length >= SHORTEST_REASON,
      t("reason.short", { count: SHORTEST_REASON }),
    ),
    v.maxLength(LONGEST_REASON, t("reason.long", { count: LONGEST_REASON })),
  );
}

/** A dialog of many fields is scrolled on a telephone: what went wrong is below them, where it is seen. */
const bringIntoView = (element: HTMLElement | null) =>
  element?.scrollIntoView?.({ block: "nearest" });

/** Asks for a reason before something that the log of the office keeps. */
export function ReasonDialog(props: ReasonDialogProps) {
  const t = useTexts(staffTexts);
  const formId = useId();
  const rule = useReasonRule({ required: !props.optional });
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { reason: "" },
    resolver: valibotResolver(v.object({ reason: rule })),
  });

  const isRight = () => {
    const checked = props.check?.() ?? true;
    if (typeof checked === "string") setError("root", { message: checked });
    return checked === true;
  };
  const submit = handleSubmit(async ({ reason }) => {
    if (!isRight()) return;
    try {
      await props.onConfirm(reason);
      props.onClose();
    } catch (error) {
      setError("root", { message: messageOf(error, props.failed) });
    }
    // Everything that is wrong is said at once.
  }, isRight);

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
            {t("reason.cancel")}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={props.danger ? "danger" : "primary"}
            busy={isSubmitting}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        {props.children}
        <TextAreaField
          label={t(props.optional ? "reason.optional" : "reason.label")}
          hint={t("reason.hint")}
          error={errors.reason?.message}
          required={!props.optional}
          rows={3}
          {...register("reason")}
        />
        {errors.root && (
          <div ref={bringIntoView}>
            <Alert kind="error">{errors.root.message}</Alert>
          </div>
        )}
      </form>
    </Dialog>
  );
}
