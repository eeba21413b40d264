import { themeColors } from "../tokens/theme-colors.ts";
import { brandKeys, DEFAULT_BRAND, isBrandKey, type BrandKey } from "./brand-key.ts";

/** What the reader chose, kept in local storage. Spec 000 §1 names the brand's key. */
export const BRAND_STORAGE_KEY = "activeTab";
export const SCHEME_STORAGE_KEY = "colorScheme";

/** `system` follows the device, and is what a first visit has. */
export const schemes = ["system", "light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // Storage can be refused; then the choice lasts as long as the page.
  }
}

/** The brand chosen on an earlier visit, or the default. */
export function storedBrand(): BrandKey {
  const value = stored(BRAND_STORAGE_KEY);
  return isBrandKey(value) ? value : DEFAULT_BRAND;
}

/** The colour scheme chosen on an earlier visit, or the system's. */
export function storedScheme(): Scheme {
  const value = stored(SCHEME_STORAGE_KEY);
  return value === "light" || value === "dark" ? value : "system";
}

/** Keeps a choice for the next visit, if it may. */
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Refused: see above.
  }
}

/** Puts a brand and a scheme on the document: the attributes the tokens hang on, and the browser's own bars. */
export function applyLook(brand: BrandKey, scheme: Scheme): void {
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
    meta.content = themeColors[brand][scheme === "system" ? device : scheme];
  }
}

/**
 * Does what `applyLook` does before the first paint, so that no other brand flashes up. Both apps put it into the
 * head as an inline script; it stands alone and survives a refused storage.
 */
export const brandBootScript = `(function(){
var c=${JSON.stringify(themeColors)},k=${JSON.stringify(brandKeys)},r=document.documentElement,b,s;
try{b=localStorage.getItem("${BRAND_STORAGE_KEY}");s=localStorage.getItem("${SCHEME_STORAGE_KEY}")}catch(e){}
if(k.indexOf(b)===-1)b="${DEFAULT_BRAND}";
r.dataset.brand=b;
if(s==="light"||s==="dark")r.dataset.theme=s;else s="";
["light","dark"].forEach(function(d){
var m=document.createElement("meta");m.name="theme-color";m.media="(prefers-color-scheme: "+d+")";m.content=c[b][s||d];
document.head.appendChild(m)})})()`;

/** Longer than this no page is hidden, should its scripts never come. */
const DRESSING_PATIENCE_MS = 4000;

/**
 * For prerendered pages, after `brandBootScript`. They speak for the default brand: for a reader of the other one they
 * stand hidden under `data-dressing` (`tokens/ground.css`), in that brand's colours, until they speak for it.
 */
export const dressingBootScript = `(function(r){
if(r.dataset.brand==="${DEFAULT_BRAND}")return;
r.dataset.dressing="";setTimeout(function(){delete r.dataset.dressing},${DRESSING_PATIENCE_MS})
})(document.documentElement)`;

/**
 * Shows a page that was hidden until it speaks for its reader's brand.
 *
 * @param brand the one that has been rendered
 */
export function showDressed(brand: BrandKey): void {
  const { dataset } = document.documentElement;
  if (dataset.brand === brand) delete dataset.dressing;
}
