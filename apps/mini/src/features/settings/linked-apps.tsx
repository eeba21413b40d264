import { messageOf } from "@loyalty/api-client/errors.ts";
import { useHosts, useUnlinkHost } from "@loyalty/api-client/react/hosts.ts";
import { tokenStore } from "@loyalty/api-client/session/token-store.ts";
import type { Host } from "@loyalty/api-client/wire.ts";
import { formatDateTime } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { showToast } from "@loyalty/ui/primitives/toast.tsx";
import { AppWindow } from "lucide-react";
import { useState } from "react";

import { hosts } from "../../app/hosts.tsx";
import { toastResult } from "../../app/toast-result.ts";
import { Card } from "../../page/member-page.tsx";
import { hostsTexts } from "../../texts/hosts.ts";
import { AskingButton, DeviceRow } from "./device-row.tsx";
import styles from "./devices-screen.module.css";

/**
 * The super-apps that sign the member in, to unlink, and the one around this page, to link (docs/hosts.md). Nothing
 * where there is neither.
 */
export function LinkedApps() {
  const t = useTexts(hostsTexts);
  const { data } = useHosts();
  const unlink = useUnlinkHost();
  const [leaving, setLeaving] = useState(false);
  const around = tokenStore.hostAround.read();
  const shown = data?.filter((host) => host.linkedAt !== null || host.name === around) ?? [];
  if (shown.length === 0) return null;

  function notesOf({ linkedAt, lastUsedAt }: Host) {
    if (linkedAt === null) return [t("list.notLinked")];
    return [
      t("list.linked", { when: formatDateTime(linkedAt) }),
      lastUsedAt ? t("list.used", { when: formatDateTime(lastUsedAt) }) : t("list.neverUsed"),
    ];
  }

  async function leave(host: Host) {
    setLeaving(true);
    try {
      await hosts.startLinking(host.name);
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
          <DeviceRow key={host.name} Icon={AppWindow} name={host.title} notes={notesOf(host)}>
            {host.linkedAt === null ? (
              <Button busy={leaving} onClick={() => void leave(host)}>
                {t(leaving ? "list.leaving" : "list.link", { host: host.title })}
              </Button>
            ) : (
              <AskingButton
                label={t("list.unlink")}
                name={t("list.unlinkName", { host: host.title })}
                busy={unlink.isPending && unlink.variables === host.name}
                question={t("list.question", { host: host.title })}
                text={t("list.questionText")}
                cancel={t("list.keep")}
                onConfirm={() =>
                  unlink.mutate(
                    host.name,
                    toastResult(
                      t("list.unlinked", { host: host.title }),
                      t("list.unlinkFailed", { host: host.title }),
                    ),
                  )
                }
              />
            )}
          </DeviceRow>
        ))}
      </ul>
    </Card>
  );
}
