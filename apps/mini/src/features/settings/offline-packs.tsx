import { Alert, Button, usePassingMessage, useTexts } from "@loyalty/ui";
import { LANGUAGES, type LanguageCode } from "@loyalty/ui/languages/languages";
import { packBytes } from "@loyalty/ui/languages/pack-addresses";
import { settingsTexts } from "@loyalty/ui/texts/settings";

import { Card } from "../../room/card.tsx";
import styles from "./offline-packs.module.css";
import { useOfflinePacks } from "./use-offline-packs.ts";

/** Languages to keep on this device, each with what it weighs (spec 001 §2 and §4). */
export function OfflinePacks() {
  const t = useTexts(settingsTexts);
  const packs = useOfflinePacks();
  const success = usePassingMessage();
  const failure = usePassingMessage();

  async function run(work: Promise<void>, done: string, failed: string) {
    success.clear();
    failure.clear();
    try {
      await work;
      success.say(done);
    } catch {
      failure.say(failed);
    }
  }

  function press(code: LanguageCode, name: string, isKept: boolean) {
    const failed = t("packs.failed", { name });
    return isKept
      ? run(packs.remove(code), t("packs.removed", { name }), failed)
      : run(packs.download(code), t("packs.done", { name }), failed);
  }

  return (
    <Card title={t("packs.title")}>
      <p className={styles.about}>{t("packs.text")}</p>
      <ul role="list" className={styles.packs}>
        {LANGUAGES.map(({ code, name }) => {
          const status = packs.statusOf(code);
          const isKept = status === "downloaded";
          return (
            <li key={code} className={styles.pack}>
              <span className={styles.words}>
                <strong lang={code}>{name}</strong>
                <span className={styles.about}>
                  {t("packs.size", { size: Math.ceil(packBytes(code) / 1000) })}
                  {" · "}
                  {t(`packs.status.${status}`)}
                </span>
              </span>
              {status !== "preinstalled" && (
                <Button
                  variant="outline"
                  disabled={status === "downloading"}
                  aria-label={t(isKept ? "packs.removeName" : "packs.downloadName", { name })}
                  onClick={() => void press(code, name, isKept)}
                >
                  {t(isKept ? "packs.remove" : "packs.download")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {failure.message && <Alert kind="error">{failure.message}</Alert>}
      {success.message && <Alert kind="success">{success.message}</Alert>}
    </Card>
  );
}
