import { ingredient } from "./ingredients.mjs";
import { placed, shadow, together } from "./pen.mjs";

/** Dishes that are not a bowl: each seen from above, around the origin, 242 units to the edge. */

const board = {
  defs: shadow,
  body:
    '<rect x="-226" y="-196" width="480" height="430" rx="40" fill="#2a1505" opacity=".14"/>' +
    '<rect x="-240" y="-220" width="480" height="430" rx="40" fill="#8C5A33"/><rect x="-240" y="-220" width="480" height="418" rx="40" fill="#A8703F"/>' +
    '<path d="M-220-130C-80-150 60-110 220-136M-222-30C-60-10 80-50 222-24M-222 80C-90 60 70 104 222 76M-200 160C-60 150 90 176 204 152" stroke="#8C5A33" stroke-width="4" fill="none" opacity=".6"/>',
};

const LEAF =
  '<path d="M-200-40C-130-180 130-190 206-60C190 90 70 160-60 158C-160 140-206 60-200-40Z" fill="#4F9450"/><path d="M-190-30C-60 10 90 0 196-54M-120-96L-70 4M-30-140L0 2M70-140L90-14M-110 110L-60 10M-10 150L10 4M100 116L96-12" stroke="#3B7A3F" stroke-width="4" fill="none"/>';

/** Grilled beef balls: nine pieces, three on each stick. */
export function skewers() {
  let sticks = "";
  [-92, 0, 92].forEach((y, row) => {
    const balls = [-96, -28, 40]
      .map((x) => placed(x, 0, row * 20, 1.42, '<use href="#ball"/>'))
      .join("");
    const chars = [-96, -28, 40]
      .map(
        (x) =>
          `<path d="M${x - 16} 14L${x + 18} 8M${x - 14} 25L${x + 10} 21" stroke="#4A2214" stroke-width="5" stroke-linecap="round"/>`,
      )
      .join("");
    sticks += placed(
      0,
      y * 0.86,
      -8,
      1,
      `<path d="M-170 0H196" stroke="#E8CF9C" stroke-width="9" stroke-linecap="round"/>${balls}${chars}`,
    );
  });
  return together(board, {
    defs: {
      ball: ingredient("ball"),
      chilli: ingredient("chilli"),
      cucumber: ingredient("cucumber"),
      mint: ingredient("mint"),
    },
    body:
      LEAF +
      sticks +
      placed(
        176,
        128,
        0,
        1,
        '<circle r="58" fill="#211A13"/><circle r="46" fill="#B5341A"/><path d="M-26-8A28 28 0 0 1 6-26" stroke="#E8734F" stroke-width="6" fill="none" stroke-linecap="round"/>',
      ) +
      placed(168, 132, 0, 0.8, '<use href="#chilli"/>') +
      placed(-176, 134, 10, 1, '<use href="#cucumber"/>') +
      placed(-140, 152, 60, 1, '<use href="#cucumber"/>') +
      placed(-182, -150, -20, 1, '<use href="#mint"/>'),
  });
}

const SLICE =
  '<path d="M-92-70C-104-104-60-120-34-108C-12-120 20-120 38-108C66-120 106-104 92-70V84C92 96 84 102 72 102H-72C-84 102-92 96-92 84Z" fill="#C98742"/><path d="M-78-64C-88-90-56-100-32-92C-12-102 18-102 36-92C60-100 88-90 78-64V76C78 84 74 88 66 88H-66C-74 88-78 84-78 76Z" fill="#F6DDA8"/>';

/** Thick toast with pandan custard, cut, with its dip. */
export function toast() {
  const cube = (x, y, turn) =>
    placed(
      x,
      y,
      turn,
      1,
      '<g filter="url(#shadow)"><rect x="-46" y="-46" width="92" height="92" rx="16" fill="#D2934C"/><rect x="-38" y="-38" width="76" height="70" rx="12" fill="#F8E3B4"/><path d="M-20-10H8M-8 12H22" stroke="#E7C486" stroke-width="6" stroke-linecap="round"/></g>',
    );
  return together(board, {
    defs: { mint: ingredient("mint") },
    body:
      placed(
        -96,
        -56,
        -8,
        1,
        `<g filter="url(#shadow)">${SLICE}</g><path d="M-56-50C-30-70 40-68 58-44C70-10 66 44 50 62C10 76-40 74-58 54C-70 20-70-20-56-50Z" fill="#7DB654"/><path d="M-36-36C-14-48 20-48 36-34" stroke="#B4DB8C" stroke-width="8" fill="none" stroke-linecap="round"/>`,
      ) +
      cube(80, -130, 12) +
      cube(176, -70, -18) +
      cube(66, -24, -8) +
      cube(-150, 130, 20) +
      cube(-44, 132, -10) +
      placed(
        140,
        104,
        0,
        1,
        '<circle cx="6" cy="12" r="92" fill="#2a1505" opacity=".18"/><circle r="92" fill="#FFFDF6"/><circle r="72" fill="#7DB654"/><path d="M-44-14C-20-44 30-40 44-10C30 10-10 0-20 24" stroke="#A8D37E" stroke-width="9" fill="none" stroke-linecap="round"/>',
      ) +
      placed(196, 34, 20, 1.1, '<use href="#mint"/>'),
  });
}
