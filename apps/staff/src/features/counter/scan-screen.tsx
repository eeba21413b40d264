import { messageOf } from "@loyalty/api-client/errors";
import { useCallingCodes } from "@loyalty/api-client/react/outlets";
import { Alert } from "@loyalty/ui/alert";
import { Button } from "@loyalty/ui/button";
import { useTexts } from "@loyalty/ui/i18n";
import { useUnsavedChanges } from "@loyalty/ui/unsaved-changes";
import { Camera as CameraIcon, QrCode, Search, X } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useOutletContext } from "react-router";

import { readScanned } from "../../page/scanned.ts";
import { counterTexts } from "../../texts/counter.ts";
import { BillForm } from "./bill-form.tsx";
import { Camera } from "./camera.tsx";
import type { AtCounter } from "./counter-frame.tsx";
import styles from "./counter.module.css";
import { type Found, useFind } from "./queries.ts";
import { ReceiptClaim } from "./receipt-claim.tsx";
import { Result, type Shown } from "./result.tsx";
import { type BillDraft, draftOf, type Offer, offerOf } from "./sale.ts";
import { playSound } from "./sound.ts";
import { useScanner } from "./use-scanner.ts";
import { VoucherPanel } from "./voucher-panel.tsx";

/** /counter: scan, then the bill or the voucher, then the answer; and the next guest. */
export function ScanScreen() {
  const { till, me } = useOutletContext<AtCounter>();
  const t = useTexts(counterTexts);
  const [draft, setDraft] = useState<BillDraft | null>(null);
  const [offer, setOffer] = useState<Offer | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [isAddingVoucher, setAddingVoucher] = useState(false);
  const [isClaiming, setClaiming] = useState(false);
  const { state } = useLocation() as { state: { scanned: string; number?: number } | null };
  const [scan, setScan] = useState(state);
  // A bill that is being typed, or a voucher that was scanned for it; once answered it is the till's.
  useUnsavedChanges(shown === null && (draft !== null || offer !== null));

  const next = () => {
    setClaiming(false);
    setDraft(null);
    setOffer(null);
    setShown(null);
    setScan(null);
    setAddingVoucher(false);
  };
  // A code that is scanned while a bill is typed is its voucher or its member's card; behind an answer it is the next guest.
  useScanner(draft, (scanned, before) => {
    const typed = shown ? null : before;
    const good = shown || typed || offer?.whyNot ? null : offer;
    setClaiming(false);
    setShown(null);
    setDraft(typed);
    setOffer(good);
    setAddingVoucher(typed !== null || good !== null);
    setScan({ scanned, number: (scan?.number ?? 0) + 1 });
  });
  const take = (found: Found) => {
    if (found.kind === "voucher" || found.kind === "signed") {
      const seen = offerOf(found);
      playSound(seen.whyNot ? "no" : "yes");
      setOffer(seen);
    } else {
      // A voucher that was scanned first goes with the bill of the member who is scanned now; what was typed stays.
      const typed = draft && { receipt: draft.receipt, amount: draft.amount };
      playSound("yes");
      setDraft({ ...draftOf(found), ...typed, voucher: offer ?? draft?.voucher ?? null });
      setOffer(null);
    }
    setScan(null);
    setAddingVoucher(false);
  };

  if (shown) {
    return <Result shown={shown} onNext={next} onBack={() => setShown(null)} />;
  }
  if (isClaiming) {
    return <ReceiptClaim outletName={till.outletName} onBack={next} onNext={next} />;
  }
  if (offer && !isAddingVoucher) {
    return (
      <VoucherPanel
        offer={offer}
        hasBill={draft !== null}
        me={me}
        onUseWithBill={() => {
          if (draft) setDraft({ ...draft, voucher: offer });
          else if (offer.memberId !== null) setDraft(draftOf(offer, offer));
          else return setAddingVoucher(true);
          setOffer(null);
        }}
        onShown={setShown}
        onBack={() => setOffer(null)}
      />
    );
  }
  if (draft && !isAddingVoucher) {
    return (
      <BillForm
        draft={draft}
        me={me}
        onChange={setDraft}
        onAddVoucher={() => setAddingVoucher(true)}
        onShown={setShown}
        onBack={next}
      />
    );
  }
  const what = isAddingVoucher ? (offer ? "scan.card" : "scan.voucher") : "scan.title";
  return (
    <Scan
      // Each scan is looked up anew.
      key={scan ? `${scan.number}` : what}
      till={till}
      scanned={scan?.scanned ?? null}
      title={t(what)}
      onFound={take}
      onBack={
        isAddingVoucher
          ? () => {
              setScan(null);
              setAddingVoucher(false);
            }
          : null
      }
      onNoCode={isAddingVoucher ? null : () => setClaiming(true)}
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
  const t = useTexts(counterTexts);
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
      <div className={styles.scanField}>
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
      </div>
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
