/** The browser's own dialogs for passkeys (WebAuthn level 3): what the API's options become, and back. */

/** Whether this browser has passkeys, and reads their options itself (WebAuthn level 3). */
export const canUsePasskeys = (): boolean =>
  typeof PublicKeyCredential === "function" &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function";

interface Options {
  publicKey: Record<string, unknown>;
}

/** Has the person choose a passkey and answers as the API takes it; null when they closed the browser's dialog. */
export async function usedPasskey({ publicKey }: Options) {
  const options = PublicKeyCredential.parseRequestOptionsFromJSON(
    publicKey as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return credentialFrom(navigator.credentials.get({ publicKey: options }));
}

/** Has the browser make a passkey; null when the person closed its dialog. */
export async function newPasskey({ publicKey }: Options) {
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(
    publicKey as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return credentialFrom(navigator.credentials.create({ publicKey: options }));
}

/** What the browser's dialog gave; closing it is a NotAllowedError to the browser. */
async function credentialFrom(dialog: Promise<Credential | null>) {
  try {
    return ((await dialog) as PublicKeyCredential | null)?.toJSON() ?? null;
  } catch (error) {
    if (error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name)) {
      return null;
    }
    throw error;
  }
}
