import { beforeEach, describe, expect, test, vi } from "vitest";

import { ApiError } from "../errors.ts";
import { aMember } from "../testing/world.ts";
import { type HostOptions, hostMachine, keepHostOpening, takeHostOpening } from "./hosts.ts";
import { tokenStore } from "./token-store.ts";

const MINI = "https://mini.example.com";
const CHAT = "https://chat.example";
const taken = (address: string, referrer = "") => {
  const { opening, clean } = takeHostOpening(new URL(`${MINI}${address}`), referrer);
  return { opening, clean: clean.href.slice(MINI.length) };
};

let left: string[];
let sent: object[];
let answer: () => Promise<string>;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  left = [];
  sent = [];
  answer = async () => "H1";
});

function hosts(differences: Partial<HostOptions> = {}) {
  return hostMachine({
    store: tokenStore,
    startAtHost: async (name) => ({
      address: `${CHAT}/authorize?of=${name}`,
      title: "Chat",
      origins: [CHAT],
    }),
    signInAtHost: (name, back) => {
      sent.push({ name, ...back });
      return answer();
    },
    whenActivated: async () => {},
    path: () => "/redeem?tab=my-rewards",
    leave: (address) => left.push(address),
    ...differences,
  });
}

describe("a link that LINE opens", () => {
  test.each([
    ["/dashboard?host=line&liff.state=%2Fredeem%3Ftab%3Dhistory", "/redeem?tab=history"],
    ["/dashboard?liff.state=%2Freward%2F3&host=line", "/reward/3"],
    ["/dashboard?host=line&liff.state=%2F%2Fevil.example%2Fx", "/dashboard"],
    ["/dashboard?host=line&liff.state=https%3A%2F%2Fevil.example", "/dashboard"],
    ["/dashboard?host=line&liff.state=%2Fredeem%3Ftoken%3Dt%26host%3Dx", "/redeem"],
    ["/dashboard?host=line&liff.state=", "/dashboard"],
  ])("%s leads to %s", (address, path) => {
    expect(taken(address)).toEqual({ opening: { kind: "start", name: "line" }, clean: path });
  });
});

function opened(address: string, referrer = "") {
  const { opening } = taken(address, referrer);
  if (opening !== null) tokenStore.hostOpening.write(opening);
}

async function startedAndBack(address = "/login?code=c1&state=s1", referrer = "") {
  opened("/redeem?tab=my-rewards&host=chat");
  void hosts().arrive();
  await vi.waitFor(() => expect(left).toHaveLength(1));
  opened(address, referrer);
  const machine = hosts();
  await machine.arrive();
  return machine;
}

describe("the address", () => {
  test.each([
    ["/dashboard", null, "/dashboard"],
    ["/dashboard?host=line&tab=x", { kind: "start", name: "line" }, "/dashboard?tab=x"],
    ["/dashboard?host=../x", null, "/dashboard"],
    ["/menu?code=c&state=s", null, "/menu?code=c&state=s"],
    ["/login?state=s", null, "/login?state=s"],
    ["/login#LR1.x", null, "/login#LR1.x"],
    ["/login?code=c&state=s", { kind: "back", code: "c", state: "s", referrer: "" }, "/login"],
    [
      "/login?error=access_denied&state=s",
      { kind: "back", code: "", state: "s", referrer: "" },
      "/login",
    ],
  ])("of %s is read and cleaned", (address, opening, clean) => {
    expect(taken(address)).toEqual({ opening, clean });
  });

  test("becomes the one where the member wanted to go, and never another host's", () => {
    const attempt = { name: "chat", title: "Chat", origins: [], at: Date.now() };
    const page = {
      location: { href: `${MINI}/login?code=c&state=s` },
      document: { referrer: "" },
      history: { state: null, replaceState: vi.fn() },
    };
    tokenStore.hostAttempt.write({ ...attempt, path: "//evil.example/x" });

    keepHostOpening(page as unknown as Window, tokenStore);

    expect(String(page.history.replaceState.mock.calls[0]![2])).toBe(`${MINI}//evil.example/x`);
    expect(tokenStore.hostOpening.read()).toMatchObject({ kind: "back", code: "c" });
  });
});

describe("opened inside a super-app", () => {
  test("a visitor goes there, and comes back to the same path with a ticket", async () => {
    const machine = await startedAndBack();

    expect(left).toEqual([`${CHAT}/authorize?of=chat`]);
    expect(sent).toEqual([{ name: "chat", code: "c1", state: "s1" }]);
    expect(tokenStore.pendingHandoff.read()).toMatchObject({ token: "H1", byHost: true });
    expect(machine.getSnapshot()).toEqual({ status: "idle" });
  });

  test("who is signed in stays here, and may link it in the settings", async () => {
    tokenStore.keep(aMember(), "M0");
    opened("/dashboard?host=chat");

    await hosts().arrive();

    expect(left).toEqual([]);
    expect(tokenStore.hostAround.read()).toBe("chat");
  });

  test("that cannot be begun is said, and the page goes on", async () => {
    opened("/dashboard?host=chat");
    const error = new ApiError({ message: "no", status: 404 });
    const machine = hosts({ startAtHost: () => Promise.reject(error) });

    await machine.arrive();

    expect(machine.getSnapshot()).toEqual({ status: "failed", error, title: null });
  });

  test("whose account is nobody's waits to be linked, also after a reload", async () => {
    answer = () =>
      Promise.reject(
        new ApiError({
          message: "no",
          status: 404,
          code: "host_not_linked",
          body: { linkTicket: "L1" },
        }),
      );
    const machine = await startedAndBack();
    const path = "/redeem?tab=my-rewards";
    const link = { name: "chat", title: "Chat", linkTicket: "L1", path };
    expect(machine.getSnapshot()).toMatchObject({ status: "to-link", link });

    const again = hosts();
    await again.arrive();
    expect(again.getSnapshot()).toMatchObject({ status: "to-link", link });

    again.forgetLink();
    expect(tokenStore.hostLink.read()).toBeNull();
  });

  test.each([
    ["another page's referrer", "/login?code=c1&state=s1", "https://evil.example/"],
    ["a refusal of the member", "/login?error=access_denied&state=s1", ""],
  ])("nothing is sent after %s", async (_what, address, referrer) => {
    const machine = await startedAndBack(address, referrer);

    expect(sent).toEqual([]);
    expect(machine.getSnapshot()).toEqual({ status: "failed", error: null, title: "Chat" });
  });

  test("a page of the super-app's own origin may bring the code", async () => {
    await startedAndBack("/login?code=c1&state=s1", `${CHAT}/page?x`);

    expect(sent).toHaveLength(1);
  });

  test("a code that this browser did not ask for is not sent", async () => {
    opened("/login?code=c1&state=s1");
    const machine = hosts();

    await machine.arrive();

    expect(sent).toEqual([]);
    expect(machine.getSnapshot()).toEqual({ status: "failed", error: null, title: null });
  });

  test("a code counts once: a reload sends nothing", async () => {
    await startedAndBack();
    const again = hosts();
    await again.arrive();

    expect(sent).toHaveLength(1);
    expect(again.getSnapshot()).toEqual({ status: "idle" });
  });
});
