import type { Member } from "@loyalty/api-client";
import { Button, useTexts } from "@loyalty/ui";
import { settingsTexts } from "@loyalty/ui/texts/settings";
import { useState } from "react";

import { Card } from "../../room/card.tsx";
import { EraseDialog } from "./erase-dialog.tsx";

/** The end of a membership, behind a question. */
export function EraseAccount({ member }: { member: Member }) {
  const t = useTexts(settingsTexts);
  const [asked, setAsked] = useState(false);
  return (
    <Card title={t("personal.erase.title")}>
      <p>{t("personal.erase.text")}</p>
      <div>
        <Button variant="danger" onClick={() => setAsked(true)}>
          {t("personal.erase.open")}
        </Button>
      </div>
      {asked && <EraseDialog member={member} onClose={() => setAsked(false)} />}
    </Card>
  );
}
