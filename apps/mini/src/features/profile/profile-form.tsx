import type { Member } from "@loyalty/api-client";
import { Button, spellTelephone, TextField, useTexts } from "@loyalty/ui";
import { profileTexts } from "@loyalty/ui/texts/profile";
import type { SubmitEvent } from "react";

import { LeaveQuestion } from "../../room/leave-question.tsx";
import { AboutYou } from "./about-you.tsx";
import styles from "./profile-form.module.css";
import { useProfileForm } from "./use-profile-form.ts";

/** The fields of the edit screen; Save waits for a change, and leaving with one asks first. */
export function ProfileForm({ member }: { member: Member }) {
  const t = useTexts(profileTexts);
  const form = useProfileForm(member);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (form.dirty && !form.saving) void form.save();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={t("edit.name")}
        name="name"
        autoComplete="name"
        value={form.values.name}
        error={form.problems.name}
        onChange={(event) => form.change("name", event.target.value)}
      />
      <TextField
        label={t("edit.email")}
        name="email"
        type="email"
        autoComplete="email"
        value={form.values.email}
        error={form.problems.email}
        onChange={(event) => form.change("email", event.target.value)}
      />
      <TextField
        label={t("edit.phone")}
        name="phone"
        value={spellTelephone(member.callingCode, member.mobileNumber)}
        hint={t("edit.phoneNote")}
        readOnly
      />
      <AboutYou member={member} form={form} />
      <div className={styles.bar}>
        <Button type="submit" size="lg" wide disabled={!form.dirty} busy={form.saving}>
          {form.saving ? t("edit.saving") : t("edit.save")}
        </Button>
      </div>
      <LeaveQuestion asked={form.dirty && !form.saving} />
    </form>
  );
}
