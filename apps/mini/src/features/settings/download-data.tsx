import { exportMember, messageOf, type Member } from "@loyalty/api-client";
import { Button, showToast, useTexts } from "@loyalty/ui";
import { settingsTexts } from "@loyalty/ui/texts/settings";
import { useState } from "react";

import { Card } from "../../room/card.tsx";
import { todayInMalaysia } from "../../room/day-of-birth.ts";

/** Everything that is held about a member, as a file her browser saves. */
export function DownloadData({ member }: { member: Member }) {
  const t = useTexts(settingsTexts);
  const [busy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    try {
      saveFile(`my-data-${todayInMalaysia()}.json`, await exportMember(member.id));
      showToast("success", t("personal.data.downloaded"), 5);
    } catch (error) {
      showToast("error", messageOf(error, t("personal.data.failed")), 5);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card title={t("personal.data.title")}>
      <p>{t("personal.data.text")}</p>
      <div>
        <Button variant="outline" busy={busy} onClick={() => void download()}>
          {busy ? t("personal.data.downloading") : t("personal.data.download")}
        </Button>
      </div>
    </Card>
  );
}

function saveFile(name: string, content: unknown) {
  const file = new Blob([JSON.stringify(content, null, 2)], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken hold of the file once the click's own task is over.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
