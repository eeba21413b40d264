import { fireEvent, screen } from "@testing-library/react";

import { open, type Stage } from "./overlay-stage.tsx";

/**
 * The controls of the registration, by text and label and not by role: in a form of this size jsdom takes seconds to
 * compute the name of everything.
 */
export const field = (name: string) => screen.getByLabelText(new RegExp(`^${name}`));
export const phone = () => field("Mobile number");
export const choice = (name: string) => screen.getByLabelText(name, { selector: "[type=radio]" });
export const terms = () => screen.getByLabelText(/^I agree to the/, { selector: "input" });
export const getOtp = () => screen.getByText("Get OTP");
export const joinNow = () => screen.getByText("Join Now");
const CODE_LABEL = "Enter your 6-digit OTP code";
export const codeField = () => screen.findByLabelText(CODE_LABEL);
export const typedCode = () => screen.getByLabelText<HTMLInputElement>(CODE_LABEL).value;
/** For what has gone away. */
export const queryCodeField = () => screen.queryByLabelText(CODE_LABEL);

/** Writes into a field at once. */
export function put(control: HTMLElement, value: string) {
  fireEvent.change(control, { target: { value } });
}

/** Fills in everything that is required. */
export async function fill({ user }: Stage, gender = "Female") {
  await screen.findByText("Publika");
  put(field("Name"), "  Mei Ling ");
  put(phone(), "011-1222 333");
  await user.click(choice(gender));
  await user.click(choice("Chinese"));
  put(field("Date of birth"), "1995-02-28");
  put(field("Your outlet"), "2");
}

/** Opens the filled-in form with a code on its way. */
export async function openWithCode(stage: Stage, gender?: string) {
  await open(stage, "register");
  await fill(stage, gender);
  await stage.user.click(getOtp());
  await codeField();
}

/** Enters the code that was sent, agrees and joins. */
export async function join({ api, user }: Stage) {
  await user.paste(api.sent.at(-1)!.code);
  await user.click(terms());
  await user.click(joinNow());
}

/** The bodies of the registrations that were sent, from now on. */
export function watchRegistrations({ server }: Stage): unknown[] {
  const bodies: unknown[] = [];
  server.events.removeAllListeners();
  server.events.on("request:start", async ({ request }) => {
    if (request.method === "POST" && request.url.endsWith("/api/member")) {
      bodies.push(await request.clone().json());
    }
  });
  return bodies;
}
