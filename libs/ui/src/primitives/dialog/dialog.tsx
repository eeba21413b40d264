import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useRef, type ReactNode, type RefObject } from "react";

import { useBrand } from "../../brand/use-brand.ts";
import { primitiveTexts } from "../../texts/primitives.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./dialog.module.css";
import { useCountedDialog } from "./open-dialogs.ts";
import { focusOpener, rememberOpener } from "./opener.ts";
import { portalPlace } from "./portal-place.ts";
import { useBackCloses } from "./use-back-closes.ts";

export interface DialogProps {
  open: boolean;
  /** Asked for by the close button, and by Escape and the overlay where they close. */
  onClose: () => void;
  title: ReactNode;
  /** Keeps the title for screen readers only. */
  titleHidden?: boolean;
  /** One sentence under the title; it also describes the dialog to assistive technology. */
  description?: ReactNode;
  /** The specs differ per dialog, so each says it: sign-in and registration stay, the announcement goes. */
  closeOnOverlay: boolean;
  /** Escape, and Back on a phone. @default true */
  closeOnEscape?: boolean;
  /** @default true */
  closeButton?: boolean;
  /**
   * `full` is the whole screen in light colours, for what is held out to somebody; `viewer` the whole screen with the
   * page dimmed behind, for a picture.
   */
  size?: "sm" | "md" | "lg" | "full" | "viewer";
  /** Up to which width in px it comes up from the lower edge. @default 640 */
  sheetBelow?: 640 | 768;
  /** `alertdialog` for a question that must be answered. */
  role?: "dialog" | "alertdialog";
  /** Gets the focus first; otherwise the first control inside. A function is asked when the dialog opens. */
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  /** Stays in view below the scrolling body. */
  footer?: ReactNode;
  children?: ReactNode;
}

/** Whether a press landed on a toast, which lies above dialogs and must not close them. */
function onToast(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-sonner-toaster]") !== null;
}

/**
 * A modal dialog: it holds the focus, locks the page's scrolling and gives the focus back to its opener. The overlay and
 * the lock are our own: Radix's write a stylesheet for each opening, after which the browser styles the whole page anew.
 */
export function Dialog(props: DialogProps) {
  return (
    <Radix.Root open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <Radix.Portal container={portalPlace()}>
        <div className={styles.overlay} />
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
  useCountedDialog(size === "full");
  useBackCloses(() => {
    if (closeOnEscape) props.onClose();
  });

  return (
    <Radix.Content
      ref={panel}
      role={role}
      tabIndex={-1}
      className={`${styles.panel} ${styles[size]}`}
      data-sheet-below={sheetBelow}
      // The brand's colours are written anew on the panel, so that they follow its own light scheme.
      data-brand={size === "full" ? brand.key : undefined}
      onOpenAutoFocus={(event) => {
        rememberOpener();
        event.preventDefault();
        const first = typeof initialFocus === "function" ? initialFocus() : initialFocus?.current;
        (first ?? firstControl(panel.current))?.focus();
      }}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        focusOpener();
      }}
      onEscapeKeyDown={(event) => closeOnEscape || event.preventDefault()}
      onInteractOutside={(event) => {
        if (!closeOnOverlay || onToast(event.target)) event.preventDefault();
      }}
      {...(props.description ? {} : { "aria-describedby": undefined })}
    >
      <DialogHead {...props} />
      <div className={styles.body}>{props.children}</div>
      {props.footer && <div className={styles.footer}>{props.footer}</div>}
    </Radix.Content>
  );
}

function DialogHead({ title, titleHidden, description, closeButton = true }: DialogProps) {
  const t = useTexts(primitiveTexts);
  return (
    <div className={titleHidden ? styles.bareHead : styles.head}>
      <Radix.Title className={titleHidden ? styles.hidden : styles.title}>{title}</Radix.Title>
      {description && (
        <Radix.Description className={styles.description}>{description}</Radix.Description>
      )}
      {closeButton && (
        <Radix.Close className={styles.close} aria-label={t("close")}>
          <X aria-hidden="true" size={22} />
        </Radix.Close>
      )}
    </div>
  );
}

/** The first control of the body; failing that the panel itself, so that the focus never stays behind the dialog. */
function firstControl(panel: HTMLElement | null): HTMLElement | null {
  const inBody = `.${styles.body} :is(input,select,textarea,button,a[href]):not([disabled],[tabindex="-1"])`;
  return panel?.querySelector<HTMLElement>(inBody) ?? panel;
}
