import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Dialog } from "./dialog.tsx";
import { Drawer } from "./drawer.tsx";

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

test("a browser that does not tell of Back opens dialogs all the same", () => {
  vi.unstubAllGlobals();
  render(<Dialog open title="Filter" closeOnOverlay onClose={() => {}} />);
  expect(screen.getByRole("dialog")).toBeInTheDocument();
});
