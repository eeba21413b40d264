import { messageOf } from "@loyalty/api-client/errors";
import { senOf } from "@loyalty/api-client/rules/points";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { FileField } from "@loyalty/ui/file-field";
import { formatDay, formatMoney, formatNumber } from "@loyalty/ui/formats";
import { QueryResult } from "@loyalty/ui/query-result";
import { showToast } from "@loyalty/ui/toast";
import { type ComponentProps, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";

import { DeskTable } from "../../components/desk-table.tsx";
import { Buttons, Page, Section } from "../../components/page.tsx";
import { problemText } from "../../components/problems.ts";
import { saveFile } from "../../components/save-file.ts";
import { VerifyDialog } from "../../components/verify-dialog.tsx";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { reconcileTexts } from "../../texts/reconcile.ts";
import { ColumnsForm } from "./columns-form.tsx";
import { OutletDays } from "./outlet-days.tsx";
import {
  type Comparison,
  type Meaning,
  type Said,
  type SalesBill,
  type SalesDifferences,
  type SalesFile,
  useComparison,
  useDifferencesFile,
  useVerifySales,
} from "./queries.ts";

/** The largest file, in bytes (the API's backoffice/bills/schemas.py). */
const MAX_FILE = 5 * 1024 * 1024;

/** A file in base64. */
function encoded(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result).replace(/^[^,]*,?/, "")));
    reader.addEventListener("error", () => reject(new Error("the file cannot be read")));
    reader.readAsDataURL(file);
  });
}

/** /reconcile: a file of sales against the bills, as lists to work off, and which days were compared. */
export default function ReconcileScreen() {
  const { t } = useTranslation(reconcileTexts);
  const [file, setFile] = useState<File | null>(null);
  const [sales, setSales] = useState<SalesFile | null>(null);
  const [problem, setProblem] = useState("");

  async function choose(chosen: File | null) {
    setFile(chosen);
    setSales(null);
    setProblem("");
    if (chosen === null) return;
    if (chosen.size > MAX_FILE) return setProblem(t("tooLarge"));
    try {
      if (/\.xlsx$/i.test(chosen.name) && (await chosen.slice(0, 2).text()) !== "PK") {
        return setProblem(t("notXlsx"));
      }
      setSales({ name: chosen.name, content: await encoded(chosen), chosenAt: Date.now() });
    } catch {
      setProblem(t("unreadableFile"));
    }
  }

  return (
    <Page title={t("title")} wide>
      <p>{t("text")}</p>
      <FileField
        label={t("file")}
        hint={t("fileHint")}
        accept=".csv,.txt,.xlsx,text/csv"
        file={file}
        error={problem}
        onChoose={(chosen) => void choose(chosen)}
      />
      {sales ? <Compared key={sales.chosenAt} sales={sales} /> : <OutletDays />}
    </Page>
  );
}

/** A file as it is remembered; else, or when somebody wants to, they say first what its columns mean. */
function Compared({ sales }: { sales: SalesFile }) {
  const { t } = useTranslation(reconcileTexts);
  const [said, setSaid] = useState<Said | null>(null);
  const [isChanging, setChanging] = useState(false);
  const query = useComparison(sales, said);
  const [rows, setRows] = useState<number | null>(null);
  return (
    <>
      {query.isFetching && (
        <p role="status">
          {rows === null ? t("reading", { name: sales.name }) : t("comparingRows", { count: rows })}
        </p>
      )}
      <QueryResult
        query={query}
        loading={t("comparing")}
        failed={t("compareFailed")}
        height="20rem"
      >
        {(comparison) =>
          comparison.differences === null || isChanging ? (
            <ColumnsForm
              name={sales.name}
              comparison={comparison}
              onCompare={(now) => {
                setRows(comparison.rowCount);
                setSaid(now);
                setChanging(false);
              }}
            />
          ) : (
            <>
              <Buttons>
                <Button variant="outline" onClick={() => setChanging(true)}>
                  {t("change")}
                </Button>
                <DifferencesFile sales={sales} said={said ?? saidIn(comparison)} />
              </Buttons>
              <Differences found={comparison.differences} />
            </>
          )
        }
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

function Differences({ found }: { found: SalesDifferences }) {
  const { t } = useTranslation(reconcileTexts);
  const [first] = found.unreadable;
  if (first && found.salesCount === 0) {
    const problem = problemText(first.problem);
    const number = formatNumber(found.unreadableCount);
    return (
      <>
        <Alert kind="error">{t("nothingRead", { number, line: first.line, problem })}</Alert>
        <Unreadable found={found} />
      </>
    );
  }
  return (
    <>
      {first && (
        <Alert kind="error">
          {t("partlyRead", { number: formatNumber(found.unreadableCount) })}
        </Alert>
      )}
      <p role="status">
        {t("summary", {
          sales: formatNumber(found.salesCount),
          before: formatNumber(found.verifiedBeforeCount),
        })}
      </p>
      {found.leftOutCount > 0 && (
        <p>{t("leftOut", { number: formatNumber(found.leftOutCount) })}</p>
      )}
      {first && <Unreadable found={found} />}
      <Matching found={found} />
      <Lists found={found} />
    </>
  );
}

function Matching({ found }: { found: SalesDifferences }) {
  const { t } = useTranslation(reconcileTexts);
  const { data: me } = useMe();
  const columns = useBillColumns();
  const verify = useVerifySales();
  // What matches is ticked, but for bills that no till can verify; who doubts a bill takes its tick away.
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(
    () => new Set(found.matching.filter(({ whyNot }) => whyNot).map(({ id }) => id)),
  );
  const [isAsking, setAsking] = useState(false);
  const mayVerify = hasPermission(me, "POST /staff/bill/verify");
  const refused = verify.data?.filter(({ isVerified }) => !isVerified) ?? [];
  const ticked = found.matching.filter(({ id }) => !unticked.has(id));
  const receiptOf = (id: number) =>
    verify.variables?.find((bill) => bill.id === id)?.receiptNumber ?? String(id);

  // A second tap can come before the button knows that the first is under way.
  const isSending = useRef(false);
  const send = () => {
    if (isSending.current) return;
    isSending.current = true;
    verify.mutate(ticked, {
      onSettled: () => {
        isSending.current = false;
      },
    });
  };
  const toggle = (id: number) =>
    setUnticked((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const tickOf = ({ id, receiptNumber }: SalesBill) => (
    <input
      type="checkbox"
      aria-label={t("tick", { receipt: receiptNumber })}
      checked={!unticked.has(id)}
      disabled={verify.isPending}
      onChange={() => toggle(id)}
    />
  );
  const ticks = { head: "", corner: "tick", cell: tickOf } as const;
  return (
    <Section
      title={t("matching", { number: formatNumber(found.matchingCount) })}
      action={
        mayVerify &&
        found.matching.length > 0 && (
          <Button
            disabled={ticked.length === 0}
            busy={verify.isPending}
            onClick={() => setAsking(true)}
          >
            {t("verify", { number: formatNumber(ticked.length) })}
          </Button>
        )
      }
    >
      {isAsking && (
        <VerifyDialog bills={ticked} onConfirm={send} onClose={() => setAsking(false)} />
      )}
      {verify.error && <Alert kind="error">{messageOf(verify.error, t("verifyFailed"))}</Alert>}
      {verify.data && (
        <Alert kind={refused.length > 0 ? "info" : "success"}>
          <p>{t("verified", { number: formatNumber(verify.data.length - refused.length) })}</p>
          {refused.length > 0 && (
            <ul>
              {refused.map(({ billId, whyNot }) => (
                <li key={billId}>
                  {t("refused", {
                    receipt: receiptOf(billId),
                    reason: whyNot ? problemText(whyNot) : t("verifyFailed"),
                  })}
                </li>
              ))}
            </ul>
          )}
        </Alert>
      )}
      <Shown list={found.matching} count={found.matchingCount} />
      <DeskTable
        rows={found.matching}
        caption={t("matching", { number: formatNumber(found.matchingCount) })}
        empty={t(found.unreadableCount > 0 ? "noneInRead" : "noMatching")}
        rowKey={({ id }) => id}
        stateOf={({ id }) => (mayVerify && !unticked.has(id) ? "selected" : undefined)}
        columns={[
          ...(mayVerify ? [ticks] : []),
          ...columns,
          {
            head: t("why"),
            isLong: true,
            cell: ({ whyNot }: SalesBill) => whyNot && problemText(whyNot),
          },
        ]}
      />
    </Section>
  );
}

function Lists({ found }: { found: SalesDifferences }) {
  const { t } = useTranslation(reconcileTexts);
  const columns = useBillColumns();
  const outletOf = useOutletNames();
  const isWhole = found.unreadableCount === 0;
  return (
    <>
      <List
        title={t("differ", { number: formatNumber(found.amountsDifferCount) })}
        count={found.amountsDifferCount}
        rows={found.amountsDiffer}
        empty={t(isWhole ? "noDiffer" : "noneInRead")}
        rowKey={({ line }) => line}
        columns={[
          { head: t("receipt"), cell: ({ memberEarn }) => receiptOf(memberEarn), isTitle: true },
          { head: t("outlet"), cell: (row) => outletOf(row.memberEarn.outletId) },
          { head: t("day"), cell: (row) => formatDay(row.memberEarn.businessDay) },
          { head: t("billed"), cell: (row) => money(row.memberEarn.amount), isNumber: true },
          { head: t("sold"), cell: (row) => money(row.soldAmount), isNumber: true },
          { head: t("line"), cell: ({ line }) => line, isNumber: true },
        ]}
      />
      <List
        title={t("onlyOurs", { number: formatNumber(found.onlyOursCount) })}
        count={found.onlyOursCount}
        rows={found.onlyOurs}
        empty={t(isWhole ? "noOurs" : "noneInRead")}
        rowKey={({ id }) => id}
        columns={columns}
      />
      <List
        title={t("onlyTheirs", { number: formatNumber(found.onlyTheirsCount) })}
        count={found.onlyTheirsCount}
        rows={found.onlyTheirs}
        empty={t(isWhole ? "noTheirs" : "noneInRead")}
        rowKey={({ line }) => line}
        columns={[
          { head: t("receipt"), cell: ({ receiptNumber }) => receiptNumber, isTitle: true },
          { head: t("outlet"), cell: ({ outletId }) => outletOf(outletId) },
          { head: t("day"), cell: ({ businessDay }) => formatDay(businessDay) },
          { head: t("sold"), cell: ({ amount }) => money(amount), isNumber: true },
          { head: t("line"), cell: ({ line }) => line, isNumber: true },
        ]}
      />
    </>
  );
}

/** The lines that could not be read, each with the reason. */
function Unreadable({ found }: { found: SalesDifferences }) {
  const { t } = useTranslation(reconcileTexts);
  return (
    <List
      title={t("unreadable", { number: formatNumber(found.unreadableCount) })}
      count={found.unreadableCount}
      rows={found.unreadable}
      empty=""
      rowKey={({ line }) => line}
      columns={[
        { head: t("line"), cell: ({ line }) => t("lineNumber", { line }), isTitle: true },
        { head: t("problem"), cell: ({ problem }) => problemText(problem), isLong: true },
      ]}
    />
  );
}

type ListProps<Row extends object> = Omit<ComponentProps<typeof DeskTable<Row>>, "caption"> & {
  title: string;
  /** How many the file has: the list may be cut. */
  count: number;
};

function List<Row extends object>({ title, count, ...table }: ListProps<Row>) {
  return (
    <Section title={title}>
      <Shown list={table.rows} count={count} />
      <DeskTable caption={title} {...table} />
    </Section>
  );
}

/** Says that a list is cut where the file has more of it. */
function Shown({ list, count }: { list: readonly unknown[]; count: number }) {
  const { t } = useTranslation(reconcileTexts);
  if (list.length === count) return null;
  return <p>{t("cut", { shown: formatNumber(list.length), count: formatNumber(count) })}</p>;
}

function useOutletNames() {
  const { data: me } = useMe();
  return (id: number) => me?.outlets.find((each) => each.id === id)?.name ?? String(id);
}

function useBillColumns() {
  const { t } = useTranslation(reconcileTexts);
  const outletOf = useOutletNames();
  return [
    { head: t("receipt"), cell: receiptOf, isTitle: true },
    { head: t("outlet"), cell: (bill: SalesBill) => outletOf(bill.outletId) },
    { head: t("day"), cell: (bill: SalesBill) => formatDay(bill.businessDay) },
    { head: t("billed"), cell: (bill: SalesBill) => money(bill.amount), isNumber: true },
  ];
}

const receiptOf = (bill: SalesBill) => <BillLink bill={bill} />;

/** A receipt that leads to its bill, where it is moved or voided, for whom their roles open the bills. */
function BillLink({ bill: { receiptNumber } }: { bill: SalesBill }) {
  const { data: me } = useMe();
  if (!hasPermission(me, "GET /staff/bill")) return receiptNumber;
  const to = new URLSearchParams({ state: "all", receipt: receiptNumber });
  return <Link to={`/bills?${to}`}>{receiptNumber}</Link>;
}

/** The API's `45.90` as the reader writes it. */
const money = (amount: string) => formatMoney(senOf(amount));
