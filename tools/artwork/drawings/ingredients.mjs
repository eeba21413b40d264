/** What is put on a dish: each drawn once around the origin, about 90 units wide, then used by name. */

const round = 'stroke-linecap="round" fill="none"';
const turned = (angles, path) =>
  angles.map((angle) => `<g transform="rotate(${angle})">${path}</g>`).join("");

/** Pieces that throw a shadow. */
const pieces = {
  prawn: `<path d="M-34 20C-44-14-16-42 18-36C42-32 52-8 44 14C40 24 30 26 28 16C32-2 22-14 4-14C-12-14-18 0-12 16C-16 28-30 30-34 20Z" fill="#F58A63"/><path d="M-26-6L-12 0M-16-24L-5-12M6-35L7-16M28-30L20-11M42-12L28-1" stroke="#D95B3A" stroke-width="4" ${round}/><path d="M32 18L28 42L46 34L52 14Z" fill="#D9432A"/>`,
  chicken: `<rect x="-44" y="-16" width="88" height="32" rx="14" fill="#E9B878"/><path d="M-34-12L-26 12M-14-13L-6 13M6-13L14 13M26-12L34 12" stroke="#9C5A24" stroke-width="6" opacity=".75" ${round}/>`,
  mince: `<path d="M-22 4C-24-14-6-20 6-16C20-14 26 0 18 12C8 20-18 18-22 4Z" fill="#A9683A"/><path d="M-12 0C-6-8 4-8 10-4" stroke="#D19B66" stroke-width="4" ${round}/>`,
  beef: `<path d="M-40 6C-42-20-8-30 16-24C40-18 46 8 26 18C6 28-36 28-40 6Z" fill="#8A4A38"/><path d="M-28 2C-14-10 12-12 30-2M-18 14C-4 6 12 6 24 10" stroke="#C48672" stroke-width="4" ${round}/>`,
  chunk: `<path d="M-30-14C-20-28 18-28 28-14C36 0 32 20 18 24C0 30-24 28-32 14C-36 4-34-6-30-14Z" fill="#7C3F27"/><path d="M-20-8C-8-16 8-16 18-10M-18 8C-6 2 8 2 18 8" stroke="#B5744F" stroke-width="5" ${round}/>`,
  ball: `<circle r="24" fill="#7A4632"/><path d="M-14-8A16 16 0 0 1 6-16" stroke="#C99676" stroke-width="5" ${round}/>`,
  egg: `<ellipse rx="34" ry="28" fill="#FFFDF6"/><circle r="16" fill="#F6A91B"/><path d="M-8-6A10 10 0 0 1 4-10" stroke="#FFD978" stroke-width="4" ${round}/>`,
  "fried-egg": `<path d="M-62 8C-74-22-46-54-14-50C6-66 44-54 52-26C76-14 70 26 44 34C34 60-8 60-22 46C-46 52-66 34-62 8Z" fill="#FFFDF6" stroke="#D99B4E" stroke-width="5"/><circle cx="-2" cy="-2" r="25" fill="#F6A91B"/><path d="M-16-10A18 18 0 0 1 4-20" stroke="#FFD978" stroke-width="5" ${round}/>`,
  basil: `<path d="M0-34C22-20 22 14 0 34C-22 14-22-20 0-34Z" fill="#2E8B4F"/><path d="M0-28V30M0-12L11-18M0-12L-11-18M0 4L13-2M0 4L-13-2M0 18L9 13M0 18L-9 13" stroke="#1C6637" stroke-width="2.5" ${round}/>`,
  mint: `<path d="M0 2C-30 8-44-14-36-30C-16-34 2-20 0 2C-2-20 16-34 36-30C44-14 30 8 0 2Z" fill="#3FA35E"/><path d="M0 2C-8-12-20-20-30-24M0 2C8-12 20-20 30-24" stroke="#23743F" stroke-width="2.5" ${round}/>`,
  chilli: `<circle r="13" fill="#D7301F"/><circle r="7" fill="#F7C8B4"/><circle cx="-2" cy="-2" r="1.8" fill="#F3B33C"/><circle cx="3" cy="2" r="1.8" fill="#F3B33C"/>`,
  lime: `<path d="M-36 0A36 36 0 0 1 36 0Z" fill="#7DBB3C"/><path d="M-30 0A30 30 0 0 1 30 0Z" fill="#E6F3B4"/><path d="M0 0L-19-21M0 0L0-29M0 0L19-21" stroke="#A9D05A" stroke-width="4"/>`,
  cucumber: `<circle r="24" fill="#4E9A4A"/><circle r="20" fill="#DDF0C4"/>${turned([0, 60, 120, 180, 240, 300], '<ellipse cy="-10" rx="2.6" ry="5" fill="#B4D98F"/>')}`,
  tomato: `<path d="M-30 6A30 30 0 0 1 30 6C22 22-22 22-30 6Z" fill="#D93A26"/><path d="M-22 4A22 22 0 0 1-2-16V6ZM22 4A22 22 0 0 0 2-16V6Z" fill="#F58A6A"/>`,
  mango: `<path d="M-42 8C-30-22 24-26 44-4C26 22-22 30-42 8Z" fill="#F9B233"/><path d="M-28 4C-14-10 14-12 30-4" stroke="#FFD87A" stroke-width="5" ${round}/>`,
  salmon: `<path d="M-52-16C-30-28 24-28 46-20C58-14 58 4 48 14C26 26-24 28-46 20C-60 14-62-8-52-16Z" fill="#FB7F45"/><path d="M-38-20C-28-8-28 8-38 20M-18-23C-8-9-8 10-18 23M2-24C12-9 12 10 2 24M22-23C32-9 32 9 22 22M40-19C46-8 46 6 40 17" stroke="#FFDCC8" stroke-width="4.5" fill="none"/>`,
  pineapple: `<path d="M-28-22H28L16 24H-16Z" fill="#F7C93C"/><path d="M-16-20L-6 22M0-22V24M16-20L6 22M-24-8H24M-20 6H20" stroke="#DFA21D" stroke-width="3" ${round}/>`,
  potato: `<path d="M-32 2C-34-22-6-32 14-26C38-20 40 12 22 24C2 32-30 26-32 2Z" fill="#EBC46A"/><path d="M-20-4C-12-16 6-18 16-14" stroke="#F8E2A6" stroke-width="6" ${round}/>`,
  fritter: `<path d="M-44 10C-52-4-40-18-28-16C-24-30-6-30 0-22C10-32 30-28 32-16C48-16 52 4 42 12C40 26 22 30 12 24C4 32-16 32-22 24C-34 28-44 22-44 10Z" fill="#E3A24A"/><path d="M-30 2C-20-10-8-6-2 4M6-8C14-16 26-10 30-2M-12 16C-4 10 8 12 14 16" stroke="#3F8A4A" stroke-width="6" ${round}/><path d="M-26-10C-18-18-8-18-4-12M10 12C18 8 28 8 32 6" stroke="#F6CC84" stroke-width="5" ${round}/>`,
  coconut: `<path d="M-26-18L14-26L30-6L22 20L-18 24L-32 6Z" fill="#F3C65B"/><path d="M-22-12L12-19L23-4L-14 2Z" fill="#FCE7A8"/><circle cx="-6" cy="13" r="3" fill="#D9902A"/><circle cx="12" cy="9" r="2.5" fill="#D9902A"/><circle cx="2" cy="-9" r="2.5" fill="#E3A93C"/>`,
  ruby: `<path d="M-20-6C-16-22 12-24 20-10C26 4 16 20 0 20C-16 20-24 8-20-6Z" fill="#D2285A"/><path d="M-10-6C-6-13 4-14 10-9" stroke="#F48FAE" stroke-width="5" ${round}/>`,
  banana: `<circle r="25" fill="#F5D777"/><circle r="19" fill="#FCEDB8"/>${turned([0, 120, 240], '<path d="M0-3V-11" stroke="#C79A3A" stroke-width="3" stroke-linecap="round"/>')}`,
  tofu: `<rect x="-24" y="-24" width="48" height="48" rx="7" fill="#F3DFAE"/><path d="M-24-8V17A7 7 0 0 0-17 24H17A7 7 0 0 0 24 17V-8Z" fill="#D9AE62"/><rect x="-18" y="-19" width="36" height="9" rx="4" fill="#FBF0CF"/>`,
  mushroom: `<path d="M-32 4C-32-24 32-24 32 4C24 14-24 14-32 4Z" fill="#E8D6BC"/><path d="M-9 8H9V26C6 32-6 32-9 26Z" fill="#F7ECDA"/><path d="M-20-4C-14-12-4-15 6-15" stroke="#FBF5EA" stroke-width="4" ${round}/>`,
};

/** Crumbs and threads: too small to throw one. */
const crumbs = {
  peanut: `<ellipse rx="8" ry="6" fill="#D9A45B" stroke="#B57F38" stroke-width="1.5"/>`,
  sesame: `<ellipse rx="5" ry="3" fill="#F7E9C6" stroke="#CFAF74"/>`,
  sprout: `<path d="M-26 6C-10-14 10 12 26-6" stroke="#F4EBD0" stroke-width="6" ${round}/><circle cx="27" cy="-7" r="5" fill="#E3CF7C"/>`,
  scallion: `<circle r="8" fill="none" stroke="#58A84F" stroke-width="5"/>`,
  shred: `<path d="M-34 4C-14-8 12 8 34-4" stroke="#E9F0C0" stroke-width="6" ${round}/>`,
  onion: `<circle r="26" fill="none" stroke="#B76BA3" stroke-width="4"/><circle r="20" fill="none" stroke="#F3E3EF" stroke-width="6"/>`,
  carrot: `<path d="M-28-3C-10 7 12-7 28 3" stroke="#F08A2E" stroke-width="6" ${round}/>`,
  bean: `<path d="M-30 0C-12-9 12 9 30 0" stroke="#3F9350" stroke-width="9" ${round}/>`,
  ice: `<rect x="-22" y="-22" width="44" height="44" rx="10" fill="#fff" opacity=".55" stroke="#fff" stroke-width="2"/>`,
};

/** The definition of one ingredient, by its id. Refuses one that nobody has drawn. */
export function ingredient(name) {
  if (pieces[name]) return `<g id="${name}" filter="url(#shadow)">${pieces[name]}</g>`;
  if (crumbs[name]) return `<g id="${name}">${crumbs[name]}</g>`;
  throw new Error(`No ingredient is called "${name}".`);
}
