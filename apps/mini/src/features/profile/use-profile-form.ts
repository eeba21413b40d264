import { messageOf, type Member } from "@loyalty/api-client";
import { useUpdateMember } from "@loyalty/api-client/react";
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
  const update = useUpdateMember();
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
    try {
      const record = await update.mutateAsync(changesOf(member, values));
      // What was emptied is not sent (spec 001 §5) and stands again.
      setValues(valuesOf(record));
      setSaved(true);
      showToast("success", say("edit.saved"));
    } catch (error) {
      showToast("error", messageOf(error, say("edit.failed")));
    }
  }

  const dirty = (Object.keys(stored) as (keyof ProfileValues)[]).some(
    (field) => values[field] !== stored[field],
  );
  return { values, problems, saving: update.isPending, dirty, change, save };
}
