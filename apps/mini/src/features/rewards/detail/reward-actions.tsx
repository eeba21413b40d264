import { rewardButton } from "@loyalty/api-client";
import { showToast, useTexts } from "@loyalty/ui";
import { redeemPath } from "@loyalty/ui/routes";
import { rewardTexts } from "@loyalty/ui/texts/reward";
import { useState } from "react";
import { useNavigate } from "react-router";

import { OutletPicker } from "../outlet-picker/outlet-picker.tsx";
import { ClaimBar } from "./claim-bar.tsx";
import { ClaimedDialog, type ClaimedReward } from "./claimed-dialog.tsx";
import { CodeScreen } from "./code-screen.tsx";
import { ConfirmClaim } from "./confirm-claim.tsx";
import { OutletsAwaited } from "./outlets-awaited.tsx";
import type { RewardView } from "./reward-view.ts";
import type { RewardPage } from "./use-reward-view.ts";
import { whyText } from "./why-text.ts";

type Open = "none" | "confirm" | "picker" | "code";

/** What can be done with the reward: claim it, choose where to use it, show its code (spec 001 §2 and §4). */
export function RewardActions({ page, view }: { page: RewardPage; view: RewardView }) {
  const t = useTexts(rewardTexts);
  const navigate = useNavigate();
  // A code that is being shown stands again after a reload.
  const [open, setOpen] = useState<Open>(page.isShown ? "code" : "none");
  const [isWhole, setIsWhole] = useState(view.outlets !== null);
  if (!isWhole && view.outlets) {
    setIsWhole(true);
    // The list was older: it is being shown on another device, or was before.
    if (page.isShown && open === "none") setOpen("code");
  }
  const [claimed, setClaimed] = useState<ClaimedReward | null>(null);
  const { member, voucher } = page;
  const { kind, whyNot } = view;
  const shown = whyNot === "voucher_presented";
  const button = rewardButton({
    ofCatalogue: kind === "promotion",
    isLocked: whyNot === "tier_locked",
    whyNot,
  });
  const toMine = () => void navigate(redeemPath("my-rewards"));

  function press() {
    if (shown) return setOpen("code");
    // Spec 001 §5: a pending reward and one that cannot be claimed say so.
    if (whyNot === "claim_pending") return showToast("info", t("why.claim_pending"), 4);
    if (whyNot) return showToast("info", t("why.not_available"), 4);
    setOpen(kind === "voucher" ? "picker" : "confirm");
  }

  return (
    <>
      <ClaimBar
        text={whyText(t, view, member, voucher?.presentUntil ?? null)}
        label={shown ? t("button.showCode") : t(`button.${button}`)}
        unavailable={whyNot !== null && !shown}
        onPress={press}
      />
      {open === "confirm" && (
        <ConfirmClaim
          view={view}
          points={member?.memberPointAmount}
          onClose={() => setOpen("none")}
          onClaimed={(done) => {
            setOpen("none");
            setClaimed(done);
          }}
        />
      )}
      {open === "picker" && (
        <OutletPicker
          voucherId={view.id}
          places={view.outlets}
          awaited={<OutletsAwaited page={page} />}
          onClose={() => setOpen("none")}
          onShown={() => setOpen("code")}
        />
      )}
      {open === "code" && voucher && (
        <CodeScreen
          voucher={voucher}
          onDone={() => {
            setOpen("none");
            toMine();
          }}
        />
      )}
      {claimed && (
        <ClaimedDialog
          reward={claimed}
          isPointsReward={view.isPointsReward}
          onMine={toMine}
          onClose={() => setClaimed(null)}
        />
      )}
    </>
  );
}
