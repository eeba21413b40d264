import { formatNumber } from "@loyalty/ui/formats";
import { useTexts } from "@loyalty/ui/i18n";
import { QueryResult } from "@loyalty/ui/query-result";
import type { ReactNode } from "react";

import { RowsTable } from "../../page/data-table.tsx";
import { Section } from "../../page/page.tsx";
import { programmeTexts } from "../../texts/office-programme.ts";
import styles from "./programme.module.css";
import { type CurrentProgramme, useProgramme } from "./queries.ts";

type Programme = CurrentProgramme["document"];
type Reward = Programme["rewards"][number];

/** The programme that is in force, in words. */
export function InForce({ action }: { action: ReactNode }) {
  const t = useTexts(programmeTexts);
  const query = useProgramme();
  return (
    <Section title={t("inForce")} action={action}>
      <QueryResult query={query} loading={t("loading")} failed={t("loadFailed")} height="16rem">
        {({ versionId, document }) => (
          <>
            <p>{versionId === 0 ? t("noFileYet") : t("version", { id: versionId })}</p>
            <Words document={document} />
          </>
        )}
      </QueryResult>
    </Section>
  );
}

function Words({ document }: { document: Programme }) {
  const t = useTexts(programmeTexts);
  const settingOf = useSetting();
  const { settings, tiers, outlets, rewards } = document;
  const open = outlets.filter((outlet) => outlet.open).length;
  const kindOf = ({ kind, cost, tier }: Reward) =>
    isKind(kind)
      ? t(`kinds.${kind}`, {
          cost: formatNumber(cost),
          tier: tiers.find(({ level }) => level === tier)?.name ?? String(tier),
        })
      : kind;
  return (
    <>
      <p>{t("outlets", { open: formatNumber(open), all: formatNumber(outlets.length) })}</p>
      <h3 className={styles.heading}>{t("tiers")}</h3>
      <ul className={styles.list}>
        {tiers.map(({ level, name, floor, multiplier }) => (
          <li key={level}>
            {t("tier", {
              name,
              floor: formatNumber(floor),
              count: Number(multiplier),
            })}
          </li>
        ))}
      </ul>
      <h3 className={styles.heading}>{t("settings")}</h3>
      <ul className={styles.list}>
        {Object.entries(settings).map(([name, value]) => (
          <li key={name}>{settingOf(name, value)}</li>
        ))}
      </ul>
      <h3 className={styles.heading}>{t("rewards")}</h3>
      <RowsTable
        rows={rewards}
        caption={t("rewards")}
        empty={t("noRewards")}
        rowKey={({ id }) => id}
        columns={[
          { head: t("reward"), cell: ({ title }) => title, isTitle: true },
          { head: t("kind"), cell: kindOf },
          { head: t("state"), cell: ({ active }) => t(active ? "isActive" : "isWithdrawn") },
        ]}
      />
    </>
  );
}

const KINDS = ["points", "birthday", "membership", "welcome", "referral"] as const;
const isKind = (kind: string): kind is (typeof KINDS)[number] =>
  (KINDS as readonly string[]).includes(kind);

const SETTINGS = [
  "adjust_limit",
  "operator_day_limit",
  "bill_maximum",
  "bill_limit",
  "till_day_limit",
  "member_day_limit",
  "inactive_months",
] as const;

/** A function that says a setting in words; one that this app does not know by its name in the file. */
function useSetting() {
  const t = useTexts(programmeTexts);
  return (name: string, value: number): string => {
    const known = SETTINGS.find((each) => each === name);
    if (known === undefined) return t("otherSetting", { name, value: formatNumber(value) });
    // 0 switches a limit off; of those of one person it leaves nothing to them.
    const isOfPerson = known === "adjust_limit" || known === "operator_day_limit";
    if (value === 0 && !isOfPerson) return t("noLimit", { name });
    return t(`setting.${known}`, { value: formatNumber(value) });
  };
}
