import { messageOf } from "@loyalty/api-client/errors.ts";
import type { Grant, Person } from "@loyalty/api-client/react/staff/people.ts";
import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Alert } from "@loyalty/ui/primitives/alert.tsx";
import { Button } from "@loyalty/ui/primitives/button.tsx";
import { Checkbox } from "@loyalty/ui/primitives/choice.tsx";
import { Dialog } from "@loyalty/ui/primitives/dialog.tsx";
import { useState } from "react";

import { useRoleNames } from "../../page/role-names.ts";
import { peopleTexts } from "../../texts/people.ts";
import styles from "./people.module.css";

interface RolesDialogProps {
  person: Person;
  /** What may be given here; the person's other roles stay as they are unless they are unticked. */
  offered: readonly Grant[];
  outlets: readonly { id: number; name: string }[];
  onConfirm: (grants: Grant[]) => Promise<unknown>;
  onClose: () => void;
}

const nameOf = ({ role, outletId }: Grant) => `${role} ${outletId}`;

/** All roles of a person, to tick. */
export function RolesDialog({ person, offered, outlets, onConfirm, onClose }: RolesDialogProps) {
  const t = useTexts(peopleTexts);
  const roleName = useRoleNames();
  const [chosen, setChosen] = useState<readonly Grant[]>(person.grants);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const isChosen = (grant: Grant) => chosen.some((each) => nameOf(each) === nameOf(grant));
  const all = [
    ...new Map([...person.grants, ...offered].map((each) => [nameOf(each), each])).values(),
  ];

  const save = async () => {
    setBusy(true);
    try {
      await onConfirm([...chosen]);
      onClose();
    } catch (error) {
      setProblem(messageOf(error, t("failed")));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      closeOnOverlay={false}
      title={t("roles.title", { name: person.name })}
      description={t("roles.text")}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button busy={busy} disabled={chosen.length === 0} onClick={() => void save()}>
            {t("roles.save")}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {problem && <Alert kind="error">{problem}</Alert>}
        {all.map((grant) => (
          <Checkbox
            key={nameOf(grant)}
            label={roleName(grant, outlets)}
            checked={isChosen(grant)}
            onChange={({ target }) =>
              setChosen(
                target.checked
                  ? [...chosen, grant]
                  : chosen.filter((each) => nameOf(each) !== nameOf(grant)),
              )
            }
          />
        ))}
      </div>
    </Dialog>
  );
}
