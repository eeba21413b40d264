import {
  exportMember,
  exportMemberAsCsv,
  malaysianDate,
  messageOf,
  type Member,
} from "@loyalty/api-client";
import { Button, showToast, useTexts } from "@loyalty/ui";
import { settingsTexts } from "@loyalty/ui/texts/settings";
import { useState } from "react";

import { Card } from "../../room/card.tsx";
import styles from "./download-data.module.css";

/** The files there are, by how their names end: one to take elsewhere, one to look through. */
const FILES = {
  json: async (id: number) => {
    const text = JSON.stringify(await exportMember(id), null, 2);
    return new Blob([text], { type: "application/json" });
  },
  zip: exportMemberAsCsv,
};
type Kind = keyof typeof FILES;

/** Everything that is held about a member, as a file her browser saves. */
export function DownloadData({ member }: { member: Member }) {
  const t = useTexts(settingsTexts);
  const [busy, setBusy] = useState<Kind | null>(null);

  async function download(kind: Kind) {
    setBusy(kind);
    try {
      saveFile(`my-data-${malaysianDate()}.${kind}`, await FILES[kind](member.id));
      showToast("success", t("personal.data.downloaded"), 5);
    } catch (error) {
      showToast("error", messageOf(error, t("personal.data.failed")), 5);
    } finally {
      setBusy(null);
    }
  }

  const choice = (kind: Kind, words: string) => (
    <Button variant="outline" busy={busy === kind} onClick={() => void download(kind)}>
      {busy === kind ? t("personal.data.downloading") : words}
    </Button>
  );

  return (
    <Card title={t("personal.data.title")}>
      <p>{t("personal.data.text")}</p>
      <div className={styles.choices}>
        {choice("json", t("personal.data.download"))}
        {choice("zip", t("personal.data.forSpreadsheets"))}
      </div>
    </Card>
  );
}

function saveFile(name: string, file: Blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken hold of the file once the click's own task is over.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
