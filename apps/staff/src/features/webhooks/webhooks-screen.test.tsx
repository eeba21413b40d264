import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { answerCalls, renderScreen } from "../../testing/office.tsx";
import type { FailedDelivery, FeedKey, Webhook } from "./queries.ts";
import WebhooksScreen from "./webhooks-screen.tsx";

const first = { id: 1, createdAt: "2026-03-01T02:00:00Z", createdBy: "Mei Ling via staff:3" };
const second = { ...first, id: 2, createdAt: "2026-03-14T02:00:00Z" };
const tills: Webhook = {
  id: 4,
  name: "Till system",
  url: "https://till.example/events",
  types: [],
  state: "on",
  revision: 1,
  secrets: [first],
  waiting: 2,
  failed: 0,
  pausedUntil: null,
  lastSuccessAt: "2026-03-14T02:00:00Z",
  lastFailureAt: null,
  lastError: null,
};
const lost = (position: number): FailedDelivery => ({
  position,
  type: "points.earned",
  time: "2026-03-10T02:00:00Z",
  tries: 14,
  lastError: "answered 500",
});
const key: FeedKey = {
  id: 7,
  name: "Accounting",
  lastUsedAt: null,
  revokedAt: null,
};

let webhooks: Webhook[];
let deliveries: FailedDelivery[];
let keys: FeedKey[];
let sent: { call: string; body: unknown }[];
let answer: (call: string) => Response;

beforeEach(() => {
  webhooks = [tills];
  deliveries = [];
  keys = [];
  sent = [];
  answer = () => Response.json(tills);
});

/** The API, as far as this screen asks it. */
function found(path: string, query: URLSearchParams): object {
  if (path === "/staff/webhook") {
    const types = ["points.earned", "voucher.used"];
    return { webhookList: webhooks, types, feedKeyList: keys };
  }
  const offset = Number(query.get("offset"));
  return { deliveryList: deliveries.slice(offset, offset + Number(query.get("limit"))) };
}

async function show() {
  answerCalls(
    () => ({ id: 3, name: "Mei Ling" }),
    ({ method, path, query, body }) => {
      if (method === "GET") return Response.json(found(path, query));
      const call = `${method} ${path.replace("/staff/", "")}`;
      sent.push({ call, body });
      return answer(call);
    },
  );
  renderScreen(<WebhooksScreen />, "/webhooks");
  await screen.findByRole("table", { name: "Systems that receive events" });
}

const press = (name: string, inside = screen as Pick<typeof screen, "getByRole">) =>
  userEvent.click(inside.getByRole("button", { name }));
const dialog = (name: string) => screen.findByRole("dialog", { name });

async function opened() {
  await show();
  await press("Till system");
  await screen.findByRole("heading", { name: "What Till system did not take" });
}

test("one that is badly off says how in the list", async () => {
  const lastFailureAt = "2026-03-14T02:00:00Z";
  webhooks = [
    { ...tills, pausedUntil: "2026-03-14T03:00:00Z", lastFailureAt, lastError: "answered 500" },
    { ...tills, id: 5, name: "Old system", state: "gone", failed: 3, lastSuccessAt: null },
  ];
  await show();
  const row = (name: string) => screen.getByRole("row", { name: new RegExp(name) });
  expect(row("Till system")).toHaveTextContent("On, but it does not answer well");
  expect(row("Till system")).toHaveTextContent(/10:00.*: answered 500/);
  expect(row("Old system")).toHaveTextContent("Stopped: it answered that it is gone");
  expect(row("Old system")).toHaveTextContent("Never");
});

test("what is missing is said at its field, and what the API refuses above; the secret shows once", async () => {
  await show();
  await press("Add a webhook");
  const form = within(await dialog("Add a webhook"));
  await userEvent.click(form.getByLabelText("Every kind, also new ones"));
  await press("Save", form);
  expect(await form.findByText("Please give it a name.")).toBeVisible();
  expect(form.getByText("Please give its address.")).toBeVisible();
  expect(form.getByText("Choose at least one kind.")).toBeVisible();
  expect(sent).toEqual([]);

  await userEvent.click(form.getByLabelText("voucher.used"));
  await userEvent.type(form.getByLabelText(/^Name/), "Till system");
  await userEvent.type(form.getByLabelText(/^Address/), "https://10.0.0.1/events");
  const message = "This address names no public host.";
  answer = () => Response.json({ code: "invalid", message }, { status: 422 });
  await press("Save", form);
  expect(await form.findByText(message)).toBeVisible();
  expect(form.getByLabelText(/^Address/)).toHaveValue("https://10.0.0.1/events");

  answer = () => Response.json({ webhook: tills, secret: "whsec_abc" }, { status: 201 });
  await userEvent.clear(form.getByLabelText(/^Address/));
  await userEvent.type(form.getByLabelText(/^Address/), tills.url);
  await press("Save", form);
  const secret = await dialog("Secret");
  expect(secret).toHaveTextContent("whsec_abc");
  expect(sent.at(-1)).toEqual({
    call: "POST webhook",
    body: { name: "Till system", url: tills.url, types: ["voucher.used"] },
  });
  await press("Done", within(secret));
  expect(screen.queryByText("whsec_abc")).toBeNull();
});

test("a test says what was answered, or that it was not taken", async () => {
  await opened();
  const tested = { status: 200, error: null, answer: "thank you", tookMs: 1234 };
  answer = () => Response.json(tested);
  await press("Test now");
  expect(await screen.findByText("It took the test: 200, after 1,234 ms.")).toBeVisible();
  expect(screen.getByText("Its answer: thank you")).toBeVisible();

  answer = () => Response.json({ ...tested, status: 400, error: "answered 400", answer: "" });
  await press("Test now");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    /^It did not take the test: answered 400/,
  );
});

test("turned off and removed with a reason only", async () => {
  await opened();
  await press("Turn off");
  const off = within(await dialog("Turn off Till system?"));
  await press("Turn off", off);
  expect(await off.findByText(/at least 8/)).toBeVisible();
  expect(sent).toEqual([]);
  answer = () => {
    webhooks = [{ ...tills, state: "off" }];
    return Response.json(webhooks[0]);
  };
  await userEvent.type(off.getByLabelText(/Reason/), "They move to another host");
  await press("Turn off", off);
  expect(await screen.findByRole("button", { name: "Turn on" })).toBeVisible();

  answer = () => {
    webhooks = [];
    return new Response(null, { status: 204 });
  };
  await press("Remove");
  const remove = within(await dialog("Remove Till system?"));
  await userEvent.type(remove.getByLabelText(/Reason/), "The contract has ended");
  await press("Remove", remove);
  expect(await screen.findByText(/^No system receives events yet\./)).toBeVisible();
  expect(sent).toEqual([
    { call: "PUT webhook/4/state", body: { state: "off", reason: "They move to another host" } },
    { call: "POST webhook/4/remove", body: { reason: "The contract has ended" } },
  ]);
});

test("who changed it meanwhile is named: theirs is read, or what is typed put in its place", async () => {
  await opened();
  await press("Change");
  const form = within(await dialog("Change Till system"));
  await userEvent.clear(form.getByLabelText(/^Name/));
  await userEvent.type(form.getByLabelText(/^Name/), "Tills");
  webhooks = [{ ...tills, name: "Old tills", revision: 2 }];
  const meanwhile = {
    code: "edited_meanwhile",
    message: "Somebody changed this while you were editing.",
    revision: 2,
    changedBy: "Farid via staff:8",
    changedAt: "2026-03-14T04:01:00Z",
  };
  answer = () => Response.json(meanwhile, { status: 409 });
  await press("Save", form);
  expect(await form.findByText(/^Farid changed this at .*12:01/)).toBeVisible();
  expect(form.getByLabelText(/^Name/)).toHaveValue("Tills");
  await press("Drop mine and read theirs", form);
  await waitFor(() => expect(form.getByLabelText(/^Name/)).toHaveValue("Old tills"));

  await userEvent.type(form.getByLabelText(/^Name/), " 2");
  answer = () => Response.json({ ...meanwhile, revision: 3 }, { status: 409 });
  await press("Save", form);
  answer = () => Response.json(tills);
  await press("Save mine in its place", form);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.map(({ body }) => body)).toEqual(
    [1, 2, 3].map((revision) => ({
      revision,
      name: revision === 1 ? "Tills" : "Old tills 2",
      url: tills.url,
      types: [],
    })),
  );
});

test("while two secrets sign, the old one can be ended and no third be made", async () => {
  webhooks = [{ ...tills, secrets: [first, second] }];
  await opened();
  expect(screen.getByText("Two secrets sign at the moment.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "New secret" })).toBeNull();
  await press("End the old secret");
  const question = await screen.findByRole("alertdialog", {
    name: "End the old secret of Till system?",
  });
  expect(question).toHaveTextContent(/made 1 Mar 2026.* by Mei Ling/);
  answer = () => {
    webhooks = [{ ...tills, secrets: [second] }];
    return Response.json(webhooks[0]);
  };
  await press("End the old secret", within(question));
  expect(await screen.findByRole("button", { name: "New secret" })).toBeVisible();
  expect(sent).toEqual([{ call: "POST webhook/4/secret/end", body: null }]);
});

test("sent again: from a day that is asked for, or one event of those that were given up", async () => {
  deliveries = [lost(900), lost(850)];
  await opened();
  const given = await screen.findByRole("table", { name: "What Till system did not take" });
  answer = () => Response.json({ count: 1 });
  await press("Actions for 850", within(given));
  await userEvent.click(screen.getByRole("menuitem", { name: "Send again" }));
  expect(await screen.findByText("It will be sent again.")).toBeVisible();

  await press("Send again");
  const replay = within(await dialog("Send events to Till system again"));
  await userEvent.type(replay.getByLabelText(/Reason/), "They lost a day of events");
  await press("Send again", replay);
  expect(await replay.findByText("Please choose a day.")).toBeVisible();
  await userEvent.type(replay.getByLabelText(/^From/), "2026-03-10");
  answer = () => Response.json({ count: 1200 });
  await press("Send again", replay);
  expect(await screen.findByText("1,200 events will be sent.")).toBeVisible();
  expect(sent).toEqual([
    { call: "POST webhook/4/replay", body: { position: 850 } },
    {
      call: "POST webhook/4/replay",
      body: { since: "2026-03-10", reason: "They lost a day of events" },
    },
  ]);
});

test("what was given up is not sent again while the webhook is off", async () => {
  webhooks = [{ ...tills, state: "failed", failed: 1 }];
  deliveries = [lost(900)];
  await opened();
  await userEvent.click(await screen.findByRole("button", { name: "Actions for 900" }));
  const again = await screen.findByRole("menuitem", { name: "Send again" });
  expect(again).toHaveAttribute("aria-disabled", "true");
});

test("a key of the feed shows once, and is revoked with a reason", async () => {
  await show();
  expect(screen.getByText("There is no key. Nobody can fetch events.")).toBeVisible();
  answer = () => {
    keys = [key];
    return Response.json({ feedKey: key, key: "events_abc" }, { status: 201 });
  };
  await press("New key");
  const naming = within(await dialog("New key"));
  await userEvent.type(naming.getByLabelText(/^Name/), "Accounting");
  await press("New key", naming);
  const shown = await dialog("Key");
  expect(shown).toHaveTextContent("events_abc");
  await press("Done", within(shown));
  expect(screen.queryByText("events_abc")).toBeNull();

  await userEvent.click(await screen.findByRole("button", { name: "Actions for Accounting" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Revoke" }));
  const question = within(await dialog("Revoke the key of Accounting?"));
  await userEvent.type(question.getByLabelText(/Reason/), "It was in a mail");
  answer = () => {
    keys = [{ ...key, revokedAt: "2026-03-14T02:00:00Z" }];
    return Response.json(keys[0]);
  };
  await press("Revoke", question);
  expect(await screen.findByText("Revoked 14 Mar 2026")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Actions for Accounting" })).toBeNull();
  expect(sent.at(-1)).toEqual({
    call: "POST feed-key/7/revoke",
    body: { reason: "It was in a mail" },
  });
});
