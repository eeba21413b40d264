import { messageOf } from "@loyalty/api-client/errors";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { Button } from "@loyalty/ui/button";
import { formatMoney } from "@loyalty/ui/formats";
import { CircleCheck, CircleX } from "lucide-react";
import { useTranslation } from "react-i18next";

import type { Me } from "../../queries/session.tsx";
import { counterTexts } from "../../texts/counter.ts";
import { useSell, useTakeSigned } from "../../till/queries.ts";
import { Answer } from "./answer.tsx";
import styles from "./counter.module.css";
import { useRelease } from "./queries.ts";
import type { Shown } from "./result.tsx";
import type { Offer } from "./sale.ts";

interface VoucherPanelProps {
  offer: Offer;
  hasBill: boolean;
  me: Me;
  onUseWithBill: () => void;
  onShown: (shown: Shown) => void;
  onBack: () => void;
}

/** A scanned voucher: what to hand out, or in red why not. */
export function VoucherPanel(props: VoucherPanelProps) {
  const { offer, hasBill, me, onUseWithBill, onShown, onBack } = props;
  const { t } = useTranslation(counterTexts);
  const { words: name, lang } = useProgrammeWords()(offer.name);
  const sell = useSell();
  const takeSigned = useTakeSigned();
  const release = useRelease();
  const note = { staffId: me.id, cashier: me.name, label: offer.name };
  const failed = (error: unknown) =>
    onShown({ kind: "refused", text: messageOf(error, t("failed")) });

  const use = async () => {
    try {
      const outcome = offer.text
        ? await takeSigned.mutateAsync({ text: offer.text, bill: {}, note })
        : await sell.mutateAsync({ sale: { kind: "voucher", code: offer.code, body: {} }, note });
      if (outcome === null) onShown({ kind: "refused", text: t("voucher.voucher_used") });
      else onShown({ kind: "voucher", outcome, offer });
    } catch (error) {
      failed(error);
    }
  };
  const giveBack = (voucherId: number) =>
    release.mutate(voucherId, {
      onSuccess: () => onShown({ kind: "released", name }),
      onError: failed,
    });

  const isGood = offer.whyNot === null;
  return (
    <div className={styles.page}>
      <title>{name}</title>
      <Answer kind={isGood ? "yes" : "no"}>
        {isGood ? (
          <CircleCheck aria-hidden="true" size={56} />
        ) : (
          <CircleX aria-hidden="true" size={56} />
        )}
        <h1 lang={lang}>{name}</h1>
        {isGood ? (
          <>
            <p>
              {offer.discountSen > 0
                ? t("voucher.discount", { amount: formatMoney(offer.discountSen) })
                : t("voucher.item", { name })}
            </p>
            {offer.sku && <p>{t("voucher.sku", { sku: offer.sku })}</p>}
            {offer.minSpendSen > 0 && (
              <p>{t("voucher.from", { amount: formatMoney(offer.minSpendSen) })}</p>
            )}
          </>
        ) : (
          <p>{offer.whyNot}</p>
        )}
      </Answer>
      {isGood && (
        <>
          {!hasBill && offer.minSpendSen === 0 && (
            <Button
              size="lg"
              wide
              busy={sell.isPending || takeSigned.isPending}
              onClick={() => void use()}
            >
              {t("voucher.use")}
            </Button>
          )}
          <Button
            variant={hasBill || offer.minSpendSen > 0 ? "primary" : "soft"}
            size="lg"
            wide
            onClick={onUseWithBill}
          >
            {t(hasBill ? "voucher.addToBill" : "voucher.withBill")}
          </Button>
        </>
      )}
      {offer.isShown && offer.id !== null && (
        <Button
          variant="outline"
          size="lg"
          wide
          busy={release.isPending}
          onClick={() => giveBack(offer.id!)}
        >
          {t("voucher.release")}
        </Button>
      )}
      <Button variant="ghost" size="lg" wide onClick={onBack}>
        {t("back")}
      </Button>
    </div>
  );
}
