/**
 * What was typed into a form so far, kept for this browser tab, so that an interruption loses nothing.
 *
 * @param key of the session storage
 * @param empty the form as it begins; nothing else is read
 * @param secret fields that are typed anew each time
 */
export function enquiryDraft<Values extends Record<string, string>>(
  key: string,
  empty: Values,
  secret: readonly (keyof Values)[] = [],
) {
  const names = Object.keys(empty).filter((name) => !secret.includes(name));
  return {
    read(): Values {
      try {
        const kept = JSON.parse(sessionStorage.getItem(key) ?? "{}") as Record<string, unknown>;
        const known = names.filter((name) => typeof kept[name] === "string");
        return { ...empty, ...Object.fromEntries(known.map((name) => [name, kept[name]])) };
      } catch {
        return empty;
      }
    },

    write(values: Values): void {
      try {
        const kept = Object.fromEntries(names.map((name) => [name, values[name]]));
        sessionStorage.setItem(key, JSON.stringify(kept));
      } catch {
        // Without storage an interrupted form starts empty.
      }
    },

    clear(): void {
      try {
        sessionStorage.removeItem(key);
      } catch {
        // Nothing was kept.
      }
    },
  };
}

export type EnquiryDraft<Values extends Record<string, string>> = ReturnType<
  typeof enquiryDraft<Values>
>;
