import { ApiError, messageOf } from "@loyalty/api-client/errors.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Alert } from "@loyalty/ui/primitives/alert.tsx";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Empty } from "@loyalty/ui/primitives/states.tsx";
import { QueryResult } from "@loyalty/ui/shell/query-result.tsx";
import { useState } from "react";

import { counterTexts } from "../../texts/counter.ts";
import { useCashiers, useSignInByPin } from "../../till/queries.ts";
import type { KeptTill } from "../../till/till-database.ts";
import type { Cashier } from "../../till/till.ts";
import styles from "./counter.module.css";
import { NumberPad } from "./number-pad.tsx";

const SHORTEST_PIN = 4;
const LONGEST_PIN = 6;

/** Who is at the till: the cashiers of its outlet by name, then the PIN. */
export function PinScreen({ till }: { till: KeptTill }) {
  const t = useTexts(counterTexts);
  const query = useCashiers(till);
  const [chosen, setChosen] = useState<Cashier | null>(null);
  const isRevoked = query.error instanceof ApiError && query.error.status === 401;

  if (isRevoked) {
    return (
      <div className={styles.page}>
        <h1>{t("revoked.title")}</h1>
        <Alert kind="error">{t("revoked.text", { till: till.tillName })}</Alert>
      </div>
    );
  }
  if (chosen) {
    return <Pin till={till} cashier={chosen} onBack={() => setChosen(null)} />;
  }
  return (
    <div className={styles.page}>
      <title>{t("pin.who")}</title>
      <h1>{t("pin.who")}</h1>
      <QueryResult
        query={query}
        loading={t("pin.loading")}
        failed={t("pin.loadFailed")}
        height="14rem"
      >
        {(cashiers) =>
          cashiers.length === 0 ? (
            <Empty text={t("pin.nobody", { outlet: till.outletName })} />
          ) : (
            <ul role="list" className={styles.names}>
              {cashiers.map((cashier) => (
                <li key={cashier.staffId}>
                  <button
                    type="button"
                    className={styles.nameButton}
                    disabled={!cashier.hasPin || cashier.isLocked}
                    onClick={() => setChosen(cashier)}
                  >
                    <span>{cashier.name}</span>
                    {cashier.isLocked && <small>{t("pin.locked")}</small>}
                    {!cashier.hasPin && <small>{t("pin.none")}</small>}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
    </div>
  );
}

interface PinProps {
  till: KeptTill;
  cashier: Cashier;
  onBack: () => void;
}

function Pin({ till, cashier, onBack }: PinProps) {
  const t = useTexts(counterTexts);
  const [pin, setPin] = useState("");
  const signIn = useSignInByPin(till);
  const submit = () => {
    if (pin.length < SHORTEST_PIN || signIn.isPending) return;
    signIn.mutate({ staffId: cashier.staffId, pin }, { onError: () => setPin("") });
  };

  return (
    <form
      className={styles.page}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <title>{t("pin.title", { name: cashier.name })}</title>
      <h1>{t("pin.title", { name: cashier.name })}</h1>
      {signIn.isError && <Alert kind="error">{messageOf(signIn.error, t("pin.failed"))}</Alert>}
      <input
        className={styles.pin}
        type="password"
        inputMode="none"
        autoComplete="off"
        aria-label={t("pin.label")}
        maxLength={LONGEST_PIN}
        value={pin}
        onChange={({ target }) => setPin(target.value.replace(/[^0-9]/g, ""))}
      />
      <NumberPad
        onDigit={(digit) => setPin((old) => (old + digit).slice(0, LONGEST_PIN))}
        onErase={() => setPin((old) => old.slice(0, -1))}
      />
      <div className={styles.buttons}>
        <Button variant="outline" size="lg" onClick={onBack}>
          {t("pin.other")}
        </Button>
        <Button
          type="submit"
          size="lg"
          disabled={pin.length < SHORTEST_PIN}
          busy={signIn.isPending}
        >
          {t("pin.signIn")}
        </Button>
      </div>
    </form>
  );
}
