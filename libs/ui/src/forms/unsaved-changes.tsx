import { type ComponentProps, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBlocker } from "react-router";

import { ConfirmDialog } from "../components/dialog.tsx";
import { unsavedChangesTexts } from "../texts.ts";

let unsaved = 0;

/**
 * Has people asked before they leave what they typed (spec 001 §2): by `UnsavedChangesDialog` where the app goes to another
 * page, by the browser's own question where it is reloaded or closed.
 */
export function useUnsavedChanges(hasChanges: boolean) {
  useEffect(() => {
    if (!hasChanges) return;
    unsaved += 1;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => {
      unsaved -= 1;
      removeEventListener("beforeunload", ask);
    };
  }, [hasChanges]);
}

/** The question before a page with unsaved changes is left. Once on a page; the router has to be a data router. */
export function UnsavedChangesDialog() {
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      unsaved > 0 && (here.pathname !== next.pathname || here.search !== next.search),
  );
  return (
    <Question
      open={blocker.state === "blocked"}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}

/**
 * The same question before an act that takes away what is typed though the address stays: another person at the till.
 *
 * @returns what starts the act, after the question where something is typed, and the question to draw
 */
export function useUnsavedChangesPrompt(act: () => void) {
  const [isAsked, setAsked] = useState(false);
  return {
    start: () => (unsaved > 0 ? setAsked(true) : act()),
    question: <Question open={isAsked} onConfirm={act} onClose={() => setAsked(false)} />,
  };
}

function Question(
  props: Pick<ComponentProps<typeof ConfirmDialog>, "open" | "onConfirm" | "onCancel" | "onClose">,
) {
  const { t } = useTranslation(unsavedChangesTexts);
  return (
    <ConfirmDialog
      {...props}
      danger
      title={t("title")}
      message={t("text")}
      confirmLabel={t("leave")}
      cancelLabel={t("stay")}
    />
  );
}
