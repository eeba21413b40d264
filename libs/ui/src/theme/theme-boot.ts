import { type BrandKey, brandKeys, brands, DEFAULT_BRAND } from "./brands.ts";

/** What the user chose, kept in local storage. Spec 000 §1 names the brand's key. */
export const BRAND_STORAGE_KEY = "activeTab";
export const SCHEME_STORAGE_KEY = "colorScheme";

/** `system` follows the device, and is what a first visit has. */
export const schemes = ["system", "light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

/** Puts a brand and a scheme on the document: the attributes that select the tokens, and the colour of the browser's own bars. */
export function applyTheme(brand: BrandKey, scheme: Scheme): void {
  const root = document.documentElement;
  root.dataset.brand = brand;
  if (scheme === "system") delete root.dataset.theme;
  else root.dataset.theme = scheme;

  for (const device of ["light", "dark"] as const) {
    const media = `(prefers-color-scheme: ${device})`;
    const selector = `meta[name="theme-color"][media="${media}"]`;
    let meta = document.head.querySelector<HTMLMetaElement>(selector);
    if (!meta) {
      meta = document.createElement("meta");
      meta.name = "theme-color";
      meta.media = media;
      document.head.append(meta);
    }
    meta.content = brands[brand].colours[scheme === "system" ? device : scheme];
  }
}

const grounds = Object.fromEntries(
  brandKeys.map((key) => [
    key,
    { light: brands[key].colours.light, dark: brands[key].colours.dark },
  ]),
);

/**
 * Does what `applyTheme` does before the first paint, so that no other brand flashes up. Both apps put it into the
 * head as an inline script; it imports nothing and survives a refused storage.
 */
export const brandBootScript = `(function(){
var c=${JSON.stringify(grounds)},k=${JSON.stringify(brandKeys)},r=document.documentElement,b,s;
try{b=localStorage.getItem("${BRAND_STORAGE_KEY}");s=localStorage.getItem("${SCHEME_STORAGE_KEY}")}catch(e){}
if(k.indexOf(b)===-1)b="${DEFAULT_BRAND}";
r.dataset.brand=b;
if(s==="light"||s==="dark")r.dataset.theme=s;else s="";
["light","dark"].forEach(function(d){
var m=document.createElement("meta");m.name="theme-color";m.media="(prefers-color-scheme: "+d+")";m.content=c[b][s||d];
document.head.appendChild(m)})})()`;

/** No page is hidden longer than this, should its scripts never load. */
const BRAND_PENDING_MAX_MS = 4000;

/**
 * For prerendered pages, after `brandBootScript`. They show the default brand: for a user of the other one they
 * are hidden by `data-brand-pending` (`tokens/ground.css`) (in that brand's colours) until it is rendered.
 */
export const brandPendingScript = `(function(r){
if(r.dataset.brand==="${DEFAULT_BRAND}")return;
r.dataset.brandPending="";setTimeout(function(){delete r.dataset.brandPending},${BRAND_PENDING_MAX_MS})
})(document.documentElement)`;

/**
 * Shows a page that was hidden until its user's brand was rendered.
 *
 * @param brand the one that has been rendered
 */
export function showBrand(brand: BrandKey): void {
  const { dataset } = document.documentElement;
  if (dataset.brand === brand) delete dataset.brandPending;
}
