import { useRef, type ReactNode } from "react";

import { primitiveTexts } from "../../texts/primitives.ts";
import { useTexts } from "../../texts/use-texts.ts";
import { Button } from "../button/button.tsx";
import { Dialog } from "./dialog.tsx";

export interface ConfirmDialogProps {
  open: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** Follows either answer: the dialog wants to be hidden. */
  onClose?: () => void;
  title?: string;
  message?: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** A click on the overlay cancels. @default true */
  closeOnOverlay?: boolean;
  /** The confirming button takes the colour of harm. */
  danger?: boolean;
  /** The confirmed work is under way. */
  busy?: boolean;
}

/**
 * The reusable question of spec 000 §2: confirming emits confirm then close, cancelling cancel then close (§4).
 * Cancel has the focus first, so that Enter harms nothing.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const t = useTexts(primitiveTexts);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const { onConfirm, onCancel, onClose, closeOnOverlay = true, danger, busy } = props;

  function answer(emit: () => void) {
    emit();
    onClose?.();
  }

  return (
    <Dialog
      open={props.open}
      onClose={() => answer(onCancel)}
      title={props.title ?? t("confirm.title")}
      description={props.message ?? t("confirm.message")}
      closeOnOverlay={closeOnOverlay}
      closeButton={false}
      role="alertdialog"
      size="sm"
      initialFocus={cancelButton}
      footer={
        <>
          <Button ref={cancelButton} variant="outline" onClick={() => answer(onCancel)}>
            {props.cancelLabel ?? t("confirm.cancel")}
          </Button>
          <Button
            variant={danger ? "danger" : "primary"}
            busy={busy}
            onClick={() => answer(onConfirm)}
          >
            {props.confirmLabel ?? t("confirm.confirm")}
          </Button>
        </>
      }
    />
  );
}
