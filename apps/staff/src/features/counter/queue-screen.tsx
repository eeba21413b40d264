import { senOf } from "@loyalty/api-client/rules/points.ts";
import { formatDateTime, formatMoney } from "@loyalty/ui/i18n/formats.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { ConfirmDialog } from "@loyalty/ui/primitives/dialog.tsx";
import { Empty } from "@loyalty/ui/primitives/states.tsx";
import { useState } from "react";
import { useNavigate } from "react-router";

import { Page } from "../../page/page.tsx";
import { inReadersLanguage } from "../../page/refusals.ts";
import { paths } from "../../paths.ts";
import { counterTexts } from "../../texts/counter.ts";
import { useSettle, useTillQueue } from "../../till/queries.ts";
import type { Queued } from "../../till/till-database.ts";
import styles from "./counter.module.css";
import { useScanner } from "./use-scanner.ts";

/** /counter/queue: what waits for the network, and what the server refused, until a person settles it. */
export function QueueScreen() {
  const t = useTexts(counterTexts);
  const entries = useTillQueue();
  const settle = useSettle();
  const navigate = useNavigate();
  useScanner(null, (text) => void navigate(paths.counter, { state: { scanned: text } }));
  const [toSettle, setToSettle] = useState<Queued | null>(null);
  return (
    <Page title={t("queue.title")}>
      {entries.length === 0 ? (
        <Empty text={t("queue.empty")} />
      ) : (
        <>
          <p>{t("queue.text")}</p>
          <ul role="list" className={styles.entries}>
            {entries.map((entry) => (
              <li key={entry.id} className={styles.entry} data-refused={!!entry.refused}>
                <strong>{titleOf(entry)}</strong>
                <span>
                  {t("queue.made", {
                    label: entry.label,
                    when: formatDateTime(entry.madeAt),
                    cashier: entry.cashier,
                  })}
                </span>
                {entry.refused ? (
                  <>
                    <span className={styles.problem}>
                      {inReadersLanguage(entry.refused.message)}
                    </span>
                    <span className={styles.buttons}>
                      <Button
                        variant="outline"
                        size="lg"
                        busy={settle.isPending}
                        onClick={() => settle.mutate({ id: entry.id, again: true })}
                      >
                        {t("queue.again")}
                      </Button>
                      <Button variant="outline" size="lg" onClick={() => setToSettle(entry)}>
                        {t("queue.settle")}
                      </Button>
                    </span>
                  </>
                ) : (
                  <span>{t("queue.waits")}</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {toSettle && (
        <ConfirmDialog
          open
          danger
          title={t("queue.question")}
          message={t("queue.questionText", { what: titleOf(toSettle) })}
          confirmLabel={t("queue.settle")}
          cancelLabel={t("cancel")}
          onConfirm={() => settle.mutate({ id: toSettle.id, again: false })}
          onClose={() => setToSettle(null)}
        />
      )}
    </Page>
  );
}

const titleOf = (entry: Queued): string =>
  entry.kind === "bill"
    ? counterTexts.t("queue.bill", {
        receipt: entry.body.receiptNumber,
        amount: formatMoney(senOf(entry.body.amount)),
      })
    : counterTexts.t("queue.voucher", { code: entry.code });
