import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useParams } from "react-router";
import { afterEach, expect, test, vi } from "vitest";

import { setUpMemberApp } from "../../../testing/member-app.tsx";
import ProfileScreen from "../profile-screen.tsx";
import EditProfileScreen from "./edit-profile-screen.tsx";

const app = setUpMemberApp();
const open = () => app.open("/profile/edit", "/profile/edit", EditProfileScreen);
const save = () => screen.getByRole("button", { name: "Save Changes" });
const name = () => screen.getByLabelText("Name");
const email = () => screen.getByLabelText("Email");
const patches = () => app.api.requests.filter((call) => call.startsWith("PATCH"));

afterEach(() => vi.useRealTimers());

test("what is set once is only read, and says who changes it", () => {
  open();

  for (const [label, note] of [
    ["Phone", "Contact support to change your phone number."],
    ["Date of Birth", "Contact support to change your date of birth."],
    ["Race", "Contact support to change your race."],
    ["Your outlet", "Contact support to change your outlet."],
  ] as const) {
    expect(screen.getByLabelText(label)).toHaveAttribute("readonly");
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(note);
  }
});

test("Save waits for a change, and is still again when it is taken back", async () => {
  open();
  expect(save()).toBeDisabled();
  await userEvent.type(name(), "X");
  expect(save()).toBeEnabled();
  await userEvent.type(name(), "{Backspace}");
  expect(save()).toBeDisabled();
});

test.each([
  ["A", "aisyah@example.com", "Name must be at least 2 characters"],
  ["Ai", "aisyah", "Please enter a valid email address"],
])("name %j and email %j are refused here: %s", async (typedName, typedEmail, problem) => {
  open();
  await userEvent.clear(name());
  await userEvent.type(name(), typedName);
  await userEvent.clear(email());
  await userEvent.type(email(), typedEmail);
  await userEvent.click(save());

  // The toast of the case before may still be shown.
  expect(await screen.findAllByText("Please fix the errors before saving")).not.toHaveLength(0);
  expect(screen.getByText(problem)).toBeVisible();
  expect(patches()).toEqual([]);
});

test("a save is confirmed, and after 1.5 s the profile is shown", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  open();
  await user.clear(email());
  await user.type(name(), " R");
  await user.click(save());
  expect(await screen.findByText("Profile updated successfully!")).toBeInTheDocument();
  expect(app.api.world.members[0]?.name).toBe("Aisyah R");

  act(() => vi.advanceTimersByTime(1500));
  await waitFor(() => expect(app.address()).toBe("/profile"));
});

test("the saved name replaces the old one everywhere at once", async () => {
  app.open("/profile", "/profile/:edit?", () =>
    useParams()["edit"] ? <EditProfileScreen /> : <ProfileScreen />,
  );
  await userEvent.click(await screen.findByRole("link", { name: "Personal Information" }));
  await userEvent.type(name(), " R");
  await userEvent.click(save());

  const shown = () => screen.findByText("Aisyah R", {}, { timeout: 4000 });
  expect(await shown()).toBeVisible();
  expect(app.address()).toBe("/profile");
});

test("a save that fails says so and keeps what was typed; the server's own sentence comes first", async () => {
  app.api.failNext("PATCH /member/:id", 500, {});
  app.api.failNext("PATCH /member/:id", 409, { message: "This address is another member's" });
  open();
  await userEvent.type(name(), " R");
  await userEvent.click(save());
  expect(
    await screen.findByText("Failed to update profile. Please try again."),
  ).toBeInTheDocument();

  await userEvent.click(save());
  expect(await screen.findByText("This address is another member's")).toBeInTheDocument();
  expect(name()).toHaveValue("Aisyah R");
});

test("leaving with a change asks first", async () => {
  open();
  await userEvent.type(name(), " R");
  await userEvent.click(screen.getByRole("link", { name: /Back to profile/ }));

  const question = screen.getByRole("alertdialog");
  expect(question).toHaveAccessibleDescription(
    "You have unsaved changes. Are you sure you want to leave?",
  );
  await userEvent.click(screen.getByRole("button", { name: "Stay" }));
  expect(app.address()).toBe("/profile/edit");
  expect(name()).toHaveValue("Aisyah R");

  await userEvent.click(screen.getByRole("link", { name: /Back to profile/ }));
  await userEvent.click(screen.getByRole("button", { name: "Leave" }));
  expect(app.address()).toBe("/profile");
});

test("a reload or a closed tab asks too, while there is a change", async () => {
  open();
  const leaves = () => dispatchEvent(new Event("beforeunload", { cancelable: true }));
  await screen.findByDisplayValue("Aisyah");
  expect(leaves()).toBe(true);

  await userEvent.type(name(), " R");
  expect(leaves()).toBe(false);
  await userEvent.type(name(), "{Backspace}{Backspace}");
  expect(leaves()).toBe(true);
});

test("the picture cannot be changed yet, and the button says so", async () => {
  open();
  await userEvent.click(screen.getByRole("button", { name: "Change your picture" }));

  expect(await screen.findByText("Avatar editing feature coming soon!")).toBeInTheDocument();
});
