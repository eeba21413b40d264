import { messageOf } from "@loyalty/api-client/errors";
import { useKeepTierBy } from "@loyalty/api-client/react/points";
import { useSignedInMember } from "@loyalty/api-client/react/session";
import { formatDay } from "@loyalty/ui/formats";
import { TierProgress } from "@loyalty/shell/member-card";
import { useTierStatus } from "@loyalty/shell/tier-status";
import { Button } from "@loyalty/ui/button";
import textStyles from "@loyalty/ui/text.module.css";
import { Cluster, Stack } from "@loyalty/ui/layout";
import surfaceStyles from "@loyalty/ui/surface.module.css";
import { useTranslation } from "react-i18next";

import { CardSurface } from "../../card/card.tsx";
import { dashboardTexts } from "./texts.ts";
import styles from "./tier-way.module.css";

/** The way to the next tier, and by when the member must earn points to keep theirs. A failed request can be repeated. */
export function TierWay() {
  const { t } = useTranslation(dashboardTexts);
  const member = useSignedInMember();
  const tier = member?.membershipName;
  const { tierStatus, failure, retry } = useTierStatus();
  const { data: keepBy } = useKeepTierBy();

  return (
    <Stack as="section" gap={2} className={styles.way} aria-label={t("way")}>
      <div>
        <TierProgress tierStatus={tierStatus} short />
        {member && tierStatus.status === "climbing" && (
          <CardSurface level={member.membershipLevel + 1} />
        )}
      </div>
      {keepBy && tier && (
        <p className={textStyles.note}>{t("forecast", { date: formatDay(keepBy), tier })}</p>
      )}
      {failure && (
        <Cluster
          role="alert"
          gap={3}
          pad={3}
          justify="between"
          className={`${surfaceStyles.danger} ${surfaceStyles.round}`}
        >
          <p>{messageOf(failure.error, t(`failed.${failure.what}`))}</p>
          <Button variant="outline" onClick={retry}>
            {t("retry")}
          </Button>
        </Cluster>
      )}
    </Stack>
  );
}
