import { messageOf } from "@loyalty/api-client/errors.ts";
import { useSession } from "@loyalty/api-client/react/session.ts";
import { createHosts } from "@loyalty/api-client/session/current.ts";
import { useOpenDialog } from "@loyalty/ui/account/dialogs.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { keptLanguage } from "@loyalty/ui/i18n/set-language.ts";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";

import { Notice } from "../page/member-page.tsx";
import { hostsTexts } from "../texts/hosts.ts";

const LinkDialog = lazy(async () => ({
  default: (await import("../features/settings/link-dialog.tsx")).LinkDialog,
}));

/** The super-app around this page (docs/hosts.md). */
export const hosts = createHosts({ chosenLanguage: keptLanguage });

/** What a super-app could not do, and the question whether it may sign the member in from now on. */
export function HostNotices() {
  const t = useTexts(hostsTexts);
  const state = useSyncExternalStore(hosts.subscribe, hosts.getSnapshot);
  const session = useSession();
  const open = useOpenDialog();
  const failed = state.status === "failed" ? state : null;

  useEffect(() => {
    if (failed === null) return;
    const sentence = t("failed", { host: failed.title ?? t("someHost") });
    showToast("error", failed.error === null ? sentence : messageOf(failed.error, sentence), 8);
  }, [failed, t]);

  if (state.status !== "to-link") return null;
  if (session.status === "signed-out") {
    return (
      <Notice>
        <p role="status">{t("signInFirst", { host: state.link.title })}</p>
      </Notice>
    );
  }
  return session.status === "signed-in" && open === null ? (
    <Suspense>
      <LinkDialog link={state.link} member={session.user} onDone={hosts.forgetLink} />
    </Suspense>
  ) : null;
}
