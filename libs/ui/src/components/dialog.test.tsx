import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { expectAccessible } from "../testing/testing.ts";
import { ConfirmDialog, Dialog, type DialogProps, Drawer } from "./dialog.tsx";

const clickOverlay = () => userEvent.click(document.querySelector(".overlay")!);

function Example({ onClose = () => {}, ...props }: Partial<DialogProps>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <Dialog
        open={open}
        title="Sign In"
        closeOnOverlay={false}
        onClose={() => {
          setOpen(false);
          onClose();
        }}
        {...props}
      >
        <label>
          Phone <input />
        </label>
      </Dialog>
    </>
  );
}

async function openExample(props: Partial<DialogProps> = {}) {
  render(<Example {...props} />);
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  return screen.getByRole("dialog");
}

describe("a dialog", () => {
  test("is accessible: named, described, modal", async () => {
    const dialog = await openExample({ description: "With your phone number" });

    expect(dialog).toHaveAccessibleName("Sign In");
    expect(dialog).toHaveAccessibleDescription("With your phone number");
    await expectAccessible();
  });

  test("starts at its first field, holds the focus and gives it back", async () => {
    await openExample();
    expect(screen.getByLabelText("Phone")).toHaveFocus();

    for (let press = 0; press < 4; press++) {
      await userEvent.tab();
      expect(screen.getByRole("dialog")).toContainElement(document.activeElement as HTMLElement);
    }

    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.getByRole("button", { name: "Open" })).toHaveFocus();
  });

  test("stays when its overlay is clicked, unless it says otherwise", async () => {
    const onClose = vi.fn();
    await openExample({ onClose });

    await clickOverlay();

    expect(screen.getByRole("dialog")).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
  });

  test("goes when its overlay is clicked, if it says so", async () => {
    await openExample({ closeOnOverlay: true });

    await clickOverlay();

    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("goes on Escape, unless it says otherwise", async () => {
    await openExample();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  });

  test("stays on Escape when it says so", async () => {
    await openExample({ closeOnEscape: false });
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole("dialog")).toBeVisible();
  });

  test("locks the page's scrolling while it is open", async () => {
    await openExample();
    expect(document.body).toHaveAttribute("data-scroll-locked");

    await userEvent.keyboard("{Escape}");
    expect(document.body).not.toHaveAttribute("data-scroll-locked");
  });

  test("swapped for another gives the focus back to the first opener", async () => {
    function Swap() {
      const [which, setWhich] = useState<"none" | "in" | "up">("none");
      return (
        <>
          <button onClick={() => setWhich("in")}>Open</button>
          <Dialog
            open={which === "in"}
            title="In"
            closeOnOverlay={false}
            onClose={() => setWhich("none")}
          >
            <button onClick={() => setWhich("up")}>Sign Up</button>
          </Dialog>
          <Dialog
            open={which === "up"}
            title="Up"
            closeOnOverlay={false}
            onClose={() => setWhich("none")}
          />
        </>
      );
    }
    render(<Swap />);

    await userEvent.click(screen.getByRole("button", { name: "Open" }));
    await userEvent.click(screen.getByRole("button", { name: "Sign Up" }));
    await userEvent.keyboard("{Escape}");

    expect(screen.getByRole("button", { name: "Open" })).toHaveFocus();
  });
});

describe("a confirmation", () => {
  function renderConfirm(closeOnOverlay?: boolean) {
    const calls: string[] = [];
    render(
      <ConfirmDialog
        open
        onConfirm={() => calls.push("confirm")}
        onCancel={() => calls.push("cancel")}
        onClose={() => calls.push("close")}
        {...(closeOnOverlay === undefined ? {} : { closeOnOverlay })}
      />,
    );
    return calls;
  }

  test("is accessible and asks in the words of the specs", async () => {
    renderConfirm();

    const dialog = screen.getByRole("alertdialog", { name: "Confirm Action" });
    expect(dialog).toHaveAccessibleDescription("Are you sure you want to proceed?");
    expect(screen.getByRole("button", { name: "Cancel" })).toHaveFocus();
    await expectAccessible();
  });

  test("emits confirm, then close", async () => {
    const calls = renderConfirm();
    await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
    expect(calls).toEqual(["confirm", "close"]);
  });

  test("emits cancel, then close", async () => {
    const calls = renderConfirm();
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect(calls).toEqual(["cancel", "close"]);
  });

  test("is cancelled by a click on its overlay", async () => {
    const calls = renderConfirm();
    await clickOverlay();
    expect(calls).toEqual(["cancel", "close"]);
  });

  test("is not when it does not close on its overlay", async () => {
    const calls = renderConfirm(false);
    await clickOverlay();
    expect(calls).toEqual([]);
  });
});

/** The browser's own, as far as a page sees it: Back goes to the newest, which is used up by it. */
class BackWatcher extends EventTarget {
  static watching: BackWatcher[] = [];
  constructor() {
    super();
    BackWatcher.watching.push(this);
  }
  destroy() {
    BackWatcher.watching = BackWatcher.watching.filter((one) => one !== this);
  }
}
const pressBack = () =>
  act(() => void BackWatcher.watching.pop()!.dispatchEvent(new Event("close")));

beforeEach(() => {
  BackWatcher.watching = [];
  vi.stubGlobal("CloseWatcher", BackWatcher);
});
afterEach(() => vi.unstubAllGlobals());

test("the phone's Back closes a dialog, and leaves the page when none is open", () => {
  const onClose = vi.fn<() => void>();
  const { rerender } = render(<Dialog open title="Filter" closeOnOverlay onClose={onClose} />);
  pressBack();
  expect(onClose).toHaveBeenCalledTimes(1);

  rerender(<Dialog open={false} title="Filter" closeOnOverlay onClose={onClose} />);
  expect(BackWatcher.watching).toEqual([]);
});

test("Back does not close what must stay, however often it is pressed", () => {
  const onClose = vi.fn<() => void>();
  render(
    <Dialog
      open
      title="Reward Ready!"
      closeOnOverlay={false}
      closeOnEscape={false}
      onClose={onClose}
    />,
  );
  pressBack();
  pressBack();
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByRole("dialog")).toBeInTheDocument();
});

test("Back closes the menu", () => {
  const onClose = vi.fn<() => void>();
  render(
    <Drawer open title="Menu" onClose={onClose}>
      <p>Dashboard</p>
    </Drawer>,
  );
  pressBack();
  expect(onClose).toHaveBeenCalledTimes(1);
});

test("a browser without close watchers opens dialogs all the same", () => {
  vi.unstubAllGlobals();
  render(<Dialog open title="Filter" closeOnOverlay onClose={() => {}} />);
  expect(screen.getByRole("dialog")).toBeInTheDocument();
});
