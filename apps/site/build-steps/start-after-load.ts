import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

const PRELOAD = /<link rel="modulepreload" /g;
const MODULE_SCRIPT = /<script type="module"[^>]*>([\s\S]+?)<\/script>/;

/** Longer than this, in ms, no page waits: its pictures may hang, or its tab may draw no frame. */
const MAX_WAIT_MS = 3000;

/**
 * Starts the page's module once the page has loaded and its next frame is drawn, or at the first interaction. At once
 * for a member, who may be handed over to the mini-program before anything is seen (docs/handoff.md), and for a page
 * that is hidden until it is drawn in its user's brand (`data-brand-pending`). A button that is pressed before the
 * page is hydrated is kept in `window.pressedButton`, which `entry.client.tsx` presses again; no form is sent by the
 * browser, which would put what was typed into the address. The same in every page, so the content security policy
 * names it once.
 */
const START = `(function(){
var module=document.currentScript.dataset.module,started=false,isMember;
function start(){if(started)return;started=true;
document.querySelectorAll('link[rel="module-later"]').forEach(function(link){link.rel="modulepreload"});
import(module)}
addEventListener("submit",function(event){event.preventDefault()});
try{isMember=localStorage.getItem("authToken")}catch(e){}
if(isMember||"brandPending" in document.documentElement.dataset)return start();
addEventListener("load",function(){requestAnimationFrame(function(){setTimeout(start)})});
addEventListener("click",function(event){window.pressedButton=event.target.closest("button")});
["pointerdown","keydown","focusin"].forEach(function(kind){addEventListener(kind,start,{passive:true})});
setTimeout(start,${MAX_WAIT_MS})})()`;

/**
 * Makes every prerendered page fetch its scripts after its load event: it is complete without them, and its
 * stylesheet, fonts and first picture have the connection to themselves (docs/performance.md).
 * The page's module script moves, unchanged, into a file of its own, which `START` imports.
 *
 * @param folder of the built pages
 * @throws when a page has no module script
 */
export async function startAfterLoad(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => name.endsWith("index.html"))) {
    const html = await readFile(join(folder, file), "utf8");
    const [element, code] = MODULE_SCRIPT.exec(html) ?? [];
    if (!element || !code) throw new Error(`${file} has no module script to start.`);

    const hash = createHash("sha256").update(code).digest("hex").slice(0, 8);
    const module = `/assets/start-${hash}.js`;
    await writeFile(join(folder, module), code);
    const page = html
      .replace(PRELOAD, '<link rel="module-later" ')
      .replace(element, () => `<script data-module="${module}">${START}</script>`);
    await writeFile(join(folder, file), page);
  }
}
