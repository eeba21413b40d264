import { CircleAlert, Clock, Copy, Hourglass, type LucideIcon, Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";

import { Chip, type ChipKind } from "../../components/chip.tsx";
import { useDeciders } from "../../components/deciders.ts";
import { billsTexts } from "../../texts/bills.ts";
import styles from "./bills.module.css";
import type { BillFlag, OfficeBill } from "./queries.ts";

/** What no till verifies is grave, and that a member came twice is only to know. */
const CHIPS: Record<BillFlag, { kind: ChipKind; Icon: LucideIcon }> = {
  bill_limit: { kind: "grave", Icon: CircleAlert },
  till_day_limit: { kind: "grave", Icon: CircleAlert },
  member_day_limit: { kind: "grave", Icon: CircleAlert },
  second_person: { kind: "wait", Icon: Hourglass },
  overdue: { kind: "warn", Icon: Clock },
  by_hand: { kind: "warn", Icon: Pencil },
  second_of_day: { kind: "info", Icon: Copy },
};

export const FLAGS = Object.keys(CHIPS) as BillFlag[];

/** Why a bill is to be looked at first, and to whom it waits to be moved; nothing where it is usual. */
export function BillFlags({ bill: { odd, movingTo, deciders } }: { bill: OfficeBill }) {
  const { t } = useTranslation(billsTexts);
  const decidersOf = useDeciders();
  if (odd.length === 0 && movingTo === null) return null;
  return (
    <span className={styles.flags}>
      {movingTo !== null && (
        <Chip kind="wait" Icon={Hourglass}>
          {t("movingTo", { name: movingTo, who: decidersOf(deciders) })}
        </Chip>
      )}
      {odd.map((why) => (
        <Chip key={why} {...CHIPS[why]}>
          {t(`odd.${why}`)}
        </Chip>
      ))}
    </span>
  );
}
