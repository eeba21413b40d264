import { ApiProvider } from "@loyalty/api-client/react/api-provider";
import { createQueryClient } from "@loyalty/api-client/react/query-client";
import { createFakeApi, forgetSession, signedInAs } from "@loyalty/api-client/testing/fake-api";
import type { FakeApi } from "@loyalty/api-client/testing/responses";
import { Toaster } from "@loyalty/ui/toast";
import { act, configure, fireEvent, render, screen } from "@testing-library/react";
import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event";
import { setupServer } from "msw/node";
import { toast } from "sonner";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";

import { DialogHost } from "./dialog-host.tsx";
import { closeDialog, openDialog, type OpenDialog } from "./dialogs.ts";

/** What the tests of one file share: made again before each test. */
export interface DialogTest {
  api: FakeApi;
  server: ReturnType<typeof setupServer>;
  user: ReturnType<typeof userEvent.setup>;
  /** How joining and signing out ended: "registered", "signed out". */
  outcomes: string[];
}

/** Sets up a fake API, a clock that tests move by hand, and a visitor, around every test of the file. */
export function setUpDialogs(): DialogTest {
  const app = { server: setupServer(), outcomes: [] as string[] } as DialogTest;

  // For the same reason elements count as accessible without asking whether they are hidden.
  configure({ defaultHidden: true });
  beforeAll(() => app.server.listen({ onUnhandledRequest: "error" }));
  afterAll(() => app.server.close());
  beforeEach(() => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
    });
    app.api = createFakeApi();
    app.server.resetHandlers(...app.api.handlers);
    app.user = userEvent.setup({
      advanceTimers: vi.advanceTimersByTime.bind(vi),
      // Asking jsdom for the computed style of every ancestor at each press makes a long form take minutes.
      pointerEventsCheck: PointerEventsCheckLevel.Never,
    });
    app.outcomes.length = 0;
    // A visitor who has not just signed out: the store remembers why the last test's session ended.
    signedInAs(app.api, app.api.world.members[0]!);
    forgetSession();
  });
  afterEach(() => {
    act(() => {
      closeDialog();
      forgetSession();
      // The toaster would show them again to the next test.
      toast.dismiss();
    });
    vi.useRealTimers();
  });
  return app;
}

export async function open(app: DialogTest, name: OpenDialog["name"], props: object = {}) {
  render(
    <ApiProvider client={createQueryClient({ retry: false })}>
      <button>Behind</button>
      <DialogHost
        onRegistered={() => app.outcomes.push("registered")}
        onSignedOut={() => app.outcomes.push("signed out")}
      />
      <Toaster />
    </ApiProvider>,
  );
  act(() => void openDialog(name as "register", props));
  return screen.findByRole(name === "sign-out" ? "alertdialog" : "dialog");
}

/** Lets time go by, and with it whatever waits for it. */
export async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

export async function pressOverlay({ user }: DialogTest) {
  const panel = screen.getByRole("dialog");
  await user.pointer({ keys: "[MouseLeft]", target: panel.previousElementSibling! });
}

/**
 * The controls of the registration, by text and label and not by role: in a form of this size jsdom takes seconds to
 * compute the name of everything.
 */
export const field = (name: string) => screen.getByLabelText(new RegExp(`^${name}`));
export const phone = () => field("Mobile number");
export const choice = (name: string) => screen.getByLabelText(name, { selector: "[type=radio]" });
export const terms = () => screen.getByLabelText(/^I agree to the/, { selector: "input" });
/** The button with that text; by role would take long in these large dialogs. */
export const buttonOf = (text: string | RegExp) =>
  screen.getByText(text, { selector: "button *" }).closest("button")!;
export const getOtp = () => buttonOf("Get OTP");
export const joinNow = () => buttonOf("Join Now");
const CODE_LABEL = "Enter your 6-digit OTP code";
export const codeField = () => screen.findByLabelText(CODE_LABEL);
export const typedCode = () => screen.getByLabelText<HTMLInputElement>(CODE_LABEL).value;
export const queryCodeField = () => screen.queryByLabelText(CODE_LABEL);

/** Writes into a field at once. */
export function put(control: HTMLElement, value: string) {
  fireEvent.change(control, { target: { value } });
}

export async function fill({ user }: DialogTest, gender = "Female") {
  await screen.findByText("Publika");
  put(field("Name"), "  Mei Ling ");
  put(phone(), "011-1222 333");
  await user.click(choice(gender));
  await user.click(choice("Chinese"));
  put(field("Date of birth"), "1995-02-28");
  put(field("Your outlet"), "2");
}

export async function openWithCode(app: DialogTest, gender?: string) {
  await open(app, "register");
  await fill(app, gender);
  await app.user.click(getOtp());
  await codeField();
}

export async function join({ api, user }: DialogTest) {
  await user.paste(api.sent.at(-1)!.code);
  await user.click(terms());
  await user.click(joinNow());
}

export function watchRegistrations({ server }: DialogTest): unknown[] {
  const bodies: unknown[] = [];
  server.events.removeAllListeners();
  server.events.on("request:start", async ({ request }) => {
    if (request.method === "POST" && request.url.endsWith("/api/member")) {
      bodies.push(await request.clone().json());
    }
  });
  return bodies;
}
