import { QueryResult } from "@loyalty/ui/query-result";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { reconcileTexts } from "../../texts/reconcile.ts";
import { ColumnsStep } from "./columns-step.tsx";
import { FileStep } from "./file-step.tsx";
import { OutletDays } from "./outlet-days.tsx";
import {
  type Comparison,
  type Meaning,
  type Said,
  type SalesFile,
  useComparison,
} from "./queries.ts";
import styles from "./reconcile.module.css";
import { ResultStep } from "./result-step.tsx";
import { OtherFile, StepPage } from "./step-page.tsx";

/**
 * /reconcile: a file of sales against the bills, in steps: the file, what its columns mean, what differs. Columns that are
 * remembered are not asked about again.
 */
export default function ReconcileScreen() {
  const [sales, setSales] = useState<SalesFile | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const [rows, setRows] = useState(0);
  const [isChanging, setChanging] = useState(false);
  const query = useComparison(sales, said);
  const choose = (chosen: SalesFile | null) => {
    setSales(chosen);
    setSaid(null);
    setChanging(false);
  };
  const other = () => choose(null);
  const comparison = query.data;
  if (sales === null || (comparison === undefined && said === null)) {
    return (
      <FileStep onChoose={choose}>
        {sales ? <Working query={query} sales={sales} /> : <OutletDays />}
      </FileStep>
    );
  }
  if (comparison === undefined) {
    return (
      <StepPage step="result" file={sales.name} action={<OtherFile onClick={other} />}>
        <Working query={query} sales={sales} rows={rows} />
      </StepPage>
    );
  }
  if (comparison.differences === null || isChanging) {
    return (
      <ColumnsStep
        key={sales.chosenAt}
        name={sales.name}
        comparison={comparison}
        onOther={other}
        onCompare={(now) => {
          setRows(comparison.rowCount);
          setSaid(now);
          setChanging(false);
        }}
      />
    );
  }
  return (
    <ResultStep
      key={sales.chosenAt}
      sales={sales}
      said={said ?? saidIn(comparison)}
      found={comparison.differences}
      onOther={other}
      onColumns={() => setChanging(true)}
    />
  );
}

interface WorkingProps {
  query: ReturnType<typeof useComparison>;
  sales: SalesFile;
  /** How many rows are compared; without it the file is read. */
  rows?: number;
}

/** What is done with the file now, or why it could not be done. */
function Working({ query, sales, rows }: WorkingProps) {
  const { t } = useTranslation(reconcileTexts);
  const text =
    rows === undefined ? t("reading", { name: sales.name }) : t("comparingRows", { count: rows });
  return (
    <>
      {query.isFetching && (
        <p role="status" className={styles.working}>
          {text}
          <progress aria-label={text} />
        </p>
      )}
      <QueryResult
        query={query}
        loading={t("comparing")}
        failed={t("compareFailed")}
        height="20rem"
      >
        {() => null}
      </QueryResult>
    </>
  );
}

/** What is remembered of a file. */
const saidIn = ({ columnList, outletId, dayOrder }: Comparison): Said => ({
  columns: columnList.map(({ meaning }) => meaning as Meaning),
  remember: false,
  ...(outletId && { outletId }),
  ...(dayOrder && { dayOrder: dayOrder as NonNullable<Said["dayOrder"]> }),
});
