import { placed, random } from "./pen.mjs";

const GLASS = "M-128-170H128L104 214C102 230 90 238 76 238H-76C-90 238-102 230-104 214Z";

const flower = (petal, heart) =>
  [0, 72, 144, 216, 288]
    .map(
      (angle) =>
        `<path d="M0 0C-22-14-22-42 0-50C22-42 22-14 0 0Z" fill="${petal}" transform="rotate(${angle})"/>`,
    )
    .join("") + `<circle r="9" fill="${heart}"/>`;

/** What sits on the rim. */
const garnishes = {
  orchid: placed(-86, -204, 0, 1, flower("#C65BA8", "#FFE08A")),
  lime: placed(
    -92,
    -204,
    -20,
    1.25,
    '<circle r="36" fill="#7DBB3C"/><circle r="30" fill="#E6F3B4"/><path d="M0-28V28M-24-14L24 14M-24 14L24-14" stroke="#A9D05A" stroke-width="4"/>',
  ),
  mango: placed(
    -88,
    -206,
    -24,
    1.15,
    '<path d="M-42 8C-30-22 24-26 44-4C26 22-22 30-42 8Z" fill="#F9B233"/><path d="M-28 4C-14-10 14-12 30-4" stroke="#FFD87A" stroke-width="5" stroke-linecap="round" fill="none"/>',
  ),
  coconut: placed(
    -86,
    -202,
    -10,
    1.1,
    '<path d="M-44 6A44 44 0 0 1 44 6L30 14A34 34 0 0 0-30 14Z" fill="#6B4226"/><path d="M-36 8A36 36 0 0 1 36 8L30 14A34 34 0 0 0-30 14Z" fill="#FFFDF6"/>',
  ),
  rose: placed(-86, -204, 0, 1, flower("#F2799B", "#FFE3EC")),
  pandan: placed(
    -84,
    -200,
    -14,
    1.1,
    '<path d="M-8 10C-34-20-36-60-24-92C-4-66 2-26-8 10Z" fill="#3E9650"/><path d="M4 10C-4-26 10-60 34-80C40-48 28-14 4 10Z" fill="#58B266"/>',
  ),
  none: "",
};

/** The pearls at the bottom of the glass: rows of seven, laid slightly out of line. */
function pearls(next, colour, shine) {
  let out = "";
  for (let row = 0; row < 4; row += 1) {
    const count = row === 3 ? 5 : 7;
    for (let pearl = 0; pearl < count; pearl += 1) {
      const x = (pearl - (count - 1) / 2) * 30 + (row % 2) * 15 + (next() - 0.5) * 8;
      const y = 196 - row * 25 + (next() - 0.5) * 6;
      out += `<use href="#pearl" x="${Math.round(x)}" y="${Math.round(y)}"/>`;
    }
  }
  return {
    defs: {
      pearl: `<g id="pearl"><circle r="15" fill="${colour}"/><path d="M-8-5A9 9 0 0 1 3-10" stroke="${shine}" stroke-width="3.4" fill="none" stroke-linecap="round"/></g>`,
    },
    body: out,
  };
}

/** A tall glass seen from the side, around the origin, about 290 wide and 540 high with its straw. */
export function cup({
  seed,
  id,
  top = "#FFF3E0",
  middle,
  low,
  foam = "#FFF8EC",
  straw,
  garnish = "none",
  withPearls = true,
  pour = true,
  ice = true,
  blend = [0.28, 0.5],
}) {
  const next = random(seed);
  const bottom = withPearls ? pearls(next, "#2F150C", "#A8714B") : { defs: {}, body: "" };
  const cubes = ice
    ? [
        [-58, -92, 12],
        [30, -78, -18],
        [-8, -40, 30],
        [62, -30, 8],
      ]
        .map(
          ([x, y, turn]) =>
            `<rect x="-26" y="-26" width="52" height="52" rx="12" transform="translate(${x} ${y}) rotate(${turn})" fill="#fff" opacity=".28" stroke="#fff" stroke-opacity=".5" stroke-width="2"/>`,
        )
        .join("")
    : "";
  const ribbons = pour
    ? `<path d="M-140-96C-96-60-70-128-24-92C18-58 40-118 84-84C110-66 124-90 140-92V-172H-140Z" fill="${foam}" opacity=".92"/><path d="M-62-70C-54-20-70 18-50 70M10-66C22-10 0 30 20 92M70-60C80-24 64 8 76 44" stroke="${foam}" stroke-width="15" stroke-linecap="round" fill="none" opacity=".5"/>`
    : "";
  return {
    defs: {
      ...bottom.defs,
      [`tea-${id}`]: `<linearGradient id="tea-${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="${blend[0]}" stop-color="${top}"/><stop offset="${blend[1]}" stop-color="${middle}"/><stop offset="1" stop-color="${low}"/></linearGradient>`,
      glass: `<clipPath id="glass"><path d="${GLASS}"/></clipPath>`,
    },
    body:
      '<ellipse cx="10" cy="246" rx="130" ry="18" fill="#3a1a06" opacity=".18"/>' +
      `<path d="M34-196L74-292L96-284L58-190Z" fill="${straw}"/>` +
      `<g clip-path="url(#glass)"><rect x="-140" y="-172" width="280" height="420" fill="url(#tea-${id})"/>${ribbons}${cubes}${bottom.body}<path d="M-110-160L-92 214" stroke="#fff" stroke-width="14" stroke-linecap="round" opacity=".35"/></g>` +
      `<path d="${GLASS}" fill="none" stroke="#fff" stroke-width="6" opacity=".8"/>` +
      '<path d="M-140-196H140C148-196 152-190 150-184L146-170H-146L-150-184C-152-190-148-196-140-196Z" fill="#fff"/>' +
      garnishes[garnish],
  };
}
