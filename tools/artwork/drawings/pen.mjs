/**
 * The pen: a drawing is `{ defs, body }`, so that several drawings can lie in one picture and share
 * what they have in common (an ingredient is stored once and used many times).
 */

/** A repeatable stream of numbers in [0, 1): the same seed draws the same picture for ever. */
export function random(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const whole = (number) => String(Math.round(number));

/** Moves, turns (degrees) and scales what is inside. */
export function placed(x, y, turn, scale, inner) {
  const turned = Math.round(turn) ? ` rotate(${whole(turn)})` : "";
  const scaled = scale === 1 ? "" : ` scale(${Number(scale.toFixed(2))})`;
  return `<g transform="translate(${whole(x)} ${whole(y)})${turned}${scaled}">${inner}</g>`;
}

/** A point on a circle, as the text of a path; the angle in radians. */
export function polar(radius, angle, cx = 0, cy = 0) {
  return `${whole(cx + Math.cos(angle) * radius)} ${whole(cy + Math.sin(angle) * radius)}`;
}

export function together(...drawings) {
  return {
    defs: Object.assign({}, ...drawings.map((drawing) => drawing.defs ?? {})),
    body: drawings.map((drawing) => drawing.body).join(""),
  };
}

export function put(drawing, x, y, scale = 1, turn = 0) {
  return { defs: drawing.defs ?? {}, body: placed(x, y, turn, scale, drawing.body) };
}

/** The finished file. */
export function picture(width, height, drawing) {
  const defs = Object.values(drawing.defs ?? {}).join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `${defs ? `<defs>${defs}</defs>` : ""}${drawing.body}</svg>\n`
  );
}

/** The soft shadow that makes a piece of food lie on its dish. */
export const shadow = {
  shadow:
    '<filter id="shadow" x="-30%" y="-30%" width="160%" height="170%"><feDropShadow dx="0" dy="4" stdDeviation="4" flood-color="#2a1505" flood-opacity=".28"/></filter>',
};
