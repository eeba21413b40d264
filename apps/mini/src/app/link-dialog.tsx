import { ApiError, messageOf } from "@loyalty/api-client/errors";
import { useLinkHost } from "@loyalty/api-client/react/hosts";
import type { HostLink } from "@loyalty/api-client/session";
import type { Member } from "@loyalty/api-client/wire";
import { ConfirmDialog } from "@loyalty/ui/dialog";
import { showToast } from "@loyalty/ui/toast";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { CodeDialog } from "../components/code-dialog.tsx";
import { hostsTexts } from "../texts.ts";

interface LinkDialogProps {
  link: HostLink;
  member: Member;
  onDone: () => void;
}

/** Asks a member whether a super-app may sign them in. */
export function LinkDialog({ link, member, onDone }: LinkDialogProps) {
  const { t } = useTranslation(hostsTexts);
  const { mutateAsync: linkHost, isPending } = useLinkHost(member);
  const [needsCode, setNeedsCode] = useState(false);
  const host = link.title;
  const failureOf = (error: unknown) => messageOf(error, t("linkFailed", { host }));

  async function linkWith(otpCode?: string) {
    const { name, linkTicket } = link;
    await linkHost({ name, linkTicket, ...(otpCode === undefined ? {} : { otpCode }) });
    onDone();
    showToast("success", t("linked", { host }), 5);
  }

  async function agree() {
    try {
      await linkWith();
    } catch (error) {
      if (error instanceof ApiError && error.code === "proof_needed") return setNeedsCode(true);
      // Without an answer the question stays.
      if (error instanceof ApiError && error.status > 0 && error.status < 500) onDone();
      showToast("error", failureOf(error), 8);
    }
  }

  if (needsCode) {
    return (
      <CodeDialog
        member={member}
        onConfirm={linkWith}
        failureOf={failureOf}
        onClose={onDone}
        title={t("proof.title")}
        description={t("proof.text", { host })}
        translate={(name) => t(`proof.${name}`)}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      title={t("question", { host })}
      message={t("questionText", { host })}
      confirmLabel={t("link")}
      busy={isPending}
      cancelLabel={t("notNow")}
      closeOnOverlay={false}
      onConfirm={() => void agree()}
      onCancel={onDone}
    />
  );
}
