import { messageOf } from "@loyalty/api-client/errors";
import { senOf } from "@loyalty/api-client/rules/points";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { formatMoney, formatNumber } from "@loyalty/ui/formats";
import textStyles from "@loyalty/ui/text.module.css";
import { showToast } from "@loyalty/ui/toast";
import hidden from "@loyalty/ui/visually-hidden.module.css";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { FigureStrip } from "../../components/figure-strip.tsx";
import { problemText } from "../../components/problems.ts";
import { saveFile } from "../../components/save-file.ts";
import { signedMoney } from "../../components/signed.ts";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { reconcileTexts } from "../../texts/reconcile.ts";
import { DifferencesList, type Filter } from "./differences-list.tsx";
import { type Said, type SalesDifferences, type SalesFile, useDifferencesFile } from "./queries.ts";
import styles from "./reconcile.module.css";
import { OtherFile, StepPage } from "./step-page.tsx";
import { VerifyMatching } from "./verify-matching.tsx";

interface ResultStepProps {
  sales: SalesFile;
  said: Said;
  found: SalesDifferences;
  onOther: () => void;
  onColumns: () => void;
}

/** The last step: what the file and the bills differ in, and the bills to verify because they match. */
export function ResultStep({ sales, said, found, onOther, onColumns }: ResultStepProps) {
  const { t } = useTranslation(reconcileTexts);
  const [chosen, setFilter] = useState<Filter | null>(null);
  // What matches is ticked, but for bills that no till can verify; who doubts a bill takes its tick away.
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(
    () => new Set(found.matching.filter(({ whyNot }) => whyNot).map(({ id }) => id)),
  );
  const isNothingRead = found.salesCount === 0 && found.unreadableCount > 0;
  const differing = found.amountsDifferCount + found.onlyOursCount;
  const usual = differing === 0 && found.matchingCount > 0 ? "matching" : "differences";
  const filter = chosen ?? usual;
  return (
    <StepPage
      step="result"
      file={sales.name}
      action={
        <>
          <OtherFile onClick={onOther} />
          <Button variant="outline" onClick={onColumns}>
            {t("change")}
          </Button>
          <DifferencesFile sales={sales} said={said} />
        </>
      }
    >
      <Unreadable found={found} />
      {!isNothingRead && (
        <>
          <FigureStrip
            figures={[
              {
                title: t("filters.matching"),
                value: found.matchingCount,
                note: t("matchingNote", {
                  amount: formatMoney(senOf(found.matchingAmount)),
                  before: formatNumber(found.verifiedBeforeCount),
                }),
                onOpen: () => setFilter("matching"),
              },
              {
                title: t("filters.differ"),
                value: found.amountsDifferCount,
                note: t("differNote", { amount: signedMoney(senOf(found.amountsDifferAmount)) }),
                onOpen: () => setFilter("differ"),
              },
              {
                title: t("filters.onlyOurs"),
                value: found.onlyOursCount,
                note: formatMoney(senOf(found.onlyOursAmount)),
                onOpen: () => setFilter("onlyOurs"),
              },
              {
                title: t("filters.onlyTheirs"),
                value: found.onlyTheirsCount,
                note:
                  found.unreadableCount > 0
                    ? formatMoney(senOf(found.onlyTheirsAmount))
                    : t("onlyTheirsNote"),
                onOpen: () => setFilter("onlyTheirs"),
              },
            ]}
          />
          <p role="status" className={textStyles.note}>
            {t("summary", { sales: formatNumber(found.salesCount) })}
          </p>
          {found.leftOutCount > 0 && (
            <p className={textStyles.note}>
              {t("leftOut", { number: formatNumber(found.leftOutCount) })}
            </p>
          )}
          <VerifyMatching found={found} unticked={unticked} />
          <DifferencesList
            found={found}
            filter={filter}
            onFilter={setFilter}
            unticked={unticked}
            onTick={setUnticked}
          />
        </>
      )}
    </StepPage>
  );
}

/** The lines that could not be read, each with the reason. */
function Unreadable({
  found: { unreadable, unreadableCount, salesCount },
}: {
  found: SalesDifferences;
}) {
  const { t } = useTranslation(reconcileTexts);
  if (unreadableCount === 0) return null;
  const number = formatNumber(unreadableCount);
  return (
    <section className={styles.unreadable} aria-label={t("unreadable", { number })}>
      <Alert kind="error">
        <p className={textStyles.strong}>
          {t(salesCount === 0 ? "nothingRead" : "partlyRead", { number })}
        </p>
      </Alert>
      <table>
        <caption className={hidden.hidden}>{t("unreadable", { number })}</caption>
        <tbody>
          {unreadable.map(({ line, problem }) => (
            <tr key={line}>
              <th scope="row">{t("lineNumber", { line })}</th>
              <td>{problemText(problem)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {unreadable.length < unreadableCount && (
        <p>{t("cut", { shown: formatNumber(unreadable.length), count: number })}</p>
      )}
    </section>
  );
}

function DifferencesFile({ sales, said }: { sales: SalesFile; said: Said }) {
  const { t } = useTranslation(reconcileTexts);
  const { data: me } = useMe();
  const file = useDifferencesFile(sales, said);
  if (!hasPermission(me, "POST /staff/reconcile/file")) return null;
  const save = (format: "csv" | "xlsx") =>
    file.mutate(format, {
      onSuccess(content) {
        saveFile(`differences.${format}`, content);
        showToast("success", t("fileDone"), 5);
      },
      onError: (error) => showToast("error", messageOf(error, t("fileFailed")), 8),
    });
  return (["csv", "xlsx"] as const).map((format) => (
    <Button
      key={format}
      variant="outline"
      busy={file.isPending && file.variables === format}
      onClick={() => save(format)}
    >
      {t("download", { format: format.toUpperCase() })}
    </Button>
  ));
}
