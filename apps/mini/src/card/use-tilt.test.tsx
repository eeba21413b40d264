import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { useTilt } from "./use-tilt.ts";

afterEach(() => vi.unstubAllGlobals());

function Leaning() {
  return <div ref={useTilt<HTMLDivElement>()}>card</div>;
}

function Later({ shown }: { shown: boolean }) {
  const tilt = useTilt<HTMLDivElement>();
  return shown && <div ref={tilt}>card</div>;
}

/** The card after the pointer was at its upper right corner. */
function pointed(lessMotion: boolean) {
  vi.stubGlobal("matchMedia", () => ({ matches: lessMotion }));
  render(<Leaning />);
  const card = screen.getByText("card");
  vi.spyOn(card, "getBoundingClientRect").mockReturnValue(new DOMRect(10, 20, 200, 100));
  fireEvent.pointerMove(card, { clientX: 210, clientY: 20 });
  return card;
}
const tilt = ({ style }: HTMLElement) =>
  ["--tilt-x", "--tilt-y"].map((name) => style.getPropertyValue(name));

test("a card leans to where the pointer is, and lies flat when it leaves", () => {
  const card = pointed(false);
  expect(tilt(card)).toEqual(["0.500", "-0.500"]);
  fireEvent.pointerLeave(card);
  expect(tilt(card)).toEqual(["", ""]);
});

test("where less motion is preferred a card does not lean", () => {
  expect(tilt(pointed(true))).toEqual(["", ""]);
});

test("a card leans that comes later than its component, and stops listening when it goes", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  const { rerender } = render(<Later shown={false} />);
  rerender(<Later shown />);
  const card = screen.getByText("card");
  fireEvent.pointerMove(card, { clientX: 0, clientY: 0 });
  expect(tilt(card)).not.toEqual(["", ""]);
  const remove = vi.spyOn(window, "removeEventListener");
  rerender(<Later shown={false} />);
  expect(remove).toHaveBeenCalledWith("deviceorientation", expect.any(Function));
});
