import { messageOf, session, updateMember, type Member } from "@loyalty/api-client";
import { showToast } from "@loyalty/ui";
import { paths } from "@loyalty/ui/routes";
import { profileTexts } from "@loyalty/ui/texts/profile";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";

import { changesOf, valuesOf } from "./profile-changes.ts";
import { profileProblems, type ProfileProblems, type ProfileValues } from "./profile-problems.ts";

/** After a successful save the screen stays this long, so that its message is read (spec 001 §2). */
const BACK_TO_PROFILE_MS = 1500;

/** The edit form's state: its values, what is wrong with them, and the save. */
export function useProfileForm(member: Member) {
  const say = profileTexts.say;
  const navigate = useNavigate();
  const stored = valuesOf(member);
  const [values, setValues] = useState<ProfileValues>(stored);
  const [problems, setProblems] = useState<ProfileProblems>({});
  const [saving, setSaving] = useState(false);
  const [saved, setSaved] = useState(false);

  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => void navigate(paths.profile), BACK_TO_PROFILE_MS);
    return () => clearTimeout(timer);
  }, [saved, navigate]);

  function change(field: keyof ProfileValues, value: string) {
    setValues((before) => ({ ...before, [field]: value }));
    setProblems((before) => ({ ...before, [field]: undefined }));
  }

  async function save() {
    const found = profileProblems(values);
    setProblems(found);
    if (Object.keys(found).length > 0) return showToast("error", say("edit.fixErrors"));
    setSaving(true);
    try {
      const record = await updateMember(member.id, changesOf(member, values));
      session.setUser(record);
      // What was emptied is not sent (spec 001 §5) and stands again.
      setValues(valuesOf(record));
      setSaved(true);
      showToast("success", say("edit.saved"));
    } catch (error) {
      showToast("error", messageOf(error, say("edit.failed")));
    } finally {
      setSaving(false);
    }
  }

  const dirty = (Object.keys(stored) as (keyof ProfileValues)[]).some(
    (field) => values[field] !== stored[field],
  );
  return { values, problems, saving, dirty, change, save };
}
