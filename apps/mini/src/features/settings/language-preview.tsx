import {
  spellDate,
  spellMoney,
  spellNumber,
  spellTime,
  useTexts,
  type LanguageSettings,
} from "@loyalty/ui";
import { settingsTexts } from "@loyalty/ui/texts/settings";
import { useState } from "react";

import { Card } from "../../room/card.tsx";
import { Facts } from "../../room/facts.tsx";

const POINTS = 12345;
/** A Classic Thai Milk Tea with Bobas, in sen (spec 001 §9). */
const PRICE = 1190;

/** How the chosen formats look, as they change and before they are saved. */
export function LanguagePreview({
  language,
  chosen,
}: {
  language: string;
  chosen: LanguageSettings;
}) {
  const t = useTexts(settingsTexts);
  const [now] = useState(() => new Date().toISOString());
  const style = { language, chosen };
  return (
    <Card title={t("language.preview")}>
      <div role="status">
        <Facts
          facts={[
            [t("language.previewDate"), spellDate(now, style)],
            [t("language.previewTime"), spellTime(now, style)],
            [t("language.previewNumber"), spellNumber(POINTS, style)],
            [t("language.previewMoney"), spellMoney(PRICE, style)],
          ]}
        />
      </div>
    </Card>
  );
}
