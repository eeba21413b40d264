import { senOf } from "@loyalty/api-client/rules/points";
import { Button } from "@loyalty/ui/button";
import { ConfirmDialog } from "@loyalty/ui/dialog";
import { formatDateTime, formatMoney } from "@loyalty/ui/formats";
import { i18n } from "@loyalty/ui/i18n";
import { Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { Empty } from "@loyalty/ui/states";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";

import { Page } from "../../components/page.tsx";
import { problemText } from "../../components/problems.ts";
import { paths } from "../../paths.ts";
import { counterTexts } from "../../texts/counter.ts";
import { useCounterSession, useDismiss, useRetry, useTillQueue } from "../../till/queries.ts";
import type { Queued } from "../../till/till-database.ts";
import { CorrectDialog } from "./correct-dialog.tsx";
import styles from "./counter.module.css";
import { useScanner } from "./use-scanner.ts";

/** /counter/queue: what waits for the network, and what the server refused, until a person corrects or dismisses it. */
export function QueueScreen() {
  const { t } = useTranslation(counterTexts);
  const entries = useTillQueue();
  const me = useCounterSession().data;
  const retry = useRetry();
  const dismiss = useDismiss();
  const navigate = useNavigate();
  useScanner(null, (text) => void navigate(paths.counter, { state: { scanned: text } }));
  const [toDismiss, setToDismiss] = useState<Queued | null>(null);
  const [toCorrect, setToCorrect] = useState<(Queued & { kind: "bill" }) | null>(null);
  return (
    <Page title={t("queue.title")}>
      {entries.length === 0 ? (
        <Empty text={t("queue.empty")} />
      ) : (
        <>
          <p>{t("queue.text")}</p>
          <Stack as="ul" role="list" gap={3}>
            {entries.map((entry) => (
              <Stack
                as="li"
                key={entry.id}
                gap={2}
                pad={4}
                className={`${surfaceStyles.panel} ${styles.entry}`}
                data-refused={!!entry.refused}
              >
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
                    <span className={`${textStyles.danger} ${textStyles.strong}`}>
                      {problemText(entry.refused)}
                    </span>
                    <span className={styles.buttons}>
                      <Button
                        variant="outline"
                        size="lg"
                        busy={retry.isPending}
                        onClick={() => retry.mutate({ id: entry.id })}
                      >
                        {t("queue.again")}
                      </Button>
                      {entry.kind === "bill" && (
                        <Button variant="outline" size="lg" onClick={() => setToCorrect(entry)}>
                          {t("queue.correct")}
                        </Button>
                      )}
                      {me?.managesTill && (
                        <Button variant="ghost" size="lg" onClick={() => setToDismiss(entry)}>
                          {t("queue.dismiss")}
                        </Button>
                      )}
                    </span>
                    {!me?.managesTill && <span>{t("queue.managers")}</span>}
                  </>
                ) : (
                  <span>{t("queue.waits")}</span>
                )}
              </Stack>
            ))}
          </Stack>
        </>
      )}
      {toCorrect && <CorrectDialog entry={toCorrect} onClose={() => setToCorrect(null)} />}
      {toDismiss && (
        <ConfirmDialog
          open
          danger
          title={t("queue.question")}
          message={t("queue.questionText", { what: titleOf(toDismiss) })}
          confirmLabel={t("queue.dismiss")}
          cancelLabel={t("cancel")}
          onConfirm={() => dismiss.mutate(toDismiss.id)}
          onClose={() => setToDismiss(null)}
        />
      )}
    </Page>
  );
}

const titleOf = (entry: Queued): string =>
  entry.kind === "bill"
    ? i18n.t("queue.bill", {
        ns: counterTexts,
        receipt: entry.body.receiptNumber,
        amount: formatMoney(senOf(entry.body.amount)),
      })
    : i18n.t("queue.voucher", { ns: counterTexts, code: entry.code });
