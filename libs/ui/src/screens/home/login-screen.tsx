import { codeRequests } from "@loyalty/api-client";
import { useSession } from "@loyalty/api-client/react";
import { useEffect } from "react";
import { useParams } from "react-router";

import { openOverlay } from "../../overlays/overlays.ts";
import { pendingReferral } from "../../overlays/referral-code/pending-referral.ts";
import HomeScreen from "./home-screen.tsx";

/**
 * `/login` and `/login/{referralCode}`: home with the sign-in dialog over it. The code of whoever invited the reader is
 * kept for the registration (spec 000 §2). A page that was reloaded over a registration goes on with that.
 */
export default function LoginScreen() {
  const { status } = useSession();
  const { referralCode } = useParams();

  useEffect(() => {
    if (referralCode) pendingReferral.write(referralCode);
  }, [referralCode]);

  useEffect(() => {
    if (status !== "signed-out") return;
    openOverlay(codeRequests.dialog() === "registration" ? "register" : "sign-in");
  }, [status]);

  return <HomeScreen />;
}
