import { messageOf } from "@loyalty/api-client/errors";
import { useCallingCodes } from "@loyalty/api-client/react/outlets";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { Cluster } from "@loyalty/ui/layout";
import { useUnsavedChanges } from "@loyalty/ui/unsaved-changes";
import { Camera as CameraIcon, QrCode, Search, X } from "lucide-react";
import { useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate, useOutletContext } from "react-router";

import { readScanned } from "../../components/scanned.ts";
import { paths } from "../../paths.ts";
import { counterTexts } from "../../texts/counter.ts";
import { BillForm } from "./bill-form.tsx";
import { Camera } from "./camera.tsx";
import type { AtCounter } from "./counter-frame.tsx";
import { atScan, nextCounter, type ScannedCode } from "./counter-state.ts";
import styles from "./counter.module.css";
import { type Found, useFind } from "./queries.ts";
import { ReceiptClaim } from "./receipt-claim.tsx";
import { Result, type Shown } from "./result.tsx";
import { offerOf } from "./sale.ts";
import { playSound } from "./sound.ts";
import { useScanner } from "./use-scanner.ts";
import { VoucherPanel } from "./voucher-panel.tsx";

/** /counter: scan, then the bill or the voucher, then the answer; and the next guest. */
export function ScanScreen() {
  const { till, me } = useOutletContext<AtCounter>();
  const { t } = useTranslation(counterTexts);
  const { state: opened } = useLocation() as { state: ScannedCode | null };
  const [counter, dispatch] = useReducer(nextCounter, opened, atScan);
  const { draft, offer, shown, isAdding, isClaiming, scan } = counter;
  // A bill that is being typed, or a voucher that was scanned for it; once answered it is the till's.
  useUnsavedChanges(shown === null && (draft !== null || offer !== null));
  const navigate = useNavigate();
  useScanner(draft, (scanned, before) => {
    dispatch({ type: "scanned", scanned, before });
    // Another screen may be on its way: the scan wins.
    void navigate(paths.counter, { replace: true });
  });

  const next = () => dispatch({ type: "nextGuest" });
  const show = (answer: Shown) => dispatch({ type: "shown", shown: answer });
  const take = (found: Found) => {
    const isVoucher = found.kind === "voucher" || found.kind === "signed";
    playSound(isVoucher && offerOf(found).whyNot ? "no" : "yes");
    dispatch({ type: "found", found });
  };

  if (shown) {
    return <Result shown={shown} onNext={next} onBack={() => dispatch({ type: "answerLeft" })} />;
  }
  if (isClaiming) {
    return <ReceiptClaim outletName={till.outletName} onBack={next} onNext={next} />;
  }
  if (offer && !isAdding) {
    return (
      <VoucherPanel
        offer={offer}
        hasBill={draft !== null}
        me={me}
        onUseWithBill={() => dispatch({ type: "usedWithBill" })}
        onShown={show}
        onBack={() => dispatch({ type: "offerLeft" })}
      />
    );
  }
  if (draft && !isAdding) {
    return (
      <BillForm
        draft={draft}
        me={me}
        onChange={(changed) => dispatch({ type: "drafted", draft: changed })}
        onAddVoucher={() => dispatch({ type: "adding" })}
        onShown={show}
        onBack={next}
      />
    );
  }
  const what = isAdding ? (offer ? "scan.card" : "scan.voucher") : "scan.title";
  return (
    <Scan
      key={scan ? `${scan.number}` : what}
      till={till}
      scanned={scan?.scanned ?? null}
      title={t(what)}
      onFound={take}
      onBack={isAdding ? () => dispatch({ type: "addingLeft" }) : null}
      onNoCode={isAdding ? null : () => dispatch({ type: "claiming" })}
    />
  );
}

/** Why nothing was found, where the server did not answer. */
const OFFLINE = {
  number: "scan.numberOffline",
  card: "scan.failed",
  voucher: "result.unconfirmedText",
  signed: "voucher.voucher_code_unreadable",
} as const;

interface ScanProps {
  till: AtCounter["till"];
  /** A code that is looked up at once. */
  scanned: string | null;
  title: string;
  onFound: (found: Found) => void;
  onBack: (() => void) | null;
  /** The guest has nothing to scan. */
  onNoCode: (() => void) | null;
}

/** One field for everything: the camera, a scanner that types, and the keyboard. */
function Scan({ till, scanned, title, onFound, onBack, onNoCode }: ScanProps) {
  const { t } = useTranslation(counterTexts);
  const [typed, setTyped] = useState("");
  const [isCameraOn, setCameraOn] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const find = useFind(till);
  const { data: codes } = useCallingCodes();
  const input = useRef<HTMLInputElement>(null);

  const look = (text: string) => {
    if (text.trim() === "" || find.isPending) return;
    const read = readScanned(
      text,
      codes?.map(({ name }) => name),
    );
    setCameraOn(false);
    if (read === null) {
      playSound("no");
      return setProblem(t("scan.unknown"));
    }
    setProblem(null);
    find.mutate(read, {
      onSuccess: onFound,
      onError: (error) => {
        playSound("no");
        setProblem(messageOf(error, t(OFFLINE[read.kind])));
      },
    });
  };

  const lookAtOnce = useEffectEvent(() => {
    if (scanned === null) return;
    setTyped(scanned);
    look(scanned);
  });
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    lookAtOnce();
  }, []);

  return (
    <form
      className={styles.page}
      onSubmit={(event) => {
        event.preventDefault();
        look(typed);
      }}
    >
      <title>{title}</title>
      <h1>{title}</h1>
      {problem && <Alert kind="error">{problem}</Alert>}
      {isCameraOn && <Camera onFound={look} />}
      <p className={styles.hint}>{t("scan.text")}</p>
      <Cluster nowrap align="stretch" gap={2}>
        <input
          ref={input}
          className={styles.input}
          aria-label={t("scan.label")}
          placeholder={t("scan.label")}
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={({ target }) => setTyped(target.value)}
        />
        <button
          type="submit"
          className={styles.iconButton}
          aria-label={t("scan.find")}
          aria-busy={find.isPending || undefined}
        >
          <Search aria-hidden="true" size={24} />
        </button>
      </Cluster>
      <div className={styles.buttons}>
        {onBack && (
          <Button variant="outline" size="lg" onClick={onBack}>
            {t("back")}
          </Button>
        )}
        <Button
          size="lg"
          wide
          busy={find.isPending}
          onClick={() => {
            setProblem(null);
            setCameraOn(!isCameraOn);
          }}
        >
          {isCameraOn ? <X aria-hidden="true" /> : <CameraIcon aria-hidden="true" />}
          {t(isCameraOn ? "camera.stop" : "camera.start")}
        </Button>
      </div>
      {onNoCode && (
        <Button variant="ghost" size="lg" wide onClick={onNoCode}>
          <QrCode aria-hidden="true" size={22} />
          {t("claim.start")}
        </Button>
      )}
    </form>
  );
}
