import { Button } from "@loyalty/ui/button";
import { formatDate, formatDateTime } from "@loyalty/ui/formats";
import { Ban } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { QueryTable } from "./desk-table.tsx";
import { FieldDialog, ReasonDialog } from "./form-dialog.tsx";
import { OnceDialog } from "./once-dialog.tsx";
import { Section } from "./page.tsx";
import { peopleTexts } from "../texts/people.ts";
import {
  type OneTimeLink,
  type StaffTill,
  useMakeEnrolment,
  useRevokeTill,
  useTills,
} from "../queries/tills.ts";

const MAX_NAME = 40;

/** The tills of an outlet: enrolled by a QR, revoked at once. */
export function TillsSection({ outlet }: { outlet: { id: number; name: string } }) {
  const { t } = useTranslation(peopleTexts);
  const query = useTills(outlet.id);
  const enrol = useMakeEnrolment(outlet.id);
  const revoke = useRevokeTill(outlet.id);
  const [isNaming, setNaming] = useState(false);
  const [link, setLink] = useState<OneTimeLink | null>(null);
  const [toRevoke, setToRevoke] = useState<StaffTill | null>(null);
  const kindOf = ({ enrolledBy }: StaffTill) =>
    t(enrolledBy === null ? "tills.system" : "tills.tablet");
  return (
    <Section
      title={t("tills.title", { outlet: outlet.name })}
      action={<Button onClick={() => setNaming(true)}>{t("tills.add")}</Button>}
    >
      <QueryTable
        name="tills"
        query={query}
        caption={t("tills.title", { outlet: outlet.name })}
        loading={t("tills.loading")}
        failed={t("tills.failed")}
        empty={t("tills.empty")}
        rowKey={({ id }) => id}
        columns={[
          {
            id: "till",
            head: t("tills.name"),
            cell: ({ name }) => name,
            isTitle: true,
            sortBy: ({ name }) => name,
          },
          {
            id: "number",
            head: t("tills.number"),
            cell: ({ id }) => id,
            isNumber: true,
            sortBy: ({ id }) => id,
          },
          { id: "tillKind", head: t("tills.kind"), cell: kindOf, sortBy: kindOf },
          {
            id: "used",
            head: t("tills.used"),
            cell: ({ lastUsedAt }) => (lastUsedAt ? formatDateTime(lastUsedAt) : t("tills.never")),
            sortBy: ({ lastUsedAt }) => lastUsedAt ?? "",
          },
          {
            id: "tillState",
            head: t("tills.state"),
            cell: ({ revokedAt }) =>
              revokedAt ? t("tills.revoked", { date: formatDate(revokedAt) }) : t("tills.works"),
            sortBy: ({ revokedAt }) => revokedAt ?? "",
          },
        ]}
        actsOf={(till) => ({
          name: till.name,
          acts:
            till.revokedAt === null
              ? [
                  {
                    name: t("tills.revoke"),
                    Icon: Ban,
                    danger: true,
                    onChoose: () => setToRevoke(till),
                  },
                ]
              : [],
        })}
      />
      {isNaming && (
        <FieldDialog
          title={t("tills.add")}
          text={t("tills.addText")}
          label={t("tills.name")}
          hint={t("tills.nameHint")}
          confirmLabel={t("tills.show")}
          maxLength={MAX_NAME}
          onConfirm={async (name) => setLink(await enrol.mutateAsync({ name }))}
          onClose={() => setNaming(false)}
        />
      )}
      {link && (
        <OnceDialog
          title={t("tills.qrTitle")}
          text={t("tills.qrText")}
          value={link.link}
          expiresAt={link.expiresAt}
          onClose={() => {
            setLink(null);
            void query.refetch();
          }}
        />
      )}
      {toRevoke && (
        <ReasonDialog
          title={t("tills.question", { name: toRevoke.name })}
          text={t("tills.questionText")}
          confirmLabel={t("tills.revoke")}
          danger
          failed={t("failed")}
          onConfirm={({ reason }) => revoke.mutateAsync({ tillId: toRevoke.id, reason })}
          onClose={() => setToRevoke(null)}
        />
      )}
    </Section>
  );
}
