import type { Device } from "@loyalty/api-client";
import { messageOf } from "@loyalty/api-client";
import { useDevices, useEndDevices, useSession } from "@loyalty/api-client/react";
import {
  Button,
  ConfirmDialog,
  Failed,
  formatDateTime,
  Loading,
  showToast,
  Skeleton,
  useTexts,
} from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { devicesTexts } from "@loyalty/ui/texts/devices";
import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";

import { Card } from "../../room/card.tsx";
import { Room } from "../../room/room.tsx";
import styles from "./devices-screen.module.css";
import { Passkeys } from "./passkeys.tsx";
import { useDeviceName } from "./use-device-name.ts";

/** /settings/devices: where the member is signed in, signing out there, and passkeys to sign in with. */
export function DevicesScreen() {
  const t = useTexts(devicesTexts);
  const session = useSession();
  if (session.status !== "signed-in") return null;
  return (
    <Room title={t("title")} back={{ to: paths.profile, label: t("back") }}>
      <Devices />
      <Passkeys member={session.user} />
    </Room>
  );
}

const HANDHELD = new Set(["Android", "iPhone", "iPad"]);

function Devices() {
  const t = useTexts(devicesTexts);
  const { data: devices, isError, isFetching, refetch } = useDevices();
  const nameOf = useDeviceName();
  const end = useEndDevices();
  const [asked, setAsked] = useState<Device | "others" | null>(null);

  function signOut(which: Device | "others") {
    end.mutate(which === "others" ? which : which.id, {
      onSuccess: () =>
        showToast(
          "success",
          which === "others" ? t("othersDone") : t("done", { device: nameOf(which) }),
          5,
        ),
      onError: (error) => showToast("error", messageOf(error, t("failed")), 5),
    });
  }

  if (isError && !devices) {
    return <Failed text={t("loadFailed")} busy={isFetching} onRetry={() => void refetch()} />;
  }
  const others = devices?.filter((device) => !device.isCurrent) ?? [];
  return (
    <Card title={t("list")} busy={!devices}>
      <p>{t("intro")}</p>
      {devices ? (
        <ul role="list" className={styles.devices}>
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              name={nameOf(device)}
              ending={end.isPending && end.variables === device.id}
              onSignOut={() => setAsked(device)}
            />
          ))}
        </ul>
      ) : (
        <Loading text={t("loading")}>
          <Skeleton height="8rem" />
        </Loading>
      )}
      {devices && others.length === 0 && <p className={styles.note}>{t("only")}</p>}
      {others.length > 0 && (
        <div>
          <Button
            variant="danger"
            busy={end.isPending && end.variables === "others"}
            onClick={() => setAsked("others")}
          >
            {t("signOutOthers")}
          </Button>
        </div>
      )}
      {asked && (
        <ConfirmDialog
          open
          danger
          title={
            asked === "others" ? t("othersQuestion") : t("question", { device: nameOf(asked) })
          }
          message={t(asked === "others" ? "othersText" : "questionText")}
          confirmLabel={t("signOut")}
          cancelLabel={t("cancel")}
          onConfirm={() => signOut(asked)}
          onCancel={() => {}}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  );
}

interface DeviceRowProps {
  device: Device;
  name: string;
  ending: boolean;
  onSignOut: () => void;
}

function DeviceRow({ device, name, ending, onSignOut }: DeviceRowProps) {
  const t = useTexts(devicesTexts);
  const Icon = HANDHELD.has(device.system ?? "") ? Smartphone : Monitor;
  return (
    <li className={styles.device}>
      <Icon aria-hidden="true" className={styles.icon} />
      <span className={styles.words}>
        <strong>{name}</strong>
        <span className={styles.note}>
          {t("signedIn", { when: formatDateTime(device.signedInAt) })}
        </span>
        {device.isCurrent ? (
          <span className={styles.current}>{t("current")}</span>
        ) : (
          <span className={styles.note}>
            {t("lastSeen", { when: formatDateTime(device.lastSeenAt) })}
          </span>
        )}
      </span>
      {!device.isCurrent && (
        <Button
          variant="outline"
          busy={ending}
          aria-label={t("signOutName", { device: name })}
          onClick={onSignOut}
        >
          {t("signOut")}
        </Button>
      )}
    </li>
  );
}
