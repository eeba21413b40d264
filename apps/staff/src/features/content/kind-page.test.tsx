import { deferred } from "@loyalty/api-client/testing/setup";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { answerCalls, renderScreen } from "../../testing/office.tsx";
import { KindPage } from "./kind-page.tsx";

const section = { id: "noodles", title: { en: "Noodles" } };
const menu = (price: string) => ({
  dishes: [
    {
      id: "padThai",
      name: { en: "Pad Thai", ms: "Pad Thai" },
      about: { en: "Flat noodles.", ms: "Mi leper." },
      picture: { drawing: "pad-thai" },
      price,
      heat: 1,
    },
  ],
  menus: ["krua-bowl", "thong-cha"].map((brand) => ({
    brand,
    sections: [{ ...section, dishes: [{ dish: "padThai", isSignature: true }] }],
  })),
});
const version = { id: 1, at: "2026-03-14T02:00:00Z", operator: null, reason: null, again: null };
const editedOf = (price: string, draft: object | null, revision: number) => ({
  kind: "menu",
  revision,
  changedAt: "2026-03-14T02:00:00Z",
  changedBy: "Mei Ling via staff:3",
  hasDraft: draft !== null,
  previewLink: draft && "http://localhost:4200/menu?preview=token",
  missingCount: 0,
  published: { ...version, document: menu(price) },
  draft,
  versionList: [version],
  missing: [],
});

interface Sent {
  path: string;
  body: { revision: number; reason?: string; document?: ReturnType<typeof menu> };
}
let sent: Sent[];
let answer: (call: Sent) => Response | Promise<Response>;

beforeEach(() => {
  sent = [];
  const operations = ["POST /staff/content/{kind}/publish"];
  answerCalls(
    () => ({ name: "Mei Ling", operations }),
    ({ method, path: whole, body }) => {
      const path = whole.replace("/staff", "");
      if (method === "GET") return Response.json(editedOf("18.90", null, 4));
      const call = { path, body: body as Sent["body"] };
      sent.push(call);
      return answer(call);
    },
  );
  renderScreen(<KindPage kind="menu" />);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Saves what is sent as revision 5, and publishes it as 6. */
const savedThenPublished = ({ path, body }: Sent) =>
  Response.json(
    path.endsWith("/publish")
      ? editedOf("20.50", null, 6)
      : editedOf("18.90", body.document ?? null, 5),
  );

async function typePrice(price: string) {
  const [edit] = await screen.findAllByRole("button", { name: "Edit Pad Thai" });
  await userEvent.click(edit!);
  const field = await screen.findByRole("textbox", { name: /Price in RM/ });
  await userEvent.clear(field);
  await userEvent.type(field, price);
}

test("a dish shows its price, and what is not translated, before it is opened", async () => {
  const [edit] = await screen.findAllByRole("button", { name: "Edit Pad Thai" });
  const line = edit!.closest("li")!;
  expect(line).toHaveTextContent("Pad ThaiRM 18.90");
  const [noodles] = screen.getAllByRole("button", { name: "Edit Noodles" });
  await userEvent.click(noodles!);
  expect(screen.getByText("RM 18.90 · Signature dish")).toBeVisible();
  expect(screen.getByText(/Version 1 is published/)).toBeVisible();
  await userEvent.click(screen.getByRole("tab", { name: /^ไทย/ }));
  expect(line).toHaveTextContent("RM 18.90 · Not translated: 2");
});

test("what is typed is saved and published, with a reason; a second tap on either button does nothing", async () => {
  answer = savedThenPublished;
  await typePrice("20.5");
  await userEvent.dblClick(screen.getByRole("button", { name: "Publish" }));
  const dialog = await screen.findByRole("dialog", { name: "Publish the draft?" });
  await userEvent.type(within(dialog).getByRole("textbox"), "Beef costs more");
  await userEvent.dblClick(within(dialog).getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.map(({ path }) => path)).toEqual(["/content/menu", "/content/menu/publish"]);
  expect(sent[0]?.body.document?.dishes[0]?.price).toBe("20.50");
  expect(sent[1]?.body).toEqual({ revision: 5, reason: "Beef costs more" });
});

test("a new price is saved once with the rest of the menu as it was, and published with a reason", async () => {
  answer = savedThenPublished;
  await typePrice("20.5");
  await userEvent.dblClick(screen.getByRole("button", { name: "Save draft" }));
  await userEvent.click(await screen.findByRole("button", { name: "Publish" }));
  await userEvent.type(await screen.findByLabelText(/Reason/), "Prawns cost more");
  await userEvent.click(screen.getAllByRole("button", { name: "Publish" }).at(-1)!);

  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    { path: "/content/menu", body: { revision: 4, document: menu("20.50") } },
    { path: "/content/menu/publish", body: { revision: 5, reason: "Prawns cost more" } },
  ]);
});

test("who changed it meanwhile is named, nothing typed is lost, and it can be saved over theirs", async () => {
  answer = ({ body }) =>
    body.revision === 4
      ? Response.json(
          {
            code: "edited_meanwhile",
            message: "Somebody changed this while you were editing.",
            revision: 9,
            changedBy: "Farid via staff:8",
            changedAt: "2026-03-14T04:01:00Z",
          },
          { status: 409 },
        )
      : Response.json(editedOf("18.90", menu("22.00"), 10));
  await typePrice("22.00");
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));

  expect(await screen.findByText(/^Farid changed this at .*12:01/)).toBeVisible();
  expect(screen.getByRole("textbox", { name: /Price in RM/ })).toHaveValue("22.00");
  await userEvent.click(screen.getByRole("button", { name: "Save mine in its place" }));
  await waitFor(() => expect(sent.map(({ body }) => body.revision)).toEqual([4, 9]));
  expect(sent[1]?.body.document).toEqual(menu("22.00"));
});

test("a missing translation is counted and shows the English; what the API finds wrong is at its field", async () => {
  answer = () =>
    Response.json(
      {
        code: "invalid",
        message: "Too dear.",
        fields: {
          "document.dishes.0.price": [
            { code: "price_out_of_range", message: "Too dear.", params: {} },
          ],
        },
      },
      { status: 422 },
    );
  await typePrice("0");
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));
  expect(await screen.findByText(/A price is RM 0.01/)).toBeVisible();
  expect(sent).toEqual([]);

  await userEvent.type(screen.getByRole("textbox", { name: /Price in RM/ }), ".5");
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));
  await waitFor(() =>
    expect(screen.getByRole("textbox", { name: /Price in RM/ })).toHaveAccessibleDescription(
      "A price is from RM 0.01 to RM 1,000.00.",
    ),
  );

  await userEvent.click(screen.getByRole("tab", { name: "中文: 4 missing" }));
  expect(screen.getByRole("textbox", { name: "Description" })).toHaveAccessibleDescription(
    "Not translated. Readers see the English: “Flat noodles.”",
  );
});

test("a new dish is added beside its section: name, price and picture are enough", async () => {
  const image = "boat-noodle-8x4-0123456789ab.webp";
  // The test's browser reads and draws no pictures.
  vi.stubGlobal("createImageBitmap", async () => ({ width: 8, height: 4, close: () => {} }));
  const canvas = HTMLCanvasElement.prototype;
  vi.spyOn(canvas, "getContext").mockReturnValue(null);
  vi.spyOn(canvas, "toBlob").mockImplementation((done) => done(new Blob(["smaller"])));
  const kept = deferred<Response>();
  let isOnline = false;
  answer = (call) => {
    if (!call.path.endsWith("/image")) return savedThenPublished(call);
    return isOnline ? kept.promise : Response.error();
  };
  const [add] = await screen.findAllByRole("button", { name: "Add a dish: Noodles" });
  await userEvent.click(add!);
  const name = await screen.findByRole("textbox", { name: /^Name/ });
  expect(name).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));
  expect(await screen.findByText("Please upload a picture.")).toBeVisible();
  expect(screen.getByRole("textbox", { name: /Price/ })).toBeInvalid();
  expect(screen.getByRole("textbox", { name: "Description" })).toBeValid();

  await userEvent.type(name, "Boat Noodle");
  await userEvent.type(screen.getByRole("textbox", { name: /Price/ }), "12.5");
  await userEvent.upload(
    screen.getByLabelText("Upload a picture"),
    new File(["a picture"], "boat.png", { type: "image/png" }),
  );
  // The network was lost: the picture need not be looked for again.
  const again = await screen.findByRole("button", { name: "Upload boat.png again" });
  isOnline = true;
  await userEvent.click(again);
  // Saved now, the dish would have no picture.
  expect(screen.getByRole("button", { name: "Save draft" })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Publish" })).toBeDisabled();
  await act(async () => kept.resolve(Response.json({ image })));
  await screen.findByRole("img", { name: image });
  expect(again).not.toBeInTheDocument();
  const before = sent.length;
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));
  await waitFor(() => expect(sent).toHaveLength(before + 1));
  const { dishes, menus } = sent[before]!.body.document!;
  expect(dishes[1]).toEqual({
    id: expect.stringMatching(/^[a-z][A-Za-z0-9-]{0,39}$/) as string,
    name: { en: "Boat Noodle" },
    price: "12.50",
    picture: { image },
    heat: 0,
  });
  expect(menus.map(({ sections }) => sections[0]!.dishes.map(({ dish }) => dish))).toEqual([
    ["padThai", dishes[1]!.id],
    ["padThai"],
  ]);
});

test("a dish that is removed leaves the menus with it", async () => {
  answer = savedThenPublished;
  const [add] = await screen.findAllByRole("button", { name: "Add a dish: Noodles" });
  await userEvent.click(add!);
  const name = await screen.findByRole("textbox", { name: /^Name/ });
  await userEvent.type(name, "Boat Noodle");
  await userEvent.click(screen.getByRole("button", { name: "Remove Boat Noodle" }));
  expect(screen.getByRole("button", { name: "Save draft" })).toBeDisabled();
});

test("several prices are changed at once, rounded to 10 sen, after they were listed; discarding brings them back", async () => {
  answer = savedThenPublished;
  await userEvent.click(await screen.findByRole("button", { name: "Change several prices" }));
  const dialog = await screen.findByRole("dialog", { name: "Change several prices" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Change 0 prices" }));
  expect(await within(dialog).findByText(/^Write a number such as 5/)).toBeVisible();
  const amount = within(dialog).getByRole("textbox", { name: "How much" });
  await userEvent.type(amount, "9999");
  expect(within(dialog).getByText(/^A price is RM 0.01/)).toBeVisible();
  expect(within(dialog).getByRole("button", { name: "Change 1 price" })).toBeDisabled();
  await userEvent.clear(amount);
  await userEvent.type(amount, "5");
  expect(dialog).toHaveTextContent("RM 18.90 → RM 19.80");
  await userEvent.click(within(dialog).getByRole("checkbox", { name: "Pad Thai" }));
  expect(within(dialog).getByRole("button", { name: "Change 0 prices" })).toBeDisabled();
  await userEvent.click(within(dialog).getByRole("checkbox", { name: "Pad Thai" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Change 1 price" }));
  expect(await screen.findByText("1 unsaved change")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Discard changes" }));
  expect(screen.queryByText("1 unsaved change")).toBeNull();

  await userEvent.click(screen.getByRole("button", { name: "Change several prices" }));
  await userEvent.type(await screen.findByRole("textbox", { name: "How much" }), "5");
  await userEvent.click(screen.getByRole("button", { name: "Change 1 price" }));
  await userEvent.click(await screen.findByRole("button", { name: "Save draft" }));
  await waitFor(() => expect(sent[0]?.body.document?.dishes[0]?.price).toBe("19.80"));
});
