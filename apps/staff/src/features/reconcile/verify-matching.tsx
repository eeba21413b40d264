import { messageOf } from "@loyalty/api-client/errors";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { formatNumber } from "@loyalty/ui/formats";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { Buttons } from "../../components/page.tsx";
import { problemText } from "../../components/problems.ts";
import { VerifyDialog } from "../../components/verify-dialog.tsx";
import { hasPermission, useMe } from "../../queries/session.tsx";
import { reconcileTexts } from "../../texts/reconcile.ts";
import { type SalesDifferences, useVerifySales } from "./queries.ts";

interface VerifyMatchingProps {
  found: SalesDifferences;
  /** The bills that are not verified. */
  unticked: ReadonlySet<number>;
}

/** Verifies the ticked ones of the bills that match, and says which were refused. */
export function VerifyMatching({ found, unticked }: VerifyMatchingProps) {
  const { t } = useTranslation(reconcileTexts);
  const { data: me } = useMe();
  const verify = useVerifySales();
  const [isAsking, setAsking] = useState(false);
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
  if (!hasPermission(me, "POST /staff/bill/verify")) return null;
  return (
    <>
      {found.matching.length > 0 && (
        <Buttons>
          <Button
            disabled={ticked.length === 0}
            busy={verify.isPending}
            onClick={() => setAsking(true)}
          >
            {t("verify", { number: formatNumber(ticked.length) })}
          </Button>
        </Buttons>
      )}
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
    </>
  );
}
