import { ApiError, messageOf } from "@loyalty/api-client/errors";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { QueryResult } from "@loyalty/ui/query-result";
import { Empty } from "@loyalty/ui/states";
import { Grid } from "@loyalty/ui/layout";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { counterTexts } from "../../texts/counter.ts";
import { isGoodPin, MAX_PIN, MIN_PIN } from "../../till/pins.ts";
import { useCashiers, useSignInByPin } from "../../till/queries.ts";
import type { StoredTill } from "../../till/till-database.ts";
import type { Cashier, PinTyped } from "../../till/till.ts";
import styles from "./counter.module.css";
import { NumberPad } from "./number-pad.tsx";

/**
 * Who is at the till: the cashiers of its outlet by name, then the PIN.
 *
 * @param ended the name of the cashier whose session has ended, where nobody has signed in since
 */
export function PinScreen({ till, ended }: { till: StoredTill; ended: string | null }) {
  const { t } = useTranslation(counterTexts);
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
      {ended && <Alert kind="info">{t("pin.ended", { name: ended })}</Alert>}
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
            <Grid role="list" as="ul" gap={3} columns="narrow" fill>
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
            </Grid>
          )
        }
      </QueryResult>
    </div>
  );
}

interface PinProps {
  till: StoredTill;
  cashier: Cashier;
  onBack: () => void;
}

/** A cashier's PIN. One that their manager gave them opens the choice of their own, which they type twice. */
function Pin({ till, cashier, onBack }: PinProps) {
  const { t } = useTranslation(counterTexts);
  const [typed, setTyped] = useState("");
  const [startPin, setStartPin] = useState<string | null>(null);
  const [newPin, setNewPin] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const signIn = useSignInByPin(till);
  const { staffId, name, pinLength } = cashier;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  const ask = (next: { newPin: string | null; problem: string | null }) => {
    setTyped("");
    setNewPin(next.newPin);
    setProblem(next.problem);
  };
  const send = (who: PinTyped) =>
    signIn.mutate(who, {
      onError: (error) => {
        const isStart = error instanceof ApiError && error.code === "new_pin_needed";
        if (isStart) setStartPin(who.pin);
        ask({ newPin: null, problem: isStart ? null : messageOf(error, t("pin.failed")) });
      },
    });
  const type = (pin: string) => {
    if (signIn.isPending) return;
    setTyped(pin);
    const isWhole = pin.length === (pinLength ?? MAX_PIN) && pin.length > typed.length;
    // After a refusal the length may be another one.
    if (startPin === null && problem === null && isWhole) send({ staffId, pin });
  };
  const submit = () => {
    if (typed.length < MIN_PIN || signIn.isPending) return;
    if (startPin === null) return send({ staffId, pin: typed });
    if (newPin === null) {
      const isGood = typed !== startPin && isGoodPin(typed);
      return ask({ newPin: isGood ? typed : null, problem: isGood ? null : t("pin.easy") });
    }
    if (newPin !== typed) return ask({ newPin: null, problem: t("pin.different") });
    return send({ staffId, pin: startPin, newPin });
  };
  const title = t(startPin === null ? "pin.title" : newPin === null ? "pin.choose" : "pin.again", {
    name,
  });

  return (
    <form
      className={styles.page}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <title>{title}</title>
      <h1>{title}</h1>
      {startPin !== null && <p className={styles.hint}>{t("pin.rule")}</p>}
      {problem && <Alert kind="error">{problem}</Alert>}
      <input
        ref={input}
        className={styles.pin}
        type="password"
        inputMode="none"
        autoComplete="off"
        aria-label={t("pin.label")}
        maxLength={MAX_PIN}
        value={typed}
        onChange={({ target }) => type(target.value.replace(/[^0-9]/g, ""))}
      />
      <NumberPad
        onDigit={(digit) => type((typed + digit).slice(0, MAX_PIN))}
        onErase={() => type(typed.slice(0, -1))}
      />
      <div className={styles.buttons}>
        <Button variant="outline" size="lg" onClick={onBack}>
          {t("pin.other")}
        </Button>
        <Button type="submit" size="lg" disabled={typed.length < MIN_PIN} busy={signIn.isPending}>
          {t(startPin !== null && newPin === null ? "pin.next" : "pin.signIn")}
        </Button>
      </div>
    </form>
  );
}
