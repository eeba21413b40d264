import switches from "@loyalty/api-client/cases/switches.json";
import { DEFAULT_PREFERENCES } from "@loyalty/api-client/rules/preferences";
import { screen, waitFor } from "@testing-library/react";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

import { setUpMemberApp } from "../../testing/member-app.tsx";
import DevicesScreen from "./devices/devices-screen.tsx";
import HelpSupportScreen from "./help-support/help-support-screen.tsx";
import LanguageScreen from "./language/language-screen.tsx";
import NotificationsScreen from "./notifications/notifications-screen.tsx";
import PersonalInfoScreen from "./personal-info/personal-info-screen.tsx";

const app = setUpMemberApp();
const listed = Object.entries(switches);

// A setting that does nothing makes a member a promise: none is shown whose effect no test has seen.
test.each([
  ["devices", DevicesScreen, 0],
  ["help-support", HelpSupportScreen, 0],
  ["personal-info", PersonalInfoScreen, 3],
  ["language", LanguageScreen, 7],
  ["notifications", NotificationsScreen, 13],
])("the settings of /settings/%s have an effect", async (name, Screen, count) => {
  app.api.world.preferences[1] = {
    notifications: { ...DEFAULT_PREFERENCES.notifications, quietHoursEnabled: true },
  };
  app.open(`/settings/${name}`, `/settings/${name}`, Screen);
  await waitFor(() => expect(screen.queryAllByText("Loading...")).toEqual([]));
  await waitFor(() => expect(document.querySelector("fieldset:disabled")).toBeNull());

  const shown = document.querySelectorAll<HTMLInputElement>(
    "[role=switch], select, input[type=time]",
  );
  const effects: string[] = listed.flatMap(([, names]) => names);
  expect([...shown].map((each) => each.name).filter((each) => !effects.includes(each))).toEqual([]);
  expect(shown).toHaveLength(count);
});

test.each(listed.filter(([file]) => !file.endsWith(".py")))("%s sees them", (file, names) => {
  const text = readFileSync(join(import.meta.dirname, "../../../../..", file), "utf8");
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});
