import {
  createFakeApi,
  forgetSession,
  signedInAs,
  type FakeApi,
} from "@loyalty/api-client/testing";
import { ApiProvider, createQueryClient } from "@loyalty/api-client/react";
import { act, configure, render, screen } from "@testing-library/react";
import userEvent, { PointerEventsCheckLevel } from "@testing-library/user-event";
import { setupServer } from "msw/node";
import { toast } from "sonner";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";

import { Toaster } from "../../primitives/toast.tsx";
import { OverlayHost } from "../overlay-host.tsx";
import { closeOverlay, openOverlay, type OverlayName, type OverlayProps } from "../overlays.ts";

/** What the tests of one file share: made anew before each test. */
export interface Stage {
  api: FakeApi;
  server: ReturnType<typeof setupServer>;
  user: ReturnType<typeof userEvent.setup>;
  /** What the app was told: "signed in", "registered", "signed out". */
  told: string[];
}

/** Sets up a fake API, a clock that tests move by hand, and a visitor, around every test of the file. */
export function setUpStage(): Stage {
  const stage = { server: setupServer(), told: [] as string[] } as Stage;

  // For the same reason elements count as accessible without asking whether they are hidden.
  configure({ defaultHidden: true });
  beforeAll(() => stage.server.listen({ onUnhandledRequest: "error" }));
  afterAll(() => stage.server.close());
  beforeEach(() => {
    vi.useFakeTimers({
      shouldAdvanceTime: true,
      toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"],
    });
    stage.api = createFakeApi();
    stage.server.resetHandlers(...stage.api.handlers);
    stage.user = userEvent.setup({
      advanceTimers: vi.advanceTimersByTime.bind(vi),
      // Asking jsdom for the computed style of every ancestor at each press makes a long form take minutes.
      pointerEventsCheck: PointerEventsCheckLevel.Never,
    });
    stage.told.length = 0;
    // A visitor who has not just signed out: the store remembers why the last test's session ended.
    signedInAs(stage.api, stage.api.world.members[0]!);
    forgetSession();
  });
  afterEach(() => {
    act(() => {
      closeOverlay();
      forgetSession();
      // The toaster would show them again to the next test.
      toast.dismiss();
    });
    vi.useRealTimers();
  });
  return stage;
}

/** Draws the host as an app does, and opens an overlay in it. */
export async function open<N extends OverlayName>(stage: Stage, name: N, props?: OverlayProps[N]) {
  render(
    <ApiProvider client={createQueryClient({ retry: false })}>
      <button>Behind</button>
      <OverlayHost
        onSignedIn={() => stage.told.push("signed in")}
        onRegistered={() => stage.told.push("registered")}
        onSignedOut={() => stage.told.push("signed out")}
      />
      <Toaster />
    </ApiProvider>,
  );
  act(() => void (openOverlay as (name: N, props?: OverlayProps[N]) => boolean)(name, props));
  return screen.findByRole(name === "sign-out" ? "alertdialog" : "dialog");
}

/** Lets time go by, and with it whatever waits for it. */
export async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

/** Presses beside the dialog. */
export async function pressOverlay({ user }: Stage) {
  const panel = screen.getByRole("dialog");
  await user.pointer({ keys: "[MouseLeft]", target: panel.previousElementSibling! });
}
