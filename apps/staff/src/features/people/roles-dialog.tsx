import { Button } from "@loyalty/ui/button";
import { Checkbox } from "@loyalty/ui/choice";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";

import { FormDialog } from "../../components/form-dialog.tsx";
import { useRoleNames } from "../../components/role-names.ts";
import type { Me } from "../../queries/session.tsx";
import { peopleTexts } from "../../texts/people.ts";
import type { Grant, Person } from "./queries.ts";
import { firstGrant, RoleFields } from "./role-fields.tsx";

interface RolesDialogProps {
  me: Me;
  person: Person;
  onConfirm: (grants: Grant[]) => Promise<unknown>;
  onClose: () => void;
}

const nameOf = ({ role, outletId }: Grant) => `${role} ${outletId}`;

/** All roles of a person, to untick, and more to add, at every outlet where the user may give them. */
export function RolesDialog({ me, person, onConfirm, onClose }: RolesDialogProps) {
  const { t } = useTranslation(peopleTexts);
  const roleName = useRoleNames();
  const [listed, setListed] = useState<readonly Grant[]>(person.grants);
  const [next, setNext] = useState(() => firstGrant(me));
  const form = useForm({ defaultValues: { chosen: person.grants.map(nameOf) } });
  const chosen = useWatch({ control: form.control, name: "chosen" });
  const add = () => {
    if (!listed.some((each) => nameOf(each) === nameOf(next))) setListed([...listed, next]);
    form.setValue("chosen", [...new Set([...chosen, nameOf(next)])], { shouldDirty: true });
  };
  return (
    <FormDialog
      form={form}
      title={t("roles.title", { name: person.name })}
      text={t("roles.text")}
      confirmLabel={t("roles.save")}
      disabled={chosen.length === 0}
      failed={t("failed")}
      onConfirm={() => onConfirm(listed.filter((each) => chosen.includes(nameOf(each))))}
      onClose={onClose}
    >
      {listed.map((grant) => (
        <Checkbox
          key={nameOf(grant)}
          label={roleName(grant, me.outlets)}
          value={nameOf(grant)}
          {...form.register("chosen")}
        />
      ))}
      <RoleFields me={me} grant={next} onChange={setNext} />
      <Button variant="outline" onClick={add}>
        {t("roles.add")}
      </Button>
    </FormDialog>
  );
}
