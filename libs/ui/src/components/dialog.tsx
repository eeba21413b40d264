import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";

import { componentTexts } from "../texts.ts";
import { useBrand } from "../theme/theme-store.ts";
import { Button, buttonClass } from "./button.tsx";
import styles from "./dialog.module.css";
import { onHistoryBack } from "./history-back.ts";
import { useToastsAtBottom } from "./toast.tsx";
import hidden from "./visually-hidden.module.css";

export interface DialogProps {
  open: boolean;
  /** Asked for by the close button, and by Escape and the overlay where they close. */
  onClose: () => void;
  title: ReactNode;
  /** Keeps the title for screen readers only. */
  titleHidden?: boolean;
  /** One sentence under the title; it also describes the dialog to assistive technology. */
  description?: ReactNode;
  /** The specs differ per dialog, so each sets it: sign-in and registration stay, the announcement closes. */
  closeOnOverlay: boolean;
  /** Escape, and Back on a phone. @default true */
  closeOnEscape?: boolean;
  /** @default true */
  closeButton?: boolean;
  /**
   * `full` is the whole screen in light colours, for what is held out to a user; `moment` the whole screen of a phone, its
   * title below what it shows; `viewer` the whole screen with the page dimmed behind, for a picture; `drawer` slides in
   * from the right.
   */
  size?: "sm" | "md" | "lg" | "full" | "moment" | "viewer" | "drawer";
  /** Always as high, so that the footer's buttons do not move while a list in it is filtered. */
  fixedHeight?: boolean;
  /** Up to which width in px it comes up from the lower edge. @default 640 */
  sheetBelow?: 640 | 768;
  /** `alertdialog` for a question that must be answered. */
  role?: "dialog" | "alertdialog";
  /** Gets the focus first; otherwise the first control inside. A function is called when the dialog opens. */
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  /** Stays in view below the scrolling body. */
  footer?: ReactNode;
  children?: ReactNode;
}

/** A modal dialog: it holds the focus, locks the page's scrolling and gives the focus back to its opener. */
export function Dialog(props: DialogProps) {
  return (
    <Radix.Root open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} data-size={props.size} />
        <DialogPanel {...props} />
      </Radix.Portal>
    </Radix.Root>
  );
}

function DialogPanel(props: DialogProps) {
  const {
    closeOnOverlay,
    closeOnEscape = true,
    size = "md",
    sheetBelow = 640,
    role = "dialog",
    initialFocus,
  } = props;
  const panel = useRef<HTMLDivElement>(null);
  const { brand } = useBrand();
  // On the full screen a code is read and scanned, which a toast at the top would cover.
  useToastsAtBottom(size === "full");
  useBackButton(() => {
    if (closeOnEscape) props.onClose();
  });

  return (
    <Radix.Content
      ref={panel}
      role={role}
      tabIndex={-1}
      className={`${styles.panel} ${styles[size]}${props.fixedHeight ? ` ${styles.fixedHeight}` : ""}`}
      data-sheet-below={sheetBelow}
      // The brand's colours are written again on the panel, so that they follow its own light scheme.
      data-brand={size === "full" ? brand.key : undefined}
      onOpenAutoFocus={(event) => {
        event.preventDefault();
        rememberOpener();
        const first = typeof initialFocus === "function" ? initialFocus() : initialFocus?.current;
        (first ?? firstIn(panel.current, size))?.focus();
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        focusOpener();
      }}
      onEscapeKeyDown={(event) => closeOnEscape || event.preventDefault()}
      onInteractOutside={(event) => {
        if (!closeOnOverlay || isOnToast(event.target)) event.preventDefault();
      }}
      {...(props.description ? {} : { "aria-describedby": undefined })}
    >
      <DialogHead {...props} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a code scrolls, and has no control inside */}
      <div className={styles.body} tabIndex={size === "full" ? 0 : undefined}>
        {props.children}
      </div>
      {props.footer && <div className={styles.footer}>{props.footer}</div>}
    </Radix.Content>
  );
}

function DialogHead({ title, titleHidden, description, closeButton = true }: DialogProps) {
  const { t } = useTranslation(componentTexts);
  return (
    <div className={titleHidden ? styles.bareHead : styles.head}>
      <Radix.Title className={titleHidden ? hidden.hidden : undefined}>{title}</Radix.Title>
      {description && <Radix.Description>{description}</Radix.Description>}
      {closeButton && (
        <Radix.Close className={buttonClass({ variant: "icon" })} aria-label={t("close")}>
          <X aria-hidden="true" size={22} />
        </Radix.Close>
      )}
    </div>
  );
}

/**
 * The first control of the body, or without any the panel: the focus never stays behind the dialog. A drawer and a full
 * screen are read from their top, and a control further down would scroll it away.
 */
function firstIn(panel: HTMLElement | null, size: DialogProps["size"]) {
  if (size === "drawer" || size === "full") return panel;
  const inBody = `.${styles.body} :is(input,select,textarea,button,a[href]):not([disabled],[tabindex="-1"])`;
  return panel?.querySelector<HTMLElement>(inBody) ?? panel;
}

/** Whether a press landed on a toast, which lies above dialogs and must not close them. */
function isOnToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-sonner-toaster]") !== null;
}

interface ConfirmDialogProps {
  open: boolean;
  onConfirm: () => void;
  onCancel?: () => void;
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
  const { t } = useTranslation(componentTexts);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const { onConfirm, onCancel, onClose, closeOnOverlay = true, danger, busy } = props;

  function answer(emit?: () => void) {
    emit?.();
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

/** A menu that slides in over the page from the right: it has a close button of its own, and the focus first. */
export function Drawer(props: Pick<DialogProps, "open" | "onClose" | "title" | "children">) {
  return <Dialog {...props} size="drawer" titleHidden closeOnOverlay closeButton={false} />;
}

const DIALOGS = "[role=dialog],[role=alertdialog]";

/**
 * What had the focus before the first dialog opened. A dialog opened from another one (the sign-in dialog from the side
 * menu, registration from sign-in) inherits its opener, for that one is gone by the time the focus goes back.
 */
let opener: HTMLElement | null = null;

function rememberOpener() {
  const active = document.activeElement;
  if (active instanceof HTMLElement && active !== document.body && !active.closest(DIALOGS)) {
    opener = active;
  }
}

/** Moves the focus back to the opener when the last dialog closes. */
function focusOpener() {
  if (document.querySelector(DIALOGS)) return;
  const fallback = document.querySelector<HTMLElement>("[data-focus-home]");
  (opener?.isConnected ? opener : fallback)?.focus();
  opener = null;
}

/** What TypeScript's own library does not describe yet: https://html.spec.whatwg.org/#close-watchers */
interface CloseWatcher extends EventTarget {
  destroy: () => void;
}
type WithCloseWatcher = Window & { CloseWatcher?: new () => CloseWatcher };

/** The phone's Back closes what is open instead of leaving the page under it. Where a dialog must stay, Back does nothing. */
function useBackButton(onBack: () => void) {
  const goBack = useEffectEvent(onBack);
  useEffect(() => {
    const { CloseWatcher } = window as WithCloseWatcher;
    if (!CloseWatcher) return onHistoryBack(() => goBack());
    let watcher: CloseWatcher;
    // One press uses a watcher up. What is open still then waits for the next.
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.addEventListener("close", () => {
        watch();
        goBack();
      });
    };
    watch();
    return () => watcher.destroy();
  }, []);
}
