import { tokenStore } from "@loyalty/api-client/session";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";

import { LinkDialog } from "../../../app/link-dialog.tsx";
import { setUpMemberApp } from "../../../testing/member-app.tsx";
import DevicesScreen from "./devices-screen.tsx";

const app = setUpMemberApp();
const line = () => ({
  name: "line",
  title: "LINE",
  linkedAt: null as string | null,
  lastUsedAt: null,
});
const open = () => app.open("/settings/devices", "/settings/devices", DevicesScreen);
const card = async () => within(await screen.findByRole("region", { name: "Linked apps" }));

beforeEach(() => sessionStorage.clear());

test("a linked app is listed, and unlinked after a question", async () => {
  app.api.world.hosts[1] = [{ ...line(), linkedAt: "2026-03-14T04:00:00Z" }];
  open();

  const row = await (await card()).findByRole("listitem");
  expect(row).toHaveTextContent(/LINE.*Linked .*Not used yet/);
  await userEvent.click(within(row).getByRole("button", { name: "Unlink LINE" }));
  const question = within(screen.getByRole("alertdialog", { name: "Unlink LINE?" }));
  await userEvent.click(question.getByRole("button", { name: "Unlink" }));

  expect((await screen.findAllByText("LINE is unlinked.")).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.queryByRole("region", { name: "Linked apps" })).toBeNull());
});

test("apps that are neither linked nor around this page are not listed", async () => {
  const chat = { ...line(), name: "chat", title: "Chat", linkedAt: "2026-03-14T04:00:00Z" };
  app.api.world.hosts[1] = [line(), chat];
  open();

  await (await card()).findByText("Chat");
  expect(screen.queryByText("LINE")).toBeNull();
});

test("inside an app that is not linked there is a button that links it", async () => {
  app.api.world.hosts[1] = [line()];
  tokenStore.hostAround.write("line");
  open();

  expect(await (await card()).findByRole("button", { name: "Link LINE" })).toBeVisible();
});

const link = () => ({
  name: "line",
  title: "LINE",
  linkTicket: "L1",
  path: "/dashboard",
  at: Date.now(),
});
const onDone = vi.fn();

function ask(ticket = "L1") {
  onDone.mockClear();
  app.api.world.hosts[1] = [line()];
  const member = app.api.world.members[0]!;
  app.open("/dashboard", "/dashboard", () => (
    <LinkDialog link={{ ...link(), linkTicket: ticket }} member={member} onDone={onDone} />
  ));
}

test("who agrees is signed in by the app from then on", async () => {
  ask();
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText(/can then open your membership without a code/)).toBeVisible();

  await userEvent.click(dialog.getByRole("button", { name: "Agree and link" }));

  expect((await screen.findAllByText(/LINE is linked/)).length).toBeGreaterThan(0);
  expect(app.api.world.hosts[1]![0]!.linkedAt).not.toBeNull();
  expect(onDone).toHaveBeenCalledOnce();
});

test("an app that is linked before its list has arrived is listed as linked", async () => {
  app.api.world.hosts[1] = [line()];
  tokenStore.hostAround.write("line");
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const early = http.get(
    "*/api/member/:id/host",
    async () => {
      await arrived;
      return HttpResponse.json({ hostList: [line()] });
    },
    { once: true },
  );
  app.serve(early);
  const member = app.api.world.members[0]!;
  app.open("/settings/devices", "/settings/devices", function Arrival() {
    const [isAsked, setAsked] = useState(true);
    return (
      <>
        <DevicesScreen />
        {isAsked && <LinkDialog link={link()} member={member} onDone={() => setAsked(false)} />}
      </>
    );
  });
  await userEvent.click(await screen.findByRole("button", { name: "Agree and link" }));
  await waitFor(() => expect(app.api.world.hosts[1]![0]!.linkedAt).not.toBeNull());
  arrive();

  expect(await screen.findByRole("button", { name: "Unlink LINE" })).toBeVisible();
});

test("who does not agree links nothing", async () => {
  ask();
  await userEvent.click(await screen.findByRole("button", { name: "Not now" }));

  expect(onDone).toHaveBeenCalledOnce();
  expect(app.api.world.hosts[1]![0]!.linkedAt).toBeNull();
});

test("who signed in a while ago enters a code first", async () => {
  app.api.world.needsProof.add(1);
  ask();
  await userEvent.click(await screen.findByRole("button", { name: "Agree and link" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Is it you?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Send me a code" }));
  const [first] = await dialog.findAllByRole("textbox");
  await userEvent.click(first!);
  await userEvent.paste(app.api.sent.at(-1)!.code);
  await userEvent.click(dialog.getByRole("button", { name: "Continue" }));

  await waitFor(() => expect(app.api.world.hosts[1]![0]!.linkedAt).not.toBeNull());
});

test("an account that cannot be linked is said, and not asked for again", async () => {
  ask("over");
  await userEvent.click(await screen.findByRole("button", { name: "Agree and link" }));

  expect((await screen.findAllByText("This sign-in took too long.")).length).toBeGreaterThan(0);
  expect(onDone).toHaveBeenCalledOnce();
});
