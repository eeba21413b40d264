import { Cluster, Stack } from "@loyalty/ui/layout";
import { Dialog } from "@loyalty/ui/dialog";
import { SearchField } from "@loyalty/ui/field";
import { formatDay, formatMoney } from "@loyalty/ui/formats";
import { useDebouncedValue } from "@loyalty/ui/use-debounced-value";
import textStyles from "@loyalty/ui/text.module.css";
import { senOf } from "@loyalty/api-client/rules/points";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { officeScreens } from "../office-screens.ts";
import { useBillsByReceipt } from "../queries/bills.ts";
import { hasPermission, type Me } from "../queries/session.tsx";
import { navigationTexts } from "../texts/staff.ts";
import { staffTexts } from "../texts/staff.ts";
import styles from "./office-search.module.css";

interface Found {
  key: string;
  group: "receipts" | "members" | "outlets" | "pages";
  label: string;
  aside?: string;
  path: string;
}

/** How many signs a receipt has to be looked for, and a number of a member at least. */
const MIN_RECEIPT = 3;
const MAX_RECEIPT = 40;
const MIN_NUMBER = 7;

/** Finds a page, an outlet, a receipt, or leads to the look-up of a member by number or card. */
export function OfficeSearch({ me, onClose }: { me: Me; onClose: () => void }) {
  const { t } = useTranslation(staffTexts);
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const found = useFound(me, typed.trim());
  const chosen = found[Math.min(at, found.length - 1)];
  const open = (path: string) => {
    onClose();
    void navigate(path);
  };
  return (
    <Dialog open onClose={onClose} closeOnOverlay title={t("search.label")}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the field within it */}
      <Stack
        gap={3}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setAt(Math.min(at + 1, found.length - 1));
          else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
          else if (event.key === "Enter" && chosen) open(chosen.path);
          else return;
          event.preventDefault();
        }}
      >
        <SearchField
          label={t("search.label")}
          value={typed}
          onChange={(value) => {
            setTyped(value);
            setAt(0);
          }}
        />
        <ul role="list" className={styles.found}>
          {found.map(({ key, group, label, aside, path }, index) => (
            <li key={key}>
              {group !== found[index - 1]?.group && (
                <p className={`${textStyles.fine} ${textStyles.strong} ${styles.group}`}>
                  {t(`search.${group}`)}
                </p>
              )}
              <Cluster
                as="button"
                type="button"
                gap={3}
                justify="between"
                className={styles.row}
                data-chosen={found[index] === chosen || undefined}
                onClick={() => open(path)}
              >
                <span>{label}</span>
                {aside && <span className={textStyles.fine}>{aside}</span>}
              </Cluster>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className={textStyles.fine}>{t("search.none")}</p>}
        <p className={textStyles.fine}>{t("search.hint")}</p>
      </Stack>
    </Dialog>
  );
}

function useFound(me: Me, typed: string): Found[] {
  const { t } = useTranslation(staffTexts);
  const { t: n } = useTranslation(navigationTexts);
  const receiptNumber = useDebouncedValue(typed);
  const mayBills = hasPermission(me, "GET /staff/bill");
  const { data: bills } = useBillsByReceipt(
    mayBills && receiptNumber.length >= MIN_RECEIPT && receiptNumber.length <= MAX_RECEIPT
      ? receiptNumber
      : null,
  );
  const words = typed.toLowerCase();
  const outletName = (id: number) => me.outlets.find((each) => each.id === id)?.name ?? "";
  const receipts = (receiptNumber === typed ? (bills ?? []) : []).map((bill): Found => ({
    key: `bill ${bill.id}`,
    group: "receipts",
    label: `${bill.receiptNumber}, ${formatMoney(senOf(bill.amount))}`,
    aside: `${outletName(bill.outletId)}, ${formatDay(bill.businessDay)}`,
    path: `/bills?state=&receipt=${encodeURIComponent(bill.receiptNumber)}`,
  }));
  const digits = typed.replace(/[\s()+-]/g, "");
  const isNumber = /^\d+$/.test(digits) && digits.length >= MIN_NUMBER;
  const isCard = /^[A-Z0-9]{4}-?[A-Z0-9]{4}-?[A-Z0-9]{4}$/i.test(typed);
  const members: Found[] =
    (isNumber || isCard) && hasPermission(me, "POST /staff/member/find")
      ? [
          {
            key: "member",
            group: "members",
            label: t("search.lookUp", { value: typed }),
            path: `/members?number=${encodeURIComponent(typed)}`,
          },
        ]
      : [];
  const outlets = me.outlets
    .filter(({ name }) => words !== "" && mayBills && name.toLowerCase().includes(words))
    .slice(0, 5)
    .map(({ id, name }): Found => ({
      key: `outlet ${id}`,
      group: "outlets",
      label: name,
      aside: n("bills"),
      path: `/bills?outlet=${id}`,
    }));
  const pages = officeScreens
    .filter(
      ({ name, operation }) =>
        hasPermission(me, operation) && n(name).toLowerCase().includes(words),
    )
    .map(({ name, path, group }): Found => ({
      key: path,
      group: "pages",
      label: n(name),
      ...(group && group !== "today" && { aside: n(`groups.${group}`) }),
      path,
    }));
  return [...receipts, ...members, ...outlets, ...pages];
}
