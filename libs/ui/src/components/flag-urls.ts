/** Where the flags are, by ISO code. Loaded with the phone field; each flag itself only when it is shown. */
const files = import.meta.glob<string>("../../../../node_modules/country-flag-icons/3x2/*.svg", {
  eager: true,
  query: "?url&no-inline",
  import: "default",
});

/** The address of a country's flag, or undefined when there is none. */
export function flagUrl(country: string): string | undefined {
  return Object.entries(files).find(([path]) => path.endsWith(`/${country}.svg`))?.[1];
}
