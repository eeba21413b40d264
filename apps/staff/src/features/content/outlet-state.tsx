import { serverNow } from "@loyalty/api-client/http";
import { malaysianDate } from "@loyalty/api-client/rules/calendar";
import { formatDay } from "@loyalty/ui/formats";
import { Clock } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Chip } from "../../components/chip.tsx";
import { outletsTexts } from "../../texts/content.ts";
import type { OfficeOutlet } from "../../queries/outlets.ts";

/** Whether an outlet is open, waits for another person, or opens on a day to come. */
export function StateOf({ outlet }: { outlet: OfficeOutlet }) {
  const { t } = useTranslation(outletsTexts);
  if (outlet.draftId !== null) {
    return (
      <Chip kind="wait" Icon={Clock}>
        {t("waits")}
      </Chip>
    );
  }
  if (!outlet.isOpen) return <Chip kind="quiet">{t("closed")}</Chip>;
  const opens = outlet.description?.openingDate;
  if (opens && opens > malaysianDate(serverNow())) {
    return <Chip kind="info">{t("opens", { day: formatDay(opens) })}</Chip>;
  }
  return <Chip kind="ok">{t("open")}</Chip>;
}
