import { messageOf } from "@loyalty/api-client/errors";
import { earned, ringgitOf } from "@loyalty/api-client/rules/points";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { Button } from "@loyalty/ui/button";
import { formatLastDay, formatMoney, formatNumber } from "@loyalty/ui/formats";
import { Cluster, Stack } from "@loyalty/ui/layout";
import layoutStyles from "@loyalty/ui/layout.module.css";
import { useMediaQuery } from "@loyalty/ui/media-queries";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import textStyles from "@loyalty/ui/text.module.css";
import { Ticket, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Me } from "../../queries/session.tsx";
import { counterTexts } from "../../texts/counter.ts";
import { useSell, useTakeSigned } from "../../till/queries.ts";
import { BillFields } from "./bill-fields.tsx";
import styles from "./counter.module.css";
import type { CounterMember } from "./queries.ts";
import { RecordedToday } from "./recorded-today.tsx";
import type { Shown } from "./result.tsx";
import { type BillDraft, billOf } from "./sale.ts";

interface BillFormProps {
  draft: BillDraft;
  me: Me;
  onChange: (draft: BillDraft) => void;
  onAddVoucher: () => void;
  onShown: (shown: Shown) => void;
  onBack: () => void;
}

/** A member's bill: receipt number and what was paid, sen by sen, with a voucher or without. */
export function BillForm(props: BillFormProps) {
  const { draft, me, onChange, onAddVoucher, onShown, onBack } = props;
  const { t } = useTranslation(counterTexts);
  const wordsOf = useProgrammeWords();
  const sell = useSell();
  const takeSigned = useTakeSigned();
  const [problem, setProblem] = useState<string | null>(null);
  const { guest, voucher } = draft;
  const vouchers = guest?.voucherList ?? [];
  const sen = Number(draft.amount);

  const submit = async () => {
    if (draft.receipt.trim() === "") return setProblem(t("bill.noReceipt"));
    if (draft.amount === "") return setProblem(t("bill.noAmount"));
    if (voucher && sen < voucher.minSpendSen) {
      return setProblem(t("bill.tooSmall", { amount: formatMoney(voucher.minSpendSen) }));
    }
    setProblem(null);
    const note = { staffId: me.id, cashier: me.name, label: draft.name };
    try {
      if (voucher?.text) {
        const bill = { receiptNumber: draft.receipt.trim(), netAmount: ringgitOf(sen) };
        const used = await takeSigned.mutateAsync({ text: voucher.text, bill, note });
        if (used === null) return onShown({ kind: "refused", text: t("voucher.voucher_used") });
        if (used.kind === "refused") {
          return onShown({ kind: "refused", text: messageOf(used.error, t("failed")) });
        }
      }
      const outcome = await sell.mutateAsync({ sale: billOf(draft), note });
      onShown({ kind: "bill", outcome, draft });
    } catch (error) {
      setProblem(messageOf(error, t("failed")));
    }
  };

  return (
    <form
      className={`${styles.page} ${styles.bill}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <title>{draft.name}</title>
      <Stack gap={2} className={styles.side}>
        <div className={styles.guest}>
          <h1>{draft.name}</h1>
          {guest && (
            <p>
              {t("bill.guest", {
                tier: guest.membershipName,
                points: formatNumber(guest.memberPointAmount),
                count: Number(guest.multiplier),
              })}
            </p>
          )}
          {"code" in draft.who && <p>{t("bill.notLookedUp")}</p>}
          {!voucher && (
            <Button variant="soft" size="lg" onClick={onAddVoucher}>
              <Ticket aria-hidden="true" size={22} />
              <span className={styles.addVoucher}>{t("bill.addVoucher")}</span>
              {vouchers.length > 0 && <b aria-hidden="true">{formatNumber(vouchers.length)}</b>}
            </Button>
          )}
        </div>
        {vouchers.length > 0 && !voucher && <TheirVouchers guest={guest!} onAdd={onAddVoucher} />}
        {voucher && (
          <Cluster
            as="p"
            nowrap
            gap={3}
            className={`${surfaceStyles.round} ${surfaceStyles.soft} ${styles.attached}`}
          >
            <Ticket aria-hidden="true" size={22} />
            <span className={layoutStyles.grow}>
              {voucher.discountSen > 0
                ? t("bill.discount", {
                    name: wordsOf(voucher.name).words,
                    amount: formatMoney(voucher.discountSen),
                  })
                : t("bill.item", { name: wordsOf(voucher.name).words })}
            </span>
            <button
              type="button"
              className={styles.iconButton}
              aria-label={t("bill.withoutVoucher")}
              onClick={() => onChange({ ...draft, voucher: null })}
            >
              <X aria-hidden="true" size={22} />
            </button>
          </Cluster>
        )}
        <RecordedToday />
      </Stack>
      <BillFields
        receipt={draft.receipt}
        amount={draft.amount}
        gives={guest ? t("result.points", { count: earned(sen, tenthsOf(guest)) }) : undefined}
        onChange={(change) => onChange({ ...draft, ...change })}
      />
      <div className={styles.buttons}>
        {problem && (
          <p role="alert" className={`${textStyles.danger} ${textStyles.strong}`}>
            {problem}
          </p>
        )}
        <Button variant="outline" size="lg" onClick={onBack}>
          {t("cancel")}
        </Button>
        <Button type="submit" size="lg" busy={sell.isPending || takeSigned.isPending}>
          {t("bill.record", { amount: formatMoney(sen) })}
        </Button>
      </div>
    </form>
  );
}

const tenthsOf = ({ multiplier }: CounterMember) => Math.round(Number(multiplier) * 10);

interface TheirVouchersProps {
  guest: CounterMember;
  /** A voucher's code is on the member's screen only: it is scanned. */
  onAdd: () => void;
}

/** What a member could use here: on a tablet each with its last day, on a phone their names. */
function TheirVouchers({ guest: { voucherList }, onAdd }: TheirVouchersProps) {
  const { t } = useTranslation(counterTexts);
  const wordsOf = useProgrammeWords();
  const isTablet = useMediaQuery("(min-width: 48rem)");
  if (!isTablet) {
    const names = voucherList.map(({ name }) => wordsOf(name).words).join(", ");
    return <p className={styles.hint}>{t("bill.theirVouchers", { names })}</p>;
  }
  return (
    <Stack as="section" gap={2} className={styles.vouchers} aria-label={t("bill.toHandOut")}>
      <h2 className={textStyles.md}>{t("bill.toHandOut")}</h2>
      <Stack as="ul" role="list" gap={2}>
        {voucherList.map(({ name, expireAt }, at) => (
          <li key={at}>
            <Cluster
              as="button"
              type="button"
              nowrap
              gap={3}
              className={`${surfaceStyles.panel} ${styles.voucher}`}
              onClick={onAdd}
            >
              <Ticket aria-hidden="true" size={22} className={layoutStyles.flexNone} />
              <Stack as="span">
                <strong lang={wordsOf(name).lang}>{wordsOf(name).words}</strong>
                <span className={textStyles.note}>
                  {t("bill.lastDay", { day: formatLastDay(expireAt) })}
                </span>
              </Stack>
            </Cluster>
          </li>
        ))}
      </Stack>
    </Stack>
  );
}
