import { messageOf } from "@loyalty/api-client/errors.ts";
import { useHosts, useUnlinkHost } from "@loyalty/api-client/react/hosts.ts";
import { tokenStore } from "@loyalty/api-client/session/token-store.ts";
import type { Host } from "@loyalty/api-client/wire.ts";
import { formatDateTime } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { ConfirmDialog } from "@loyalty/ui/primitives/dialog.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { AppWindow } from "lucide-react";
import { useState } from "react";

import { hosts } from "../../app/hosts.tsx";
import { Card } from "../../page/member-page.tsx";
import { hostsTexts } from "../../texts/hosts.ts";
import styles from "./devices-screen.module.css";
import { Row } from "./row.tsx";

/**
 * The super-apps that sign the member in, to unlink, and the one around this page, to link (docs/hosts.md). Nothing
 * where there is neither.
 */
export function LinkedApps() {
  const t = useTexts(hostsTexts);
  const { data } = useHosts();
  const unlink = useUnlinkHost();
  const [toUnlink, setToUnlink] = useState<Host | null>(null);
  const [leaving, setLeaving] = useState(false);
  const around = tokenStore.hostAround();
  const shown = data?.filter((host) => host.linkedAt !== null || host.name === around) ?? [];
  if (shown.length === 0) return null;

  function forget(host: Host) {
    unlink.mutate(host.name, {
      onSuccess: () => showToast("success", t("list.unlinked", { host: host.title }), 5),
      onError: (error) =>
        showToast("error", messageOf(error, t("list.unlinkFailed", { host: host.title })), 5),
    });
  }

  async function leave(host: Host) {
    setLeaving(true);
    try {
      await hosts().startLinking(host.name);
    } catch (error) {
      setLeaving(false);
      showToast("error", messageOf(error, t("linkFailed", { host: host.title })), 5);
    }
  }

  return (
    <Card title={t("list.title")}>
      <p>{t("list.text")}</p>
      <ul role="list" className={styles.devices}>
        {shown.map((host) => (
          <Row
            key={host.name}
            Icon={AppWindow}
            name={host.title}
            action={
              host.linkedAt === null ? (
                <Button busy={leaving} onClick={() => void leave(host)}>
                  {t(leaving ? "list.leaving" : "list.link", { host: host.title })}
                </Button>
              ) : (
                <Button
                  variant="outline"
                  busy={unlink.isPending && unlink.variables === host.name}
                  aria-label={t("list.unlinkName", { host: host.title })}
                  onClick={() => setToUnlink(host)}
                >
                  {t("list.unlink")}
                </Button>
              )
            }
          >
            {host.linkedAt === null ? (
              <span className={styles.note}>{t("list.notLinked")}</span>
            ) : (
              <>
                <span className={styles.note}>
                  {t("list.linked", { when: formatDateTime(host.linkedAt) })}
                </span>
                <span className={styles.note}>
                  {host.lastUsedAt
                    ? t("list.used", { when: formatDateTime(host.lastUsedAt) })
                    : t("list.neverUsed")}
                </span>
              </>
            )}
          </Row>
        ))}
      </ul>
      {toUnlink && (
        <ConfirmDialog
          open
          danger
          title={t("list.question", { host: toUnlink.title })}
          message={t("list.questionText")}
          confirmLabel={t("list.unlink")}
          cancelLabel={t("list.keep")}
          onConfirm={() => forget(toUnlink)}
          onCancel={() => {}}
          onClose={() => setToUnlink(null)}
        />
      )}
    </Card>
  );
}
