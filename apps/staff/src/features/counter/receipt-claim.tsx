import { isRetryable, messageOf } from "@loyalty/api-client/errors";
import { ringgitOf, senOf } from "@loyalty/api-client/rules/points";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { formatDateTime, formatMoney } from "@loyalty/ui/formats";
import textStyles from "@loyalty/ui/text.module.css";
import { useUnsavedChanges } from "@loyalty/ui/unsaved-changes";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { ReasonDialog } from "../../components/form-dialog.tsx";
import { QrCode } from "../../components/qr-code.tsx";
import { counterTexts } from "../../texts/counter.ts";
import { Answer } from "./answer.tsx";
import { BillFields } from "./bill-fields.tsx";
import styles from "./counter.module.css";
import { type ReceiptClaim as Claim, useMakeClaim, useVoidClaim } from "./queries.ts";

interface ReceiptClaimProps {
  outletName: string;
  onBack: () => void;
  onNext: () => void;
}

/** For a guest without their code: the receipt and the amount, then a QR by which the bill becomes theirs. */
export function ReceiptClaim({ outletName, onBack, onNext }: ReceiptClaimProps) {
  const [bill, setBill] = useState({ receipt: "", amount: "" });
  const [claim, setClaim] = useState<Claim | null>(null);
  return claim ? (
    <ClaimCode claim={claim} outletName={outletName} onVoid={setClaim} onNext={onNext} />
  ) : (
    <ClaimForm
      bill={bill}
      onChange={(change) => setBill((now) => ({ ...now, ...change }))}
      onMade={setClaim}
      onBack={onBack}
    />
  );
}

interface ClaimFormProps {
  bill: { receipt: string; amount: string };
  onChange: (change: Partial<ClaimFormProps["bill"]>) => void;
  onMade: (claim: Claim) => void;
  onBack: () => void;
}

function ClaimForm({ bill, onChange, onMade, onBack }: ClaimFormProps) {
  const { t } = useTranslation(counterTexts);
  const make = useMakeClaim();
  const [problem, setProblem] = useState<string | null>(null);
  useUnsavedChanges(bill.receipt !== "" || bill.amount !== "");

  const submit = () => {
    if (make.isPending) return;
    const receiptNumber = bill.receipt.trim();
    if (receiptNumber === "") return setProblem(t("bill.noReceipt"));
    if (Number(bill.amount) === 0) return setProblem(t("claim.noAmount"));
    setProblem(null);
    make.mutate(
      { receiptNumber, amount: ringgitOf(Number(bill.amount)) },
      {
        onSuccess: onMade,
        onError: (error) =>
          setProblem(isRetryable(error) ? t("claim.needsNetwork") : messageOf(error, t("failed"))),
      },
    );
  };

  return (
    <form
      className={styles.page}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <title>{t("claim.title")}</title>
      <h1>{t("claim.title")}</h1>
      <p className={styles.hint}>{t("claim.text")}</p>
      <BillFields {...bill} onChange={onChange} />
      {problem && <Alert kind="error">{problem}</Alert>}
      <div className={styles.buttons}>
        <Button variant="outline" size="lg" onClick={onBack}>
          {t("back")}
        </Button>
        <Button type="submit" size="lg" busy={make.isPending}>
          {t("claim.show")}
        </Button>
      </div>
    </form>
  );
}

interface ClaimCodeProps {
  claim: Claim;
  outletName: string;
  onVoid: (claim: Claim) => void;
  onNext: () => void;
}

function ClaimCode({ claim, outletName, onVoid, onNext }: ClaimCodeProps) {
  const { t } = useTranslation(counterTexts);
  const voidClaim = useVoidClaim(claim.id);
  const [isVoiding, setVoiding] = useState(false);
  const amount = formatMoney(senOf(claim.amount));
  const title = t("claim.receipt", { receipt: claim.receiptNumber });

  if (claim.isVoid) {
    return (
      <div className={styles.page}>
        <Answer kind="no" role="status">
          <title>{t("claim.voided")}</title>
          <h1>{t("claim.voided")}</h1>
          <p className={textStyles.xl}>
            {t("claim.voidedText", { receipt: claim.receiptNumber, amount })}
          </p>
        </Answer>
        <Button size="lg" wide onClick={onNext}>
          {t("result.next")}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <title>{title}</title>
      <h1>{title}</h1>
      <p className={textStyles.xl}>
        {outletName} · {amount}
      </p>
      <QrCode
        value={claim.url}
        size={420}
        title={t("claim.qr", { receipt: claim.receiptNumber })}
        className={styles.qr}
      />
      <p className={textStyles.xl} role="status">
        {t("claim.scan", { time: formatDateTime(claim.expiresAt) })}
      </p>
      <p className={styles.hint}>{t("claim.again")}</p>
      <div className={styles.buttons}>
        <Button variant="outline" size="lg" onClick={() => setVoiding(true)}>
          {t("claim.void")}
        </Button>
        <Button size="lg" onClick={onNext}>
          {t("result.next")}
        </Button>
      </div>
      {isVoiding && (
        <ReasonDialog
          title={t("claim.question", { receipt: claim.receiptNumber })}
          text={t("claim.questionText")}
          confirmLabel={t("claim.void")}
          danger
          failed={t("claim.voidFailed")}
          onConfirm={async (why) => onVoid(await voidClaim.mutateAsync(why))}
          onClose={() => setVoiding(false)}
        />
      )}
    </div>
  );
}
