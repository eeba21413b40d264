import { useEffect, useRef, useState, type RefObject } from "react";

/**
 * Something small that a button opens: Escape closes it and gives the focus back, a press or a focus elsewhere
 * closes it too.
 */
export function useDisclosure(): {
  open: boolean;
  setOpen: (open: boolean) => void;
  /** Holds the button and what it opens. */
  place: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
} {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!open) return;
    const leave = (event: Event) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", leave);
    document.addEventListener("focusin", leave);
    document.addEventListener("keydown", escape);
    return () => {
      document.removeEventListener("pointerdown", leave);
      document.removeEventListener("focusin", leave);
      document.removeEventListener("keydown", escape);
    };
  }, [open]);

  return { open, setOpen, place, button };
}
