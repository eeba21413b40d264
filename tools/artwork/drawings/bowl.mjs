import { ingredient } from "./ingredients.mjs";
import { placed, polar, random, shadow } from "./pen.mjs";

const TURN = Math.PI * 2;
const INSIDE = 184;

/** What fills a bowl, drawn in few long paths: a grain is one short stroke, a noodle one curve. */
const fillings = {
  noodles(next, light, dark) {
    let layers = "";
    for (let layer = 0; layer < 5; layer += 1) {
      let strands = "";
      for (let strand = 0; strand < 10; strand += 1) {
        const x = Math.cos(next() * TURN) * next() * 150;
        const y = Math.sin(next() * TURN) * next() * 150;
        const turn = next() * TURN;
        const half = 60 + next() * 80;
        const bend = 30 + next() * 50;
        strands +=
          `M${polar(half, turn, x, y)}` +
          `C${polar(bend, turn + 1.3, x, y)} ${polar(bend, turn - 1.8, x, y)} ${polar(half, turn + Math.PI, x, y)}`;
      }
      layers += `<path d="${strands}" stroke="${dark}" stroke-width="13"/><path d="${strands}" stroke="${light}" stroke-width="9"/>`;
    }
    return `<circle r="190" fill="${dark}"/><g clip-path="url(#inside)" fill="none" stroke-linecap="round">${layers}</g>`;
  },
  rice(next, light, dark) {
    const grains = (count, reach) => {
      let path = "";
      for (let grain = 0; grain < count; grain += 1) {
        const turn = next() * TURN;
        path += `M${polar(Math.sqrt(next()) * reach, next() * TURN)}l${polar(10, turn)}`;
      }
      return path;
    };
    return (
      `<circle r="176" fill="${dark}"/><g fill="none" stroke-linecap="round" stroke-width="7">` +
      `<path d="${grains(150, 170)}" stroke="${light}"/><path d="${grains(150, 166)}" stroke="#fff"/><path d="${grains(70, 160)}" stroke="${light}"/></g>`
    );
  },
  curry(next, light, dark) {
    let swirls = "";
    for (let swirl = 0; swirl < 7; swirl += 1) {
      const radius = 40 + swirl * 20;
      swirls += `<path d="M${-radius} ${Math.round(next() * 20 - 10)}A${radius} ${radius} 0 0 1 ${Math.round(radius * 0.7)} ${Math.round(radius * -0.6)}" transform="rotate(${Math.round(next() * 360)})" stroke-width="${Math.round(5 + next() * 7)}"/>`;
    }
    let oil = "";
    for (let drop = 0; drop < 26; drop += 1) {
      const radius = Math.round(2 + next() * 7);
      oil += `M${polar(next() * 170, next() * TURN)}a${radius} ${radius} 0 1 0 .1 0`;
    }
    return (
      `<circle r="190" fill="${dark}"/><g stroke="${light}" fill="none" stroke-linecap="round" opacity=".6">${swirls}</g>` +
      `<path d="${oil}" fill="#E8662A" opacity=".5"/>`
    );
  },
  shreds(next, light, dark) {
    return fillings
      .noodles(next, light, dark)
      .replaceAll('stroke-width="13"', 'stroke-width="9"')
      .replaceAll('stroke-width="9"/><', 'stroke-width="8"/><');
  },
  lettuce(next, light, dark) {
    const leaf =
      "M0-70C16-66 22-54 38-52C34-38 50-26 42-10C48 4 34 18 30 34C16 40 10 58 0 68" +
      "C-10 58-16 40-30 34C-34 18-48 4-42-10C-50-26-34-38-38-52C-22-54-16-66 0-70Z";
    const ribs = "M0-52V56M0-20L20-34M0-20L-20-34M0 8L22-6M0 8L-22-6";
    let leaves = "";
    for (let each = 0; each < 17; each += 1) {
      const [reach, size] = each < 11 ? [118, 0.95] : [54, 0.85];
      const turn = each * 2.4;
      leaves += placed(
        Math.cos(turn) * reach,
        Math.sin(turn) * reach,
        turn * 57.3 + 90 + (next() - 0.5) * 40,
        size + next() * 0.15,
        `<use href="#lettuce" fill="${each % 3 === 0 ? dark : light}"/>`,
      );
    }
    return (
      `<defs><g id="lettuce"><path d="${leaf}"/><path d="${ribs}" stroke="#EFF6D2" stroke-width="4" stroke-linecap="round" fill="none" opacity=".8"/></g></defs>` +
      leaves
    );
  },
  leaf(next, light, dark) {
    return (
      `<circle r="190" fill="${dark}"/><path d="M-178-60C-90-150 90-150 178-60C150 80 60 170-40 176C-130 150-190 40-178-60Z" fill="${light}"/>` +
      `<path d="M-170-50C-60-10 60 60 20 172M-120-100C-20-60 100 0 90 140M-40-128C40-90 140-40 150 60" stroke="${dark}" stroke-width="3" fill="none" opacity=".7"/>`
    );
  },
};

/**
 * A dish seen from above, around the origin, 242 units to its edge.
 *
 * `top` is a list of `[ingredient, how many, how far from the middle, spread]`: spread 1 lays the pieces
 * side by side, 2 scatters them. The first rows lie lowest.
 */
export function bowl({ seed, plate, rim, inside = "#FDF6E9", filling, light, dark, top }) {
  const next = random(seed);
  const ground = fillings[filling](next, light, dark);
  const defs = {
    ...shadow,
    inside: `<clipPath id="inside"><circle r="${INSIDE}"/></clipPath>`,
    depth:
      '<radialGradient id="depth" cx=".5" cy=".42" r=".6"><stop offset=".7" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#1c0e03" stop-opacity=".26"/></radialGradient>',
    glaze:
      '<linearGradient id="glaze" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".35"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/></linearGradient>',
  };
  let food = "";
  for (const [name, count, ring, spread = 1] of top) {
    defs[name] = ingredient(name);
    const first = next() * TURN;
    for (let piece = 0; piece < count; piece += 1) {
      const angle = first + piece * (spread === 2 ? 2.4 : 0.62);
      const reach = ring === 0 ? 0 : ring + (next() - 0.5) * 26;
      const turn = angle * 57.3 + 90 + (next() - 0.5) * 50;
      food += placed(
        Math.cos(angle) * reach,
        Math.sin(angle) * reach,
        turn,
        0.95 + next() * 0.2,
        `<use href="#${name}"/>`,
      );
    }
  }
  return {
    defs,
    body:
      '<ellipse cx="14" cy="30" rx="248" ry="240" fill="#2a1505" opacity=".14"/>' +
      `<circle r="242" fill="${plate}"/><circle r="242" fill="url(#glaze)"/>` +
      `<circle r="222" fill="none" stroke="${rim}" stroke-width="6" stroke-dasharray="3 13" stroke-linecap="round"/>` +
      `<circle r="200" fill="${inside}"/>${ground}${food}<circle r="200" fill="url(#depth)"/>`,
  };
}
