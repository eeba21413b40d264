import { useSession } from "@loyalty/api-client/react/session";
import { codeRequests, pendingReferral } from "@loyalty/api-client/session";
import { openDialog } from "@loyalty/shell/dialogs";
import { useEffect } from "react";
import { useParams } from "react-router";

import HomeScreen from "../home/home-screen.tsx";

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
