import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { answerCalls, publika, renderScreen } from "../../testing/office.tsx";
import BroadcastsScreen from "./broadcasts-screen.tsx";
import type { Broadcast, BroadcastPreview } from "./queries.ts";

const MEI = "Mei Ling via staff:3";
const RAJ = "Raj via staff:5";
const english = { title: "Mango week", body: "Mango rice at half price." };
const open: Broadcast = {
  id: 4,
  kind: "marketing",
  state: "open",
  revision: 1,
  perMinute: 300,
  sendAt: null,
  page: "/rewards",
  title: "Mango week",
  begunBy: MEI,
  begunAt: "2026-03-14T02:00:00Z",
  savedBy: MEI,
  savedAt: "2026-03-14T02:00:00Z",
  approvalId: null,
  reason: null,
  submittedBy: null,
  submittedAt: null,
  decidedBy: null,
  decidedAt: null,
  decision: null,
  stoppedBy: null,
  stopReason: null,
  finishedAt: null,
  leaving: 0,
  logOnly: 0,
  unwanted: 0,
  outcome: null,
  segment: {
    brand: null,
    outletIds: [],
    levels: [],
    languages: ["en"],
    visitedFrom: null,
    visitedTo: null,
    balanceFrom: null,
    balanceTo: null,
    birthMonth: null,
    leastVisits: null,
  },
  texts: { en: english },
};
const waiting: Broadcast = {
  ...open,
  state: "waiting",
  approvalId: 9,
  reason: "The week of mangoes",
  submittedBy: MEI,
  submittedAt: "2026-03-14T03:00:00Z",
};
const sending: Broadcast = {
  ...waiting,
  state: "sending",
  decidedBy: RAJ,
  decidedAt: "2026-03-14T04:00:00Z",
  decision: "Looked at it",
  leaving: 20,
  logOnly: 3,
  unwanted: 7,
  outcome: { waiting: 4, leaving: 1, sent: 13, failed: 2, dropped: 0, read: 6 },
};
const preview: BroadcastPreview = {
  members: 150,
  counted: 120,
  leaving: 100,
  logOnly: 5,
  unwanted: 15,
  byChannel: { email: 60, log: 5, push: 40 },
  byLanguage: { en: 105 },
  missingLanguages: [],
  examples: [
    { firstName: "Aisyah", language: "en", channel: "push", ...english, why: "Promotions are on" },
  ],
  pushes: [{ language: "en", hiddenBody: "Open the app to read it.", ...english }],
};

let stored: Broadcast;
let sent: { call: string; body: Record<string, unknown> }[];
let previews: Record<string, unknown>[];
let answerPreview: BroadcastPreview;
let answer: (call: string, body: Record<string, unknown>) => Response | Promise<Response>;

beforeEach(() => {
  stored = open;
  sent = [];
  previews = [];
  answerPreview = preview;
});

const refusal = (code: string, message: string, more: object = {}, status = 409) =>
  Response.json({ code, message, ...more }, { status });

/** Shows the screen at an address to the person with this id. */
function show(address: string, id = 3) {
  const operations = [
    "POST /staff/broadcast",
    "POST /staff/broadcast/{broadcast_id}/test",
    "PUT /staff/broadcast/{broadcast_id}/state",
    "POST /staff/approval/{approval_id}/decision",
  ];
  answerCalls(
    () => ({ id, name: "Somebody", operations, outlets: [publika] }),
    ({ method, path, body: json }) => {
      if (path === "/membership") return Response.json([]);
      if (method === "GET") {
        return Response.json(path === "/staff/broadcast" ? { broadcastList: [stored] } : stored);
      }
      const body = json as Record<string, unknown>;
      if (path.endsWith("/preview")) {
        previews.push(body);
        return Response.json(answerPreview);
      }
      const call = `${method} ${path.replace("/staff/broadcast", "")}`;
      sent.push({ call, body });
      return answer(call, body);
    },
  );
  return renderScreen(<BroadcastsScreen />, address);
}

const title = () => screen.findByRole("textbox", { name: /^Title/ });

test("a new one is saved once, gets its address and shows whom it reaches", async () => {
  answer = (_call, body) => {
    stored = { ...open, ...(body as Partial<Broadcast>) };
    return Response.json(stored, { status: 201 });
  };
  const router = show("/broadcasts?id=new");
  await userEvent.click(await screen.findByRole("checkbox", { name: "English" }));
  await userEvent.type(await title(), "Mango week");
  await userEvent.type(screen.getByRole("textbox", { name: /^Text/ }), english.body);
  await userEvent.dblClick(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("150 members are in this segment now:")).toBeVisible();
  expect(screen.getByText("The numbers are of the first 120 of them.")).toBeVisible();
  expect(router.state.location.search).toBe("?id=4");
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    call: "POST ",
    body: {
      kind: "marketing",
      page: "/rewards",
      perMinute: 300,
      segment: { languages: ["en"], brand: null, outletIds: [], levels: [] },
      texts: { en: english },
    },
  });
  const example = screen.getByRole("article", { name: "Mango week" });
  expect(example).toHaveTextContent("Aisyah, English");
  expect(example).toHaveTextContent(english.body);
  const push = screen.getByRole("article", { name: "Notification: English" });
  expect(push).toHaveTextContent(/Mango week.*Open the app to read it\..*allowed it.*half price/);
});

test("a newsletter leaves by e-mail alone: no notification is shown", async () => {
  answerPreview = { ...preview, pushes: [] };
  show("/broadcasts?id=4");
  expect(await screen.findByRole("article", { name: "Mango week" })).toBeVisible();
  expect(screen.queryByText("On a locked screen")).toBeNull();
});

test("half a message, no message and wrong days are said at their fields, and nothing is sent", async () => {
  show("/broadcasts?id=new");
  const save = await screen.findByRole("button", { name: "Save" });
  await userEvent.click(save);
  expect(await screen.findByText("Write the words in at least one language.")).toBeVisible();
  await userEvent.type(await title(), "Mango week");
  await userEvent.type(screen.getByLabelText("Last bill from"), "2026-03-02");
  await userEvent.type(screen.getByLabelText("Last bill to"), "2026-03-01");
  await userEvent.click(save);
  expect(await screen.findByText("Write a text too.")).toBeVisible();
  expect(screen.getByText("The last day is before the first.")).toBeVisible();
  expect(sent).toEqual([]);
});

test("one that waits for its time says it, and is changed before it", async () => {
  stored = { ...sending, outcome: null, leaving: 0, sendAt: "2026-03-15T02:00:00Z" };
  show("/broadcasts?id=4");
  expect(await screen.findByText("Scheduled")).toBeVisible();
  expect(screen.getByText("Time to send: 15 Mar 2026, 10:00 AM")).toBeVisible();
  answer = () => {
    stored = { ...stored, state: "open" };
    return Response.json(stored);
  };
  await userEvent.click(await screen.findByRole("button", { name: "Change" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText(/Reason/), "The mangoes are late");
  await userEvent.click(within(dialog).getByRole("button", { name: "Change" }));
  expect(await screen.findByLabelText("Send on")).toHaveValue("15 Mar 2026, 10:00 AM");
  expect(screen.queryByText(/^Approved by/)).toBeNull();
});

test("what is counted is what is typed: another segment is counted anew", async () => {
  show("/broadcasts?id=4");
  expect(await screen.findByText("150 members are in this segment now:")).toBeVisible();
  await userEvent.click(screen.getByText(/^Outlets:/));
  await userEvent.click(screen.getByRole("checkbox", { name: "Publika" }));
  expect(screen.queryByText(/members are in this segment/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Ask for approval" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Count and preview" }));
  expect(await screen.findByText("150 members are in this segment now:")).toBeVisible();
  expect(previews.at(-1)).toMatchObject({ segment: { outletIds: [1], languages: ["en"] } });
});

test("a language without words is marked before a reason is asked for", async () => {
  const segment = { ...open.segment, languages: ["ms", "zh"] };
  stored = { ...open, segment, texts: { ms: english } };
  show("/broadcasts?id=4");
  await userEvent.click(await screen.findByRole("button", { name: "Ask for approval" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(await screen.findByText(/^Words are missing in: 中文\./)).toBeVisible();
  expect(screen.getByRole("tab", { selected: true })).toHaveTextContent("中文: missing");
  expect(await title()).toHaveAccessibleDescription(/may speak this language/);
});

test("the API's refusal for want of words stands at the words too", async () => {
  show("/broadcasts?id=4");
  answer = () =>
    refusal("missing_languages", "Words are missing in: ms.", { params: { languages: ["en"] } });
  await userEvent.click(await screen.findByRole("button", { name: "Ask for approval" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText(/Reason/), "The week of mangoes");
  await userEvent.click(within(dialog).getByRole("button", { name: "Ask for approval" }));
  expect(await screen.findByText(/^Words are missing in: English\./)).toBeVisible();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(await title()).toHaveAccessibleDescription(/may speak this language/);
});

/** Farid has saved revision 2 meanwhile. */
const savedByFarid = (_call: string, body: Record<string, unknown>) =>
  body["revision"] === 1
    ? refusal("broadcast_changed", "Farid has saved this broadcast meanwhile.", {
        revision: 2,
        changedBy: "Farid via staff:8",
        changedAt: "2026-03-14T04:01:00Z",
      })
    : Response.json({ ...stored, ...body, revision: 3 });

test("theirs is shown, and what was typed is kept and can be put back", async () => {
  show("/broadcasts?id=4");
  answer = savedByFarid;
  await userEvent.clear(await title());
  await userEvent.type(await title(), "Mango month");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/^Farid changed this at .*12:01/)).toBeVisible();
  expect(await title()).toHaveValue("Mango month");
  stored = { ...open, revision: 2, texts: { en: { ...english, title: "Mango days" } } };
  await userEvent.click(screen.getByRole("button", { name: "Show theirs" }));
  await waitFor(async () => expect(await title()).toHaveValue("Mango days"));
  const kept = screen.getByRole("article", { name: "Mango month" });
  expect(kept).toHaveTextContent(english.body);
  await userEvent.click(screen.getByRole("button", { name: "Put it back into the form" }));
  await waitFor(async () => expect(await title()).toHaveValue("Mango month"));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent.map(({ body }) => body["revision"])).toEqual([1, 2]));
  expect(sent[1]!.body["texts"]).toEqual({ en: { ...english, title: "Mango month" } });
});

test("what somebody else has submitted meanwhile is shown with what was typed below it", async () => {
  show("/broadcasts?id=4");
  answer = () => refusal("broadcast_not_open", "This broadcast is waiting, not open.");
  await userEvent.type(await title(), "!");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("This broadcast is waiting, not open.")).toBeVisible();
  stored = waiting;
  await userEvent.click(screen.getByRole("button", { name: "Show it as it is now" }));
  expect(await screen.findByText("Waits for another person")).toBeVisible();
  expect(screen.getByRole("article", { name: "Mango week!" })).toBeVisible();
});

test("a test is refused at the field: no address, a wrong one, the last one on its way", async () => {
  show("/broadcasts?id=4");
  await userEvent.click(await screen.findByRole("button", { name: "Send a test" }));
  const dialog = await screen.findByRole("dialog");
  const send = within(dialog).getByRole("button", { name: "Send a test" });
  const to = within(dialog).getByLabelText(/address/);
  await userEvent.click(send);
  await waitFor(() => expect(to).toHaveAccessibleDescription("Give an e-mail address."));
  const wrong = "Please enter a valid email address";
  answer = () =>
    refusal(
      "invalid_email",
      wrong,
      { fields: { to: [{ code: "invalid_email", message: wrong, params: {} }] } },
      422,
    );
  await userEvent.type(to, "mei");
  await userEvent.click(send);
  await waitFor(() => expect(to).toHaveAccessibleDescription(wrong));
  const waits = "The last test is still being sent. Try again in a moment.";
  answer = () => refusal("test_waiting", waits);
  await userEvent.type(to, "@example.com");
  await userEvent.click(send);
  await waitFor(() => expect(to).toHaveAccessibleDescription(waits));
  answer = () => new Response(null, { status: 204 });
  await userEvent.click(send);
  expect(await screen.findByText("The test is on its way to mei@example.com.")).toBeVisible();
  expect(sent.at(-1)).toEqual({
    call: "POST /4/test",
    body: { to: "mei@example.com", language: "en" },
  });
});

test("nobody approves their own, and reads why", async () => {
  stored = waiting;
  show("/broadcasts?id=4", 3);
  expect(await screen.findByText(/^You asked for approval yourself/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
});

test("who submitted it withdraws it, and two taps withdraw it once", async () => {
  stored = waiting;
  show("/broadcasts?id=4", 3);
  answer = () => {
    stored = { ...waiting, state: "withdrawn", stoppedBy: MEI, finishedAt: waiting.savedAt };
    return Response.json(stored);
  };
  await userEvent.click(await screen.findByRole("button", { name: "Withdraw" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText(/Reason/), "Not before July");
  await userEvent.dblClick(within(dialog).getByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
  expect(sent).toEqual([
    { call: "PUT /4/state", body: { state: "stopped", reason: "Not before July" } },
  ]);
});

test("another person approves it; the API's refusal stays with the reason", async () => {
  stored = waiting;
  show("/broadcasts?id=4", 5);
  const own = "This comes from you: another person has to decide.";
  answer = () => refusal("own_proposal", own);
  await userEvent.click(await screen.findByRole("button", { name: "Approve" }));
  const dialog = await screen.findByRole("dialog");
  const reason = within(dialog).getByLabelText(/Reason/);
  await userEvent.type(reason, "Looked at it");
  await userEvent.click(within(dialog).getByRole("button", { name: "Approve" }));
  expect(await within(dialog).findByText(own)).toBeVisible();
  expect(reason).toHaveValue("Looked at it");
  answer = () => {
    stored = sending;
    return Response.json(stored);
  };
  await userEvent.dblClick(within(dialog).getByRole("button", { name: "Approve" }));
  expect(await screen.findByText("Being sent")).toBeVisible();
  expect(sent.slice(1)).toEqual([
    {
      call: "POST /staff/approval/9/decision",
      body: { decision: "approve", reason: "Looked at it" },
    },
  ]);
});

test("while it is sent its progress and result are numbers, and it can be stopped", async () => {
  stored = sending;
  show("/broadcasts?id=4", 3);
  const bar = await screen.findByRole("progressbar", { name: "Sending" });
  expect(bar).toHaveAttribute("aria-valuetext", "30 of about 150 members are done.");
  const numbers = () =>
    ["Sent", "Read", "Pending", "Failed", "Opted out", "In the app only"].map(
      (name) =>
        screen
          .getAllByRole("term")
          .find(({ textContent }) => textContent?.startsWith(name))!
          .parentElement!.querySelector("dd")!.textContent,
    );
  expect(numbers()).toEqual(["13", "6", "5", "2", "7", "3"]);
  answer = () => {
    stored = {
      ...sending,
      state: "stopped",
      stoppedBy: MEI,
      stopReason: "A wrong price",
      finishedAt: "2026-03-14T05:00:00Z",
    };
    return Response.json(stored);
  };
  await userEvent.click(screen.getByRole("button", { name: "Stop" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.type(within(dialog).getByLabelText(/Reason/), "A wrong price");
  await userEvent.click(within(dialog).getByRole("button", { name: "Stop" }));
  expect(await screen.findByText(/^Stopped by Mei Ling, .*: A wrong price$/)).toBeVisible();
});

test("the list tells each one's state and result, and another one is written from an old one", async () => {
  stored = { ...sending, state: "done" };
  const router = show("/broadcasts");
  const row = (await screen.findByRole("rowheader", { name: /Mango week/ })).closest("tr")!;
  expect(row).toHaveTextContent(/Sent 13.*Read 6.*Pending 5.*Failed 2.*Opted out 7/);
  await userEvent.click(within(row).getByRole("link", { name: "Mango week" }));
  await userEvent.click(await screen.findByRole("link", { name: "Write another one from this" }));
  await waitFor(async () => expect(await title()).toHaveValue("Mango week"));
  expect(router.state.location.search).toBe("?id=new&from=4");
  expect(screen.queryByRole("button", { name: "Ask for approval" })).toBeNull();
});
