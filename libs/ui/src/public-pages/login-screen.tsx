import { useSession } from "@loyalty/api-client/react/session.ts";
import { codeRequests } from "@loyalty/api-client/session/code-requests.ts";
import { pendingReferral } from "@loyalty/api-client/session/token-store.ts";
import { useEffect } from "react";
import { useParams } from "react-router";

import { openDialog } from "../account/dialogs.ts";
import HomeScreen from "./home-screen.tsx";

/**
 * `/login` and `/login/{referralCode}`: home with the sign-in dialog over it. The referral code is
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
    openDialog(codeRequests.dialog() === "registration" ? "register" : "sign-in");
  }, [status]);

  return <HomeScreen />;
}
