/** What a page has to know to start its scripts. It stands in the page as JSON, so that the script is the same in all. */
export interface PageStart {
  /** The framework's list of routes and their files. */
  manifest: unknown;
  routes: StartedRoute[];
  /** What brings the page to life: a function without arguments, under this name in this file. */
  entry: { address: string; name: string };
  /** Whatever is going to be imported, by address: asked for together. */
  files: string[];
}

export interface StartedRoute {
  id: string;
  address: string;
  /** How its exports are called in that file, by their own names; absent where they have their own names there. */
  names?: Record<string, string>;
}

export const START_ID = "start";

/** Longer than this no page waits for its first paint, in ms: it may be in a window that paints nothing. */
const PATIENCE_MS = 1500;

/**
 * Starts a page's scripts after its first paint, the first picture and the faces of its words included: a frame that was drawn may be
 * shown a good while later, so the browser is asked whether it was. At once for a member, who may be handed over before anything is seen
 * (docs/handoff.md; the key is the session's), for a page that stands hidden until it speaks for its reader's brand,
 * and for one in a tab that nobody looks at.
 */
export const startScript = `(function(){
var start=JSON.parse(document.getElementById("${START_ID}").textContent),went=false,member=null;
function load(route){return import(route.address).then(function(all){
if(!route.names)return all;
var own={};for(var name in route.names)own[name]=all[route.names[name]];return own})}
function go(){if(went)return;went=true;
start.files.forEach(function(file){var link=document.createElement("link");link.rel="modulepreload";link.href=file;document.head.append(link)});
Promise.all(start.routes.map(load)).then(function(modules){
window.__reactRouterManifest=start.manifest;window.__reactRouterRouteModules={};
modules.forEach(function(module,nth){window.__reactRouterRouteModules[start.routes[nth].id]=module});
return import(start.entry.address)}).then(function(all){all[start.entry.name]()})}
try{member=localStorage.getItem("authToken")}catch(e){}
if(member||document.hidden||"dressing" in document.documentElement.dataset)return go();
function dressed(){document.fonts.ready.then(go)}
function shown(){
if(performance.getEntriesByType("paint").length||(PerformanceObserver.supportedEntryTypes||[]).indexOf("paint")===-1)return dressed();
new PerformanceObserver(dressed).observe({type:"paint"})}
function paint(){requestAnimationFrame(function(){setTimeout(shown)})}
var first=document.querySelector('img[fetchpriority="high"]');
if(first&&!first.complete){first.addEventListener("load",paint);first.addEventListener("error",paint)}else paint();
setTimeout(go,${PATIENCE_MS})})()`;
