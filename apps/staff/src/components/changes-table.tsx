import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { staffTexts } from "../texts/staff.ts";
import styles from "./changes-table.module.css";

export interface ChangedRow {
  key: string;
  what: ReactNode;
  before: string;
  after: string;
}

export function ChangesTable({ rows }: { rows: readonly ChangedRow[] }) {
  const { t } = useTranslation(staffTexts);
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t("changes.what")}</th>
          <th scope="col">{t("changes.before")}</th>
          <th scope="col">{t("changes.after")}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, what, before, after }) => (
          <tr key={key}>
            <th scope="row">{what}</th>
            <td>{before}</td>
            <td>{after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
