import { ApiError, messageOf } from "@loyalty/api-client/errors";
import { newIdempotencyKey } from "@loyalty/api-client/http";
import { QueryProvider } from "@loyalty/api-client/react/query-client";
import { useClaimReceipt, useReceipt } from "@loyalty/api-client/react/receipts";
import { useSession } from "@loyalty/api-client/react/session";
import { senOf } from "@loyalty/api-client/rules/points";
import { pendingReceipt } from "@loyalty/api-client/session";
import type { Bill, Receipt } from "@loyalty/api-client/wire";
import { openDialog } from "@loyalty/shell/dialogs";
import { paths } from "@loyalty/shell/paths";
import { Cluster, Stack } from "@loyalty/ui/layout";
import { Alert } from "@loyalty/ui/alert";
import { Button, buttonClass } from "@loyalty/ui/button";
import { formatDateTime, formatMoney } from "@loyalty/ui/formats";
import { Failed, Loading, Skeleton } from "@loyalty/ui/states";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { errorTexts } from "@loyalty/shell/texts/errors";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";

import { CardGrid, PageHead, Section } from "../components/page-layout.tsx";
import styles from "./receipt-screen.module.css";
import { receiptTexts } from "./texts.ts";

const steps = ["scan", "sign", "claim"] as const;

/** `/receipt#{code}`: the bill of a receipt, for a guest who forgot to show their code (docs/till.md). */
export default function ReceiptScreen() {
  const { t } = useTranslation(receiptTexts);
  const code = useReceiptCode();
  return (
    <>
      <PageHead title={t("title")} intro={t("intro")} />
      {code !== "" && (
        <Section title={t("bill")} titleHidden>
          <QueryProvider>
            <ScannedReceipt key={code} code={code} />
          </QueryProvider>
        </Section>
      )}
      <Section title={t("steps.title")} sunken={code !== ""}>
        <CardGrid
          ordered
          cards={steps.map((key) => ({
            key,
            title: t(`steps.${key}.title`),
            text: t(`steps.${key}.text`),
          }))}
        />
        <p>{t("help")}</p>
      </Section>
    </>
  );
}

/** The code that was scanned, here or before the user signed in. It is taken out of the address and kept. */
function useReceiptCode(): string {
  const location = useLocation();
  const navigate = useNavigate();
  const [code, setCode] = useState("");
  useEffect(() => {
    const scanned = pendingReceipt.of(location);
    if (scanned !== "") {
      pendingReceipt.write(scanned);
      void navigate(paths.receipt, { replace: true });
    }
    const kept = scanned || pendingReceipt.read();
    // What was claimed here stays on the page.
    if (kept !== "") setCode(kept);
  }, [location, navigate]);
  return code;
}

function ScannedReceipt({ code }: { code: string }) {
  const { t } = useTranslation(receiptTexts);
  const session = useSession();
  const { data, error, isFetching, refetch } = useReceipt(code);
  const claim = useClaimReceipt();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const reason = claim.isSuccess
    ? null
    : (reasonOf(claim.error) ?? reasonOf(error) ?? data?.reason);
  const isVisitor = session.status === "signed-out";
  // To a visitor it may be their own.
  const isFinal = claim.isSuccess || (!!reason && !(isVisitor && reason === "receipt_claimed"));

  // Not before the page is left: on its way to the mini-program the site takes the code along.
  useEffect(() => {
    if (!isFinal) return;
    window.addEventListener("pagehide", pendingReceipt.clear);
    return () => {
      window.removeEventListener("pagehide", pendingReceipt.clear);
      pendingReceipt.clear();
    };
  }, [isFinal]);

  if (session.status === "restoring" || (data === undefined && error === null)) {
    return (
      <Loading text={t("reading")}>
        <Skeleton height="16rem" />
      </Loading>
    );
  }
  if (data === undefined && !reason) {
    return (
      <Failed
        text={messageOf(error, t("failed"))}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Stack gap={4} pad={5} className={`${styles.receipt} ${surfaceStyles.card}`}>
      {data && <Facts receipt={data} isOpen={!claim.isSuccess && !reason} />}
      <Stack gap={3} align="start">
        {claim.isSuccess ? (
          <Claimed bill={claim.data} />
        ) : reason ? (
          <Refused reason={reason} isVisitor={isVisitor} />
        ) : session.status === "signed-out" ? (
          <SignIn />
        ) : (
          <>
            <p>{t("for", { name: session.user.name })}</p>
            {claim.error && <Alert kind="error">{messageOf(claim.error, t("claimFailed"))}</Alert>}
            <Button
              size="lg"
              busy={claim.isPending}
              onClick={() => claim.mutate({ code, idempotencyKey })}
            >
              {claim.isPending ? t("claiming") : t("claim", { count: data?.points ?? 0 })}
            </Button>
          </>
        )}
      </Stack>
    </Stack>
  );
}

/** Why the API says that nobody, or not this member, can claim it; undefined for a failure of another kind. */
function reasonOf(error: Error | null): string | undefined {
  const code = error instanceof ApiError ? error.code : null;
  return code?.startsWith("receipt_") ? code : undefined;
}

function Facts({ receipt, isOpen }: { receipt: Receipt; isOpen: boolean }) {
  const { t } = useTranslation(receiptTexts);
  const { outletName, paidAt, receiptNumber, amount, points, expiresAt } = receipt;
  const facts = [
    ["outlet", outletName],
    ["paid", formatDateTime(paidAt)],
    ["number", receiptNumber],
    ["amount", formatMoney(senOf(amount))],
  ] as const;
  return (
    <>
      <p className={`${textStyles.display} ${textStyles.xxl}`}>{t("points", { count: points })}</p>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isOpen && (
        <p className={textStyles.note}>{t("until", { time: formatDateTime(expiresAt) })}</p>
      )}
    </>
  );
}

function Claimed({ bill }: { bill: Bill }) {
  const { t } = useTranslation(receiptTexts);
  return (
    <>
      <Alert kind="success">
        {bill.statusId === VERIFIED ? t("verified", { count: bill.points }) : t("pending")}
      </Alert>
      <SeePoints />
    </>
  );
}

const VERIFIED = 2;

function SeePoints() {
  const { t } = useTranslation(receiptTexts);
  return (
    <Link className={buttonClass({ variant: "outline" })} to={paths.rewards}>
      {t("see")}
    </Link>
  );
}

function Refused({ reason, isVisitor }: { reason: string; isVisitor: boolean }) {
  const { t } = useTranslation(receiptTexts);
  const { t: sentences } = useTranslation(errorTexts);
  const isPerhapsTheirs = isVisitor && reason === "receipt_claimed";
  // Also after a claim on the site whose answer did not arrive before the mini-program opened.
  const isTheirs = reason === "receipt_already_yours";
  return (
    <>
      <Alert kind={isTheirs ? "info" : "error"}>
        {isPerhapsTheirs ? t("claimedBefore") : sentences(reason as "receipt_claimed")}
      </Alert>
      {isTheirs && <SeePoints />}
      {isPerhapsTheirs && (
        <Button variant="outline" onClick={() => openDialog("sign-in")}>
          {t("signIn")}
        </Button>
      )}
    </>
  );
}

function SignIn() {
  const { t } = useTranslation(receiptTexts);
  return (
    <>
      <p>{t("whose")}</p>
      <Cluster gap={3}>
        <Button size="lg" onClick={() => openDialog("sign-in")}>
          {t("signIn")}
        </Button>
        <Button size="lg" variant="outline" onClick={() => openDialog("register")}>
          {t("join")}
        </Button>
      </Cluster>
    </>
  );
}
