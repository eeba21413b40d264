import { useMember, useRetryFailed, useSession, withQueries } from "@loyalty/api-client/react";

import { MemberCard } from "../../member/member-card.tsx";
import { useStanding } from "../../member/use-standing.ts";
import { Button } from "../../primitives/button.tsx";
import { shellTexts } from "../../texts/shell.ts";
import { useTexts } from "../../texts/use-texts.ts";
import styles from "./side-menu.module.css";

/** What the menu says to members: their name, their card, and how to try again where it could not be loaded. */
function MemberWelcome() {
  const t = useTexts(shellTexts);
  const session = useSession();
  const { data } = useMember();
  const { standing } = useStanding();
  const retry = useRetryFailed();
  const name = data?.name ?? (session.status === "signed-in" ? session.user.name : "");

  return (
    <section className={styles.member}>
      <h2 className={styles.hello}>
        {t("sideMenu.welcomeBack", { username: name || t("sideMenu.nameless") })}
      </h2>
      <MemberCard />
      {standing.status === "failed" && (
        <Button variant="outline" wide onClick={retry}>
          {t("sideMenu.tryAgain")}
        </Button>
      )}
    </section>
  );
}

export default withQueries(MemberWelcome);
