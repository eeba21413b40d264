import { messageOf } from "@loyalty/api-client/errors";
import { useProgrammeWords } from "@loyalty/content/menu-words";
import { Button } from "@loyalty/ui/button";
import { formatMoney, formatNumber } from "@loyalty/ui/formats";
import textStyles from "@loyalty/ui/text.module.css";
import { CircleCheck, CircleX, Clock, type LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { problemText } from "../../components/problems.ts";
import { counterTexts } from "../../texts/counter.ts";
import type { CounterVoucher, RecordedBill } from "../../till/till-database.ts";
import type { Outcome } from "../../till/till-queue.ts";
import { Answer, type AnswerKind } from "./answer.tsx";
import styles from "./counter.module.css";
import { type BillDraft, type Offer, offerOf } from "./sale.ts";
import { playSound } from "./sound.ts";

export type Shown =
  | { kind: "bill"; outcome: Outcome; draft: BillDraft }
  | { kind: "voucher"; outcome: Outcome; offer: Offer }
  | { kind: "released"; name: string }
  | { kind: "refused"; text: string };

interface ResultProps {
  shown: Shown;
  onNext: () => void;
  onBack: () => void;
}

const statusIcons: Record<AnswerKind, LucideIcon> = { yes: CircleCheck, no: CircleX, wait: Clock };

/** The answer, in words that the guest reads too: green for yes, red for no, amber for what waits. */
export function Result({ shown, onNext, onBack }: ResultProps) {
  const { t } = useTranslation(counterTexts);
  const look = statusOf(shown);
  const Icon = statusIcons[look];
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => playSound(look), [look, shown]);
  useEffect(() => next.current?.focus({ preventScroll: true }), []);
  return (
    <div className={styles.page}>
      <Answer kind={look}>
        <Icon aria-hidden="true" size={72} />
        <Words shown={shown} />
      </Answer>
      <div className={styles.buttons}>
        {look === "no" && (
          <Button variant="outline" size="lg" onClick={onBack}>
            {t("back")}
          </Button>
        )}
        <Button ref={next} size="lg" wide onClick={onNext}>
          {t("result.next")}
        </Button>
      </div>
    </div>
  );
}

const STATUS_BY_OUTCOME = { done: "yes", refused: "no", waiting: "wait" } as const;

function statusOf(shown: Shown): AnswerKind {
  if (shown.kind === "refused") return "no";
  if (shown.kind === "released") return "yes";
  return STATUS_BY_OUTCOME[shown.outcome.kind];
}

function Words({ shown }: { shown: Shown }): ReactNode {
  const { t } = useTranslation(counterTexts);
  const wordsOf = useProgrammeWords();
  if (shown.kind === "refused") return <Sentence title={t("result.no")} text={shown.text} />;
  if (shown.kind === "released") {
    return <Sentence title={t("result.released")} text={shown.name} />;
  }
  const { outcome } = shown;
  if (outcome.kind === "refused") {
    return <Sentence title={t("result.no")} text={messageOf(outcome.error, t("failed"))} />;
  }
  if (shown.kind === "voucher") {
    const { offer } = shown;
    if (outcome.kind === "waiting" && offer.text === null) {
      return <Sentence title={t("result.unconfirmed")} text={t("result.unconfirmedText")} />;
    }
    const text =
      outcome.kind === "waiting"
        ? t("result.stored")
        : (outcome.answer as CounterVoucher).outletName;
    return (
      <Sentence
        title={
          offer.discountSen > 0
            ? t("voucher.discount", { amount: formatMoney(offer.discountSen) })
            : t("voucher.item", { name: wordsOf(offer.name).words })
        }
        text={text}
      />
    );
  }
  const { draft } = shown;
  if (outcome.kind === "waiting") {
    const isUnconfirmed = draft.voucher !== null && draft.voucher.text === null;
    return (
      <Sentence
        title={t("result.waiting", { amount: formatMoney(Number(draft.amount)) })}
        text={t(isUnconfirmed ? "result.unconfirmedText" : "result.stored")}
      />
    );
  }
  const answer = outcome.answer as RecordedBill;
  const { whyNot } = answer.memberEarn;
  const points = t("result.points", { count: answer.memberEarn.points });
  const standing = t("result.tier", {
    name: draft.name,
    tier: answer.membershipName,
    points: formatNumber(answer.memberPointAmount),
  });
  const used = answer.voucher && offerOf({ kind: "voucher", voucher: answer.voucher });
  return (
    <>
      {answer.isNew && !whyNot ? (
        <Sentence title={points} text={standing} />
      ) : (
        <>
          <Sentence
            title={t(answer.isNew ? "result.confirms" : "result.before")}
            text={whyNot ? problemText(whyNot) : t("result.onlyOnce")}
          />
          <p>{points}</p>
          <p>{standing}</p>
        </>
      )}
      {!whyNot && <p>{t("result.pending")}</p>}
      {used && (
        <p>
          {used.discountSen > 0
            ? t("result.discount", {
                name: wordsOf(used.name).words,
                amount: formatMoney(used.discountSen),
              })
            : t("bill.item", { name: wordsOf(used.name).words })}
        </p>
      )}
    </>
  );
}

function Sentence({ title, text }: { title: string; text: string | null }) {
  return (
    <>
      <title>{title}</title>
      <h1>{title}</h1>
      {text && <p className={textStyles.xl}>{text}</p>}
    </>
  );
}
