import { configureApi } from "@loyalty/api-client/http";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import "fake-indexeddb/auto";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { paths } from "../../paths.ts";
import { type Me, StaffProvider } from "../../queries/session.tsx";
import { storeTill, type Queued, tillDatabase } from "../../till/till-database.ts";
import { CounterBillsScreen } from "./bills-screen.tsx";
import { CounterFrame } from "./counter-frame.tsx";
import { QueueScreen } from "./queue-screen.tsx";
import { ScanScreen } from "./scan-screen.tsx";

const till = { tillId: 3, tillName: "Counter 1", outletId: 1, outletName: "Publika", key: "key" };
const cashier = (id: number, name: string) =>
  ({
    id,
    name,
    till,
    sessionEndsAt: new Date(Date.now() + 3_600_000).toISOString(),
  }) as object as Me;
const [mei, siti] = [cashier(1, "Mei Ling"), cashier(2, "Siti")];
const guest = {
  memberId: 12,
  firstName: "Aisyah",
  membershipName: "Classic",
  memberPointAmount: 120,
  multiplier: "1",
  voucherList: [],
};

/** Who is signed in as the server knows it; null: nobody. */
let signedIn: Me | null;
let isOnline: boolean;
let sent: string[];
let answers: Record<string, (request: Request) => Promise<Response> | Response>;
let unmount: () => void;

const refused = () => Response.json({ message: "Your session has ended." }, { status: 401 });

beforeEach(async () => {
  signedIn = mei;
  isOnline = true;
  sent = [];
  answers = {
    "/staff/me": () => (signedIn ? Response.json(signedIn) : refused()),
    "/staff/logout": () => {
      signedIn = null;
      return new Response(null, { status: 204 });
    },
    "/staff/till/challenge": () => Response.json({ challenge: "c" }),
    "/staff/till/cashiers": () =>
      Response.json({
        cashierList: [mei, siti].map(({ id, name }) => ({
          staffId: id,
          name,
          hasPin: true,
          isLocked: false,
        })),
      }),
    "/staff/till/login": async (request) => {
      const { staffId } = (await request.json()) as { staffId: number };
      signedIn = staffId === mei.id ? mei : siti;
      return Response.json(signedIn);
    },
    "/staff/counter/member": () => Response.json(guest),
    "/callingCode": () => Response.json([{ id: 1, name: "60" }]),
  };
  configureApi({
    token: () => null,
    fetch: async (request) => {
      const path = new URL(request.url).pathname.replace("/api", "");
      if (!isOnline) throw new TypeError("Failed to fetch");
      sent.push(path);
      return answers[path]?.(request) ?? Response.json({ message: "None." }, { status: 404 });
    },
  });
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
  const db = await tillDatabase();
  await db.clear("queue");
  const { privateKey } = await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]);
  await storeTill(db, { ...till, privateKey });
  open();
});

afterEach(() => {
  unmount();
  network(true);
  configureApi({});
  vi.restoreAllMocks();
});

function open() {
  const counter = {
    element: <CounterFrame />,
    children: [
      { path: paths.counter, element: <ScanScreen /> },
      { path: paths.counterBills, element: <CounterBillsScreen /> },
      { path: paths.counterQueue, element: <QueueScreen /> },
    ],
  };
  const router = createMemoryRouter([counter], { initialEntries: [paths.counter] });
  ({ unmount } = render(
    <StaffProvider>
      <RouterProvider router={router} />
    </StaffProvider>,
  ));
}

function network(isThere: boolean) {
  isOnline = isThere;
  dispatchEvent(new Event(isThere ? "online" : "offline"));
}

async function signIn(name: string) {
  await userEvent.click(await screen.findByRole("button", { name }));
  const pad = screen.getByRole("group", { name: "Number pad" });
  for (const figure of "4071")
    await userEvent.click(within(pad).getByRole("button", { name: figure }));
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

const nextGuest = () => screen.findByRole("heading", { name: "Next guest" });
const pinScreen = () => screen.findByRole("heading", { name: "Who is at the till?" });

test("who leaves without a network is asked first, and never signed in again without a PIN", async () => {
  await nextGuest();
  network(false);
  await userEvent.click(screen.getByRole("button", { name: "Change cashier" }));
  const question = screen.getByRole("alertdialog", { name: "Change cashier" });
  expect(question).toHaveTextContent("If you leave now, nobody can sign in until it is back.");
  await userEvent.click(within(question).getByRole("button", { name: "Change cashier" }));
  await pinScreen();
  expect(await screen.findByText(/^The names could not be loaded/)).toBeVisible();

  unmount();
  open();
  await pinScreen();
  sent = [];
  unmount();
  isOnline = true;
  open();
  await screen.findByRole("button", { name: "Siti" });
  await pinScreen();
  expect(sent.filter((path) => /me$|logout$/.test(path))).toEqual(["/staff/logout", "/staff/me"]);
});

test("a sign-out that waits is sent before the next cashier signs in", async () => {
  await nextGuest();
  answers["/staff/logout"] = () => Promise.reject(new TypeError("Failed to fetch"));
  await userEvent.click(screen.getByRole("button", { name: "Change cashier" }));
  await pinScreen();
  answers["/staff/logout"] = () => new Response(null, { status: 204 });
  sent = [];
  await signIn("Siti");
  await nextGuest();
  expect(screen.getByText("Siti")).toBeVisible();
  expect(sent.indexOf("/staff/logout")).toBeLessThan(sent.indexOf("/staff/till/login"));
});

test("the PIN says that there is no network", async () => {
  signedIn = null;
  unmount();
  open();
  await screen.findByRole("button", { name: "Siti" });
  network(false);
  await signIn("Siti");
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Without the network nobody can sign in.",
  );
});

test("a session that ends brings the PIN pad, and what was typed waits for its cashier", async () => {
  await nextGuest();
  await userEvent.type(screen.getByLabelText("Code or mobile number"), "DCQP7VVK3D4M{Enter}");
  await userEvent.type(await screen.findByLabelText("Receipt number"), "A-1001");
  signedIn = null;
  answers["/staff/counter/voucher/DCQP-7VVK-3D44"] = refused;
  await userEvent.click(screen.getByRole("button", { name: "Add a voucher" }));
  await userEvent.type(screen.getByLabelText("Code or mobile number"), "DCQP7VVK3D44{Enter}");

  await pinScreen();
  expect(screen.getByText(/What was typed is kept until Mei Ling signs in/)).toBeVisible();
  await signIn("Mei Ling");
  await userEvent.click(await screen.findByRole("button", { name: "Back" }));
  expect(screen.getByLabelText("Receipt number")).toHaveValue("A-1001");
});

test("a bill that waits is sent as its own cashier's, whoever is signed in then", async () => {
  await nextGuest();
  const bodies: unknown[] = [];
  signedIn = null;
  answers["/staff/counter/earn"] = refused;
  await userEvent.type(screen.getByLabelText("Code or mobile number"), "0171234567{Enter}");
  await userEvent.type(await screen.findByLabelText("Receipt number"), "A-1001");
  await userEvent.click(screen.getByRole("button", { name: "5" }));
  await userEvent.click(screen.getByRole("button", { name: /^Record/ }));
  await pinScreen();
  answers["/staff/counter/earn"] = async (request) => {
    bodies.push(await request.json());
    return Response.json({}, { status: 201 });
  };
  await signIn("Siti");
  await nextGuest();
  await vi.waitFor(() => expect(bodies).toHaveLength(1));
  expect(bodies[0]).toMatchObject({ receiptNumber: "A-1001", madeBy: { staffId: mei.id } });
});

test("storage that fails once can be tried again", async () => {
  await nextGuest();
  unmount();
  (await tillDatabase()).close();
  const failing = vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("Internal error opening backing store", "UnknownError");
  });
  open();
  const retry = await screen.findByRole("button", { name: "Retry" });
  failing.mockRestore();
  await userEvent.click(retry);
  expect(await nextGuest()).toBeVisible();
});

test("a bill is recorded though the browser has dropped its connection to the storage", async () => {
  await nextGuest();
  answers["/staff/counter/earn"] = () => Promise.reject(new TypeError("Failed to fetch"));
  await userEvent.type(screen.getByLabelText("Code or mobile number"), "0171234567{Enter}");
  await userEvent.type(await screen.findByLabelText("Receipt number"), "A-1001");
  await userEvent.click(screen.getByRole("button", { name: "5" }));
  (await tillDatabase()).close();
  await userEvent.click(screen.getByRole("button", { name: /^Record/ }));
  expect(await screen.findByRole("heading", { name: /0\.05 is stored/ })).toBeVisible();
});

const CARD = "DCQP-7VVK-3D4M";
const amount = () => screen.getByLabelText("Amount paid");

async function typeBill(receipt: string, digits: string) {
  await userEvent.type(await screen.findByLabelText("Receipt number"), `${receipt}{Enter}`);
  await userEvent.keyboard(digits);
}

test("a bill is typed on a keyboard from the receipt to the next guest, whose card is scanned there", async () => {
  await nextGuest();
  await userEvent.keyboard(`${CARD}{Enter}`);
  await typeBill("A-1001", "45.9{Backspace}99{Backspace}0");
  expect(amount()).toHaveValue("RM 45.90".replace(" ", "\u00a0"));
  expect(amount()).toHaveAccessibleDescription("+45 points");
  const bodies: unknown[] = [];
  answers["/staff/counter/earn"] = async (request) => {
    bodies.push(await request.json());
    return Response.json({
      isNew: true,
      memberEarn: { points: 45, whyNot: null },
      membershipName: "Classic",
      memberPointAmount: 120,
      voucher: null,
    });
  };
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { name: "+45 points" })).toBeVisible();
  expect(bodies).toMatchObject([{ receiptNumber: "A-1001", amount: "45.90" }]);

  answers["/staff/counter/member"] = () => Response.json({ ...guest, firstName: "Priya" });
  await userEvent.keyboard(`${CARD}{Enter}`);
  expect(await screen.findByRole("heading", { name: "Priya" })).toBeVisible();
  expect(screen.getByLabelText("Receipt number")).toHaveValue("");
});

test.each(["Receipt number", "Amount paid"])(
  "a card that is scanned into the field %s of a bill corrects whose it is, and nothing else",
  async (field) => {
    await nextGuest();
    await userEvent.keyboard(`${CARD}{Enter}`);
    await typeBill("A-1001", "459");
    answers["/staff/counter/member"] = () => Response.json({ ...guest, firstName: "Priya" });
    await userEvent.type(screen.getByLabelText(field), `${CARD}{Enter}`);
    expect(await screen.findByRole("heading", { name: "Priya" })).toBeVisible();
    expect(screen.getByLabelText("Receipt number")).toHaveValue("A-1001");
    expect(amount()).toHaveValue("RM\u00a04.59");
    expect(sent).not.toContain("/staff/counter/earn");
  },
);

test("an amount has no more than seven digits, and the whole of what is too long is left out", async () => {
  await nextGuest();
  await userEvent.keyboard(`${CARD}{Enter}`);
  await typeBill("A-1001", "999999");
  await userEvent.click(screen.getByRole("button", { name: "00" }));
  expect(amount()).toHaveValue("RM\u00a09,999.99");
  await userEvent.click(screen.getByRole("button", { name: "9" }));
  expect(amount()).toHaveValue("RM\u00a099,999.99");
});

test("a card is asked for once, and a mistyped one never; offline its bill is stored, a voucher's is not", async () => {
  await nextGuest();
  const field = screen.getByLabelText("Code or mobile number");
  await userEvent.type(field, "DCQP-7VVK-3D4N{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent("a character is wrong or missing");
  expect(sent.filter((path) => path.startsWith("/staff/counter"))).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, `${CARD}{Enter}`);
  await screen.findByRole("heading", { name: "Aisyah" });
  expect(sent.filter((path) => path.startsWith("/staff/counter"))).toEqual([
    "/staff/counter/member",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  network(false);
  await userEvent.keyboard("DCQP-7VVK-3D44{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent("hand out nothing for the voucher");
  await userEvent.keyboard(`${CARD}{Enter}`);
  expect(await screen.findByRole("heading", { name: CARD })).toBeVisible();
});

test("a PIN signs in with its last digit, once its length is known at this till", async () => {
  signedIn = null;
  unmount();
  open();
  await signIn("Siti");
  await nextGuest();
  await userEvent.click(screen.getByRole("button", { name: "Change cashier" }));
  await userEvent.click(await screen.findByRole("button", { name: "Siti" }));
  await userEvent.keyboard("4071");
  await nextGuest();
  expect(screen.getByText("Siti")).toBeVisible();
});

test("a bill of a card that nobody knows is corrected on the list, by a card whose check sign is right", async () => {
  await nextGuest();
  network(false);
  await userEvent.keyboard(`${CARD}{Enter}`);
  await typeBill("A-1001", "4590{Enter}");
  await screen.findByRole("heading", { name: /45\.90 is stored/ });
  const bodies: unknown[] = [];
  answers["/staff/counter/earn"] = async (request) => {
    const body = (await request.json()) as { code: string };
    bodies.push(body);
    return body.code === CARD
      ? Response.json({ message: "We do not know this member." }, { status: 404 })
      : Response.json({}, { status: 201 });
  };
  network(true);
  await userEvent.click(
    await screen
      .findByText(/1 was refused/)
      .then(() => screen.getByRole("link", { name: /Waiting/ })),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Correct" }));
  const dialog = screen.getByRole("dialog");
  const card = within(dialog).getByLabelText("Code of the card");
  const again = within(dialog).getByRole("button", { name: "Try again" });
  await userEvent.clear(card);
  await userEvent.type(card, "3333-3333-3334");
  await userEvent.click(again);
  expect(await within(dialog).findByText(/a character is wrong or missing/)).toBeVisible();
  expect(bodies).toHaveLength(1);
  await userEvent.clear(card);
  await userEvent.type(card, "3333-3333-3333");
  await userEvent.click(again);
  expect(await screen.findByText(/^Nothing waits/)).toBeVisible();
  expect(bodies.at(-1)).toMatchObject({ code: "3333-3333-3333", receiptNumber: "A-1001" });
});

test("the bills of today say whose they are, are searched, and are taken back by a tap", async () => {
  await nextGuest();
  const bill = (id: number, memberName: string) => ({
    id,
    receiptNumber: `A-${id}`,
    amount: "45.90",
    points: 45,
    statusId: 1,
    createdAt: "2026-03-14T04:00:00Z",
    memberName,
    staffName: "Mei Ling",
    whyNoVoid: null,
  });
  answers["/staff/bill"] = () => Response.json({ billList: [bill(1, "Aisyah"), bill(2, "Priya")] });
  const bodies: unknown[] = [];
  answers["/staff/bill/2/void"] = async (request) => {
    bodies.push(await request.json());
    return Response.json({});
  };
  await userEvent.click(screen.getByRole("link", { name: "Bills" }));
  await screen.findByText(/A-1 · Aisyah/);
  await userEvent.type(screen.getByRole("searchbox"), "pri");
  const [row, ...others] = within(screen.getByRole("main")).getAllByRole("listitem");
  expect(others).toEqual([]);
  expect(row).toHaveTextContent(/A-2 · Priya.*45\.90.*\+45 points/);
  await userEvent.click(within(row!).getByRole("button", { name: "Take back" }));
  const dialog = screen.getByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Wrong member" }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Take back" }));
  await vi.waitFor(() => expect(bodies).toEqual([{ reason: "Wrong member" }]));
});

test("what was refused is dismissed by a manager of the till alone", async () => {
  await nextGuest();
  const madeAt = "2026-11-27T04:00:00Z";
  const db = await tillDatabase();
  await db.add("queue", {
    kind: "bill",
    body: { memberId: 12, receiptNumber: "R-1", amount: "12.00", paidAt: madeAt },
    idempotencyKey: "k1",
    madeAt,
    staffId: mei.id,
    cashier: mei.name,
    label: "Aisyah",
    failures: 0,
    refused: { message: "This bill was refused.", code: "", params: {}, at: madeAt },
  } as Queued);
  unmount();
  open();
  await userEvent.click(await screen.findByRole("link", { name: "Waiting (1)" }));

  expect(
    await screen.findByText("A manager can dismiss it, signed in at this till."),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: "Dismiss" })).toBeNull();

  signedIn = { ...mei, managesTill: true };
  unmount();
  open();
  await userEvent.click(await screen.findByRole("link", { name: "Waiting (1)" }));
  await userEvent.click(await screen.findByRole("button", { name: "Dismiss" }));
  const question = screen.getByRole("alertdialog", { name: "Dismiss it?" });
  await userEvent.click(within(question).getByRole("button", { name: "Dismiss" }));
  expect(
    await screen.findByText("Nothing waits: everything has reached the server."),
  ).toBeVisible();
});
