import { useTexts } from "@loyalty/ui/i18n/i18n.ts";
import { Checkbox } from "@loyalty/ui/primitives/choice.tsx";
import { useForm, useWatch } from "react-hook-form";

import { FormDialog } from "../../page/form-dialog.tsx";
import { useRoleNames } from "../../page/role-names.ts";
import { peopleTexts } from "../../texts/people.ts";
import type { Grant, Person } from "./queries.ts";

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
  const all = new Map([...person.grants, ...offered].map((each) => [nameOf(each), each]));
  const form = useForm({ defaultValues: { chosen: person.grants.map(nameOf) } });
  const chosen = useWatch({ control: form.control, name: "chosen" });
  return (
    <FormDialog
      form={form}
      title={t("roles.title", { name: person.name })}
      text={t("roles.text")}
      confirmLabel={t("roles.save")}
      disabled={chosen.length === 0}
      failed={t("failed")}
      onConfirm={() => onConfirm(chosen.flatMap((name) => all.get(name) ?? []))}
      onClose={onClose}
    >
      {[...all].map(([name, grant]) => (
        <Checkbox
          key={name}
          label={roleName(grant, outlets)}
          value={name}
          {...form.register("chosen")}
        />
      ))}
    </FormDialog>
  );
}
