import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";

import { setUpMemberApp } from "../../../testing/member-app.tsx";
import PersonalInfoScreen from "./personal-info-screen.tsx";

const app = setUpMemberApp();
const open = async () => {
  app.open("/settings/personal-info", "/settings/personal-info", PersonalInfoScreen);
  await waitFor(() => expect(screen.getByLabelText(/^Name/)).toBeEnabled());
};
const save = () => screen.getByRole("button", { name: "Save Changes" });

afterEach(() => vi.unstubAllGlobals());

test("it is filled from the member's record; what is set once says who changes it", async () => {
  await open();

  expect(screen.getByLabelText(/^Name/)).toHaveValue("Aisyah");
  expect(screen.getByLabelText("Mobile number")).toHaveValue("+60 12-345 6789");
  expect(screen.getByLabelText("Mobile number")).toHaveAttribute("readonly");
  expect(screen.getByLabelText("Date of Birth")).toHaveAccessibleDescription(
    "Contact support to change your date of birth.",
  );
  expect(screen.getByRole("radio", { name: "Female" })).toBeChecked();
  expect(save()).toBeDisabled();
});

test("name and email are required here", async () => {
  await open();
  await userEvent.clear(screen.getByLabelText(/^Name/));
  await userEvent.clear(screen.getByLabelText(/^Email/));
  await userEvent.click(save());

  expect(screen.getByLabelText(/^Name/)).toHaveAccessibleDescription("Name is required");
  expect(screen.getByLabelText(/^Email/)).toHaveAccessibleDescription("Email is required");
  expect(app.api.requests.filter((call) => /^(PATCH|PUT)/.test(call))).toEqual([]);
});

test("what is changed is saved, and said", async () => {
  await open();
  await userEvent.clear(screen.getByLabelText(/^Name/));
  await userEvent.type(screen.getByLabelText(/^Name/), "Aisyah Rahman");
  await userEvent.click(save());

  expect(await screen.findByText("Personal information updated successfully!")).toBeVisible();
  expect(app.api.world.members[0]?.name).toBe("Aisyah Rahman");
  expect(save()).toBeDisabled();
});

test("privacy settings have the documents' defaults, and a change is saved without the contact details", async () => {
  await open();
  const [visibility, status, contact] = [
    screen.getByLabelText("Profile visibility"),
    screen.getByRole("switch", { name: "Show activity status" }),
    screen.getByRole("switch", { name: "Allow contact" }),
  ];
  expect(visibility).toHaveValue("public");
  expect(status).toBeChecked();
  expect(contact).toBeChecked();
  await userEvent.selectOptions(visibility, "Private");
  await userEvent.click(status);
  await userEvent.click(contact);
  await userEvent.click(save());

  expect(await screen.findByText("Personal information updated successfully!")).toBeVisible();
  expect(app.api.world.preferences[1]?.privacy).toEqual({
    profileVisibility: "private",
    showActivityStatus: false,
    allowContact: false,
  });
  expect(app.api.requests.filter((call) => call.startsWith("PATCH"))).toEqual([]);
  expect(save()).toBeDisabled();
});

test("an error of the server is shown at its field", async () => {
  await open();
  app.api.failNext("PATCH /member/:id", 422, {
    message: "Please check the fields",
    errors: { email: ["This email address is in use"] },
  });
  await userEvent.type(screen.getByLabelText(/^Name/), " R");
  await userEvent.click(save());

  expect(await screen.findByRole("alert")).toHaveTextContent("Please check the fields");
  expect(screen.getByLabelText(/^Email/)).toHaveAccessibleDescription(
    "This email address is in use",
  );
});

test("a save that fails says so and keeps what was typed", async () => {
  await open();
  app.api.failNext("PATCH /member/:id", 500);
  await userEvent.type(screen.getByLabelText(/^Name/), " R");
  await userEvent.click(save());

  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Failed to update personal information. Please try again.",
  );
  expect(screen.getByLabelText(/^Name/)).toHaveValue("Aisyah R");
});

test("an ended membership says what is lost, takes a fresh code, and leaves nobody signed in", async () => {
  await open();
  await userEvent.click(screen.getByRole("button", { name: "Delete my account" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText("Your 1,340 points are lost.")).toBeInTheDocument();

  await userEvent.click(dialog.getByRole("button", { name: "Send me a code" }));
  const boxes = await dialog.findAllByRole("textbox");
  await waitFor(() => expect(boxes[0]).toHaveFocus());
  expect(dialog.getByRole("button", { name: "Delete for good" })).toBeDisabled();
  const { code } = app.api.sent.at(-1)!;

  await userEvent.click(boxes[0]!);
  await userEvent.paste(code === "000000" ? "111111" : "000000");
  await userEvent.click(dialog.getByRole("button", { name: "Delete for good" }));
  expect(await dialog.findByRole("alert")).toBeInTheDocument();
  expect(app.api.world.members).toHaveLength(2);

  await userEvent.click(boxes[0]!);
  await userEvent.paste(code);
  await userEvent.click(dialog.getByRole("button", { name: "Delete for good" }));

  await waitFor(() => expect(app.api.world.members).toHaveLength(1));
  await waitFor(() => expect(localStorage.getItem("authToken")).toBeNull());
  expect(app.address()).toBe("/");
});
