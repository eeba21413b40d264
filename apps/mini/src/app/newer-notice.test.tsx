import { useConsent } from "@loyalty/api-client/react/members";
import { DialogHost } from "@loyalty/shell/dialog-host";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";

import { setUpMemberApp } from "../testing/member-app.tsx";
import { NewerNotice } from "./newer-notice.tsx";

const app = setUpMemberApp();
const open = () => app.open("/dashboard", "/dashboard", Page);
function Page() {
  const { data } = useConsent();
  return (
    <>
      <p>Agreed to version {data?.agreedVersion}</p>
      <NewerNotice />
      <DialogHost onRegistered={() => {}} onSignedOut={() => {}} />
    </>
  );
}
const question = () => screen.findByRole("dialog", { name: "A newer notice" });
const consent = () => app.api.world.consents[1];

test("a member who agreed to the notice that holds is asked nothing", async () => {
  open();
  await screen.findByText("Agreed to version 1");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("a newer one is to read, and is agreed to once", async () => {
  app.api.world.noticeVersion = "2";
  open();
  const dialog = within(await question());
  await userEvent.click(dialog.getByRole("button", { name: "Privacy Policy" }));
  await userEvent.click(
    within(await screen.findByRole("dialog", { name: "Privacy Policy" })).getByRole("button", {
      name: "Close",
    }),
  );

  await userEvent.click(dialog.getByRole("button", { name: "I agree" }));

  expect(await screen.findByText("Thank you, your agreement is kept.")).toBeVisible();
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(consent()).toMatchObject({ version: "2", language: "en" });
});

test("it can wait until the next visit", async () => {
  app.api.world.noticeVersion = "2";
  open();
  await userEvent.click(within(await question()).getByRole("button", { name: "Later" }));

  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(consent()).toBeUndefined();
});

test("a lost answer is reported, and the question stays", async () => {
  app.api.world.noticeVersion = "2";
  app.api.failNext("POST /member/:id/consent", 500);
  open();
  const dialog = within(await question());
  await userEvent.click(dialog.getByRole("button", { name: "I agree" }));
  expect(await dialog.findByRole("alert")).toBeVisible();

  await userEvent.click(dialog.getByRole("button", { name: "I agree" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(consent()).toMatchObject({ version: "2" });
});
