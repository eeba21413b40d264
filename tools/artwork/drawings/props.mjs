import { ingredient } from "./ingredients.mjs";
import { placed, random, shadow } from "./pen.mjs";

/** What is around a dish in a scene: grounds, cutlery, leaves, medals, flames. */

export const rect = (width, height, fill) => ({
  body: `<rect width="${width}" height="${height}" fill="${fill}"/>`,
});
export const disc = (x, y, radius, fill, opacity = 1) => ({
  body: `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"${opacity === 1 ? "" : ` opacity="${opacity}"`}/>`,
});
export const raw = (body, defs = {}) => ({ defs, body });

/** The temple-tile lattice of the bowl brand, as a ground. */
export function lattice(width, height, colour, opacity) {
  const petals = [0, 90, 180, 270]
    .map(
      (angle) => `<path d="M0-17C6-12 6-5 0-2C-6-5-6-12 0-17Z" transform="rotate(${angle} 0 0)"/>`,
    )
    .join("");
  return {
    defs: {
      lattice: `<pattern id="lattice" width="120" height="120" patternUnits="userSpaceOnUse"><g stroke="${colour}" fill="none" stroke-width="2"><path d="M0 60L60 0L120 60L60 120Z"/><path d="M12 60L60 12L108 60L60 108Z" stroke-dasharray="2 6"/></g><g fill="${colour}" transform="translate(60 60) scale(1.2)">${petals}</g></pattern>`,
    },
    body: `<rect width="${width}" height="${height}" fill="url(#lattice)" opacity="${opacity}"/>`,
  };
}

export function pearlGround(width, height, colour, opacity, seed = 1, count = 34) {
  const next = random(seed);
  let body = "";
  for (let pearl = 0; pearl < count; pearl += 1) {
    const radius = Math.round(10 + next() * 26);
    body += `<circle cx="${Math.round(next() * width)}" cy="${Math.round(next() * height)}" r="${radius}"/>`;
  }
  return { body: `<g fill="${colour}" opacity="${opacity}">${body}</g>` };
}

/** Three ribbons of milk along the foot of a picture. */
export function pour(width, height, colours) {
  const ribbon = (y, rise, fill, opacity) => {
    let path = `M0 ${y}`;
    for (let wave = 0; wave < 4; wave += 1)
      path += `q${width / 8} ${wave % 2 ? -rise : rise} ${width / 4} 0`;
    return `<path d="${path}V${height}H0Z" fill="${fill}" opacity="${opacity}"/>`;
  };
  return {
    body:
      ribbon(height - 190, 70, colours[0], 0.45) +
      ribbon(height - 130, -60, colours[1], 0.6) +
      ribbon(height - 80, 50, colours[2], 1),
  };
}

export function flames(width, y, height, colour, band) {
  const curl = "M0 40C2 24 14 20 16 4C22 12 24 20 20 28C26 24 28 18 28 12C34 22 32 34 22 40Z";
  const scale = height / 40;
  return {
    defs: {
      kanok: `<pattern id="kanok" width="72" height="40" patternUnits="userSpaceOnUse" patternTransform="translate(0 ${y}) scale(${scale.toFixed(2)})"><g fill="${colour}"><path d="${curl}"/><path d="${curl}" transform="translate(72 0) scale(-1 1)"/><path d="M36 40C31 30 33 18 36 8C39 18 41 30 36 40Z"/></g></pattern>`,
    },
    body: `<rect y="${y}" width="${width}" height="${height}" fill="url(#kanok)"/><rect y="${y + height}" width="${width}" height="${Math.round(height / 9)}" fill="${band}"/>`,
  };
}

export function chopsticks(colour = "#5B2A1A", tip = "#F2B233") {
  const stick = (y) =>
    `<g transform="translate(0 ${y})"><path d="M-240-7L230-11C240-11 240 3 230 3L-240 1Z" fill="${colour}"/><path d="M150-10L230-11C240-11 240 3 230 3L150 1Z" fill="${tip}"/></g>`;
  return {
    defs: shadow,
    body: `<g filter="url(#shadow)">${stick(-16)}${placed(0, 16, 2, 1, stick(0))}</g>`,
  };
}

export function spoon(colour = "#0B6A4E") {
  return {
    defs: shadow,
    body: `<g filter="url(#shadow)"><path d="M-150-30C-110-58-50-44-34-14L150-12C166-10 166 14 150 16L-34 16C-50 44-110 56-150 30C-172 14-172-14-150-30Z" fill="${colour}"/><path d="M-140-20C-112-40-70-32-58-4C-66 26-110 38-140 20C-154 8-154-8-140-20Z" fill="#fff" opacity=".25"/></g>`,
  };
}

export function sauce(colour, rim = "#FFFDF6") {
  return {
    body: `<circle cx="6" cy="12" r="84" fill="#2a1505" opacity=".16"/><circle r="84" fill="${rim}"/><circle r="66" fill="${colour}"/><path d="M-40-12A44 44 0 0 1 8-42" stroke="#fff" stroke-width="8" opacity=".45" fill="none" stroke-linecap="round"/>`,
  };
}

/** Ingredients thrown over a table: `[name, x, y, turn, scale]`. */
export function strewn(rows) {
  const defs = { ...shadow };
  let body = "";
  for (const [name, x, y, turn = 0, scale = 1] of rows) {
    defs[name] = ingredient(name);
    body += placed(x, y, turn, scale, `<use href="#${name}"/>`);
  }
  return { defs, body };
}

/** A rosette with ribbons, for a record; the origin is its middle, 130 units to the edge. */
export function rosette(ribbon = "#C2341D", gold = "#F2B233", deep = "#B57714") {
  let petals = "";
  for (let petal = 0; petal < 18; petal += 1)
    petals += `<circle cx="0" cy="-104" r="22" transform="rotate(${petal * 20})"/>`;
  return {
    defs: shadow,
    body:
      `<g filter="url(#shadow)"><path d="M-70 70L-104 232L-56 206L-18 246L0 80Z" fill="${ribbon}"/><path d="M70 70L104 232L56 206L18 246L0 80Z" fill="${ribbon}"/><path d="M-70 70L-96 196L-20 226L0 80Z" fill="#000" opacity=".14"/></g>` +
      `<g fill="${deep}">${petals}</g><circle r="112" fill="${gold}"/><circle r="92" fill="none" stroke="${deep}" stroke-width="6"/><circle r="80" fill="#FFE7AE"/>` +
      `<path d="M0-58L17-21L57-17L27 11L36 51L0 30L-36 51L-27 11L-57-17L-17-21Z" fill="${deep}"/>`,
  };
}

export function steam(colour = "#fff", opacity = 0.7) {
  return {
    body: `<g stroke="${colour}" stroke-width="14" stroke-linecap="round" fill="none" opacity="${opacity}"><path d="M-60 0C-90-40-30-70-60-120C-80-156-44-176-52-206"/><path d="M0 0C-30-44 30-84 0-136C-20-176 18-200 8-236"/><path d="M60 0C30-40 90-70 60-120C44-154 76-176 66-206"/></g>`,
  };
}

/** A voucher ticket with a dashed tear-off edge; no words, so that it needs no translation. */
export function ticket(ground, ink) {
  return {
    defs: shadow,
    body: `<g filter="url(#shadow)"><path d="M-230-110H90A26 26 0 0 0 142-110H230A20 20 0 0 1 250-90V90A20 20 0 0 1 230 110H142A26 26 0 0 0 90 110H-230A20 20 0 0 1-250 90V-90A20 20 0 0 1-230-110Z" fill="${ground}"/></g><path d="M116-78V80" stroke="${ink}" stroke-width="5" stroke-dasharray="4 14" stroke-linecap="round"/><g fill="${ink}"><circle cx="-150" r="52" opacity=".16"/><path d="M-168-22A24 24 0 1 1-168 22M-132 22A24 24 0 1 1-132-22" fill="none" stroke="${ink}" stroke-width="9" stroke-linecap="round"/><rect x="-70" y="-40" width="140" height="26" rx="13"/><rect x="-70" y="14" width="92" height="20" rx="10" opacity=".5"/><path d="M182-34L192-10L218-8L198 9L204 34L182 20L160 34L166 9L146-8L172-10Z"/></g>`,
  };
}

export function phone(ground, ink) {
  let cells = "";
  const next = random(11);
  for (let row = 0; row < 9; row += 1)
    for (let column = 0; column < 9; column += 1)
      if (next() > 0.5) cells += `M${column * 16 - 72} ${row * 16 - 72}h14v14h-14z`;
  const eye = (x, y) =>
    `<path d="M${x} ${y}h46v46h-46z" fill="#fff"/><path d="M${x + 2} ${y + 2}h42v42h-42zM${x + 10} ${y + 10}v26h26v-26zM${x + 16} ${y + 16}h14v14h-14z" fill="#000" fill-rule="evenodd"/>`;
  return {
    defs: shadow,
    body: `<g filter="url(#shadow)"><rect x="-140" y="-270" width="280" height="540" rx="44" fill="#1C1510"/></g><rect x="-124" y="-254" width="248" height="508" rx="32" fill="${ground}"/><rect x="-44" y="-242" width="88" height="18" rx="9" fill="#1C1510"/><rect x="-96" y="-184" width="110" height="18" rx="9" fill="${ink}" opacity=".55"/><rect x="-96" y="-154" width="150" height="30" rx="15" fill="${ink}"/><rect x="-98" y="-92" width="196" height="196" rx="18" fill="#fff"/><g transform="translate(0 6)"><path d="${cells}" fill="#000"/>${eye(-74, -74)}${eye(28, -74)}${eye(-74, 28)}</g><rect x="-96" y="136" width="192" height="20" rx="10" fill="${ink}" opacity=".25"/><rect x="-96" y="136" width="120" height="20" rx="10" fill="#F2B233"/><rect x="-70" y="176" width="140" height="14" rx="7" fill="${ink}" opacity=".55"/>`,
  };
}
