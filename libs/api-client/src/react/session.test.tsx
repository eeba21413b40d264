import { act } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";

import { session } from "../session/current.ts";
import { createFakeApi, forgetSession, signedInAs } from "../testing/fake-api.ts";
import { useIsMember } from "./session.ts";

afterEach(() => act(() => forgetSession()));

test("a prerendered page is for visitors: it is drawn again for a member only", async () => {
  const drawn: boolean[] = [];
  const Who = () => {
    const isMember = useIsMember();
    drawn.push(isMember);
    return <p>{isMember ? "member" : "visitor"}</p>;
  };
  const place = document.createElement("div");
  place.innerHTML = renderToString(<Who />);
  session.restore();
  drawn.length = 0;

  const page = await act(async () => hydrateRoot(place, <Who />));
  expect(place.textContent).toBe("visitor");
  expect(drawn).toEqual([false]);

  const api = createFakeApi();
  act(() => signedInAs(api, api.world.members[0]!));
  expect(place.textContent).toBe("member");
  expect(drawn).toEqual([false, true]);
  act(() => page.unmount());
});
