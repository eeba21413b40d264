import { bowl } from "./bowl.mjs";
import { cup } from "./cup.mjs";
import { put, together } from "./pen.mjs";
import { skewers, toast } from "./plates.mjs";

/** Every dish on the two menus: a ground colour and a recipe. A new dish is one line. */

const green = { plate: "#0B6A4E", rim: "#0E7E5D" };
const red = { plate: "#C2341D", rim: "#E0694F" };
const gold = { plate: "#F2B233", rim: "#FFE2A1" };
const black = { plate: "#211A13", rim: "#F2B233" };
const white = { plate: "#FFFFFF", rim: "#0B6A4E" };
const blue = { plate: "#2F5D8A", rim: "#7FA8CF" };

const bowls = {
  "beef-noodle": [
    "#F5EDDF",
    {
      seed: 7,
      ...green,
      filling: "noodles",
      light: "#EBCB92",
      dark: "#C6924F",
      top: [
        ["beef", 5, 92],
        ["ball", 3, 92],
        ["sprout", 5, 120, 2],
        ["basil", 3, 52],
        ["scallion", 9, 90, 2],
        ["chilli", 5, 124, 2],
        ["lime", 1, 132],
      ],
    },
  ],
  "boat-noodle": [
    "#F1DDD0",
    {
      seed: 18,
      ...black,
      filling: "noodles",
      light: "#C9975F",
      dark: "#7A4A22",
      top: [
        ["beef", 3, 88],
        ["ball", 4, 104],
        ["bean", 4, 70],
        ["scallion", 8, 100, 2],
        ["chilli", 4, 124, 2],
        ["mint", 1, 30],
      ],
    },
  ],
  "pad-thai": [
    "#FDF1D6",
    {
      seed: 27,
      ...blue,
      filling: "noodles",
      light: "#F0B870",
      dark: "#C97F34",
      top: [
        ["carrot", 7, 110, 2],
        ["sprout", 6, 112, 2],
        ["prawn", 4, 84],
        ["tofu", 3, 100],
        ["peanut", 12, 90, 2],
        ["scallion", 7, 100, 2],
        ["lime", 1, 132],
      ],
    },
  ],
  "tom-yum": [
    "#FBE3DC",
    {
      seed: 21,
      ...red,
      filling: "curry",
      light: "#F3935A",
      dark: "#D9561F",
      top: [
        ["mushroom", 3, 116, 2],
        ["prawn", 4, 96],
        ["lime", 2, 128],
        ["basil", 3, 44],
        ["chilli", 6, 118, 2],
      ],
    },
  ],
  "green-curry": [
    "#DDF1E7",
    {
      seed: 33,
      ...green,
      filling: "curry",
      light: "#E7EBBE",
      dark: "#8DA94B",
      top: [
        ["chicken", 5, 90],
        ["basil", 4, 70],
        ["bean", 4, 110],
        ["chilli", 5, 120, 2],
        ["cucumber", 2, 124],
      ],
    },
  ],
  massaman: [
    "#F5E3CC",
    {
      seed: 38,
      ...gold,
      filling: "curry",
      light: "#E9A765",
      dark: "#A8602A",
      top: [
        ["potato", 3, 104],
        ["chunk", 5, 74],
        ["peanut", 12, 110, 2],
        ["basil", 2, 30],
        ["chilli", 3, 128, 2],
      ],
    },
  ],
  "basil-rice": [
    "#FDF1D6",
    {
      seed: 44,
      ...black,
      filling: "rice",
      light: "#F2E9D8",
      dark: "#EFE3CC",
      top: [
        ["mince", 12, 104, 2],
        ["mince", 6, 60, 2],
        ["basil", 4, 92, 2],
        ["bean", 3, 116],
        ["fried-egg", 1, 0],
        ["chilli", 5, 126, 2],
        ["cucumber", 2, 134],
      ],
    },
  ],
  "pineapple-rice": [
    "#FFF4D8",
    {
      seed: 47,
      ...blue,
      filling: "rice",
      light: "#F6CF6A",
      dark: "#EBB944",
      top: [
        ["pineapple", 6, 92, 2],
        ["prawn", 3, 92],
        ["peanut", 14, 80, 2],
        ["scallion", 8, 100, 2],
        ["chilli", 4, 120, 2],
        ["mint", 1, 20],
      ],
    },
  ],
  "salmon-salad": [
    "#E8F4EC",
    {
      seed: 52,
      ...white,
      inside: "#FBF8EF",
      filling: "lettuce",
      light: "#8CC063",
      dark: "#4F9A4C",
      top: [
        ["cucumber", 3, 136],
        ["onion", 5, 118, 2],
        ["salmon", 10, 92],
        ["salmon", 4, 34, 2],
        ["scallion", 5, 96, 2],
        ["sesame", 16, 80, 2],
        ["chilli", 3, 130, 2],
        ["lime", 2, 142],
        ["mint", 1, 8],
      ],
    },
  ],
  "papaya-salad": [
    "#E8F4EC",
    {
      seed: 57,
      ...gold,
      filling: "noodles",
      light: "#E9F0C0",
      dark: "#B9CB7C",
      top: [
        ["carrot", 8, 90, 2],
        ["tomato", 4, 104, 2],
        ["bean", 4, 100],
        ["peanut", 12, 90, 2],
        ["chilli", 6, 110, 2],
        ["lime", 1, 130],
      ],
    },
  ],
  "kangkung-fritters": [
    "#DDF1E7",
    {
      seed: 64,
      ...white,
      filling: "leaf",
      light: "#5E9E57",
      dark: "#4A8646",
      top: [
        ["fritter", 7, 110],
        ["fritter", 4, 44],
        ["chilli", 4, 130, 2],
        ["lime", 1, 134],
      ],
    },
  ],
  "salted-egg-coconut": [
    "#FDF1D6",
    {
      seed: 72,
      ...blue,
      filling: "leaf",
      light: "#5E9E57",
      dark: "#4A8646",
      top: [
        ["coconut", 10, 116],
        ["coconut", 7, 66, 2],
        ["coconut", 2, 18],
        ["sesame", 14, 90, 2],
        ["chilli", 3, 130, 2],
      ],
    },
  ],
  "mango-sticky-rice": [
    "#FFF4D8",
    {
      seed: 61,
      ...gold,
      filling: "rice",
      light: "#FBF4E4",
      dark: "#F4EAD4",
      top: [
        ["mango", 6, 96],
        ["sesame", 16, 70, 2],
        ["mint", 1, 10],
      ],
    },
  ],
  "red-ruby": [
    "#FBE3DC",
    {
      seed: 66,
      ...white,
      filling: "curry",
      light: "#FFFFFF",
      dark: "#F7EBDD",
      top: [
        ["ruby", 10, 92, 2],
        ["ruby", 6, 52, 2],
        ["ice", 4, 100, 2],
        ["banana", 0, 0],
        ["mint", 1, 14],
      ],
    },
  ],
  "banana-roti": [
    "#FBE9D2",
    {
      seed: 81,
      plate: "#5B2A1A",
      rim: "#E9B24A",
      filling: "rice",
      light: "#E7B763",
      dark: "#DDA44B",
      top: [
        ["banana", 8, 104],
        ["banana", 4, 50, 2],
        ["sesame", 14, 90, 2],
        ["mint", 1, 8],
      ],
    },
  ],
};

const cups = {
  "thai-milk-tea": ["#FBE9D2", { seed: 3, middle: "#E8792B", low: "#B5520F", straw: "#AE4307" }],
  "mega-milk-tea": ["#FFE3CC", { seed: 4, middle: "#EE8A35", low: "#A8470A", straw: "#5B2A1A" }],
  "green-milk-tea": [
    "#E7F1D9",
    { seed: 5, middle: "#8DB255", low: "#55802A", straw: "#55802A", garnish: "pandan" },
  ],
  "rose-butterfly": [
    "#EDE4F7",
    {
      seed: 9,
      top: "#F3D9EE",
      middle: "#8A6BC9",
      low: "#3E3A9E",
      straw: "#5B3FA0",
      withPearls: false,
      garnish: "orchid",
    },
  ],
  "lime-tea": [
    "#F1EBC8",
    {
      seed: 10,
      top: "#F3B65A",
      middle: "#D9731C",
      low: "#9C3F0B",
      straw: "#55802A",
      withPearls: false,
      pour: false,
      garnish: "lime",
      blend: [0.1, 0.5],
    },
  ],
  cocoa: ["#F1DDD0", { seed: 12, middle: "#8A4E2C", low: "#4A2412", straw: "#5B2A1A" }],
  "pink-milk": [
    "#FBE3E8",
    {
      seed: 14,
      top: "#FFF1F4",
      middle: "#F79AB4",
      low: "#E0577E",
      foam: "#FFF8FA",
      straw: "#B23A63",
      withPearls: false,
      garnish: "rose",
    },
  ],
  "iced-coffee": [
    "#EFE2D3",
    {
      seed: 16,
      top: "#F3DFC4",
      middle: "#7A4A28",
      low: "#2C150A",
      straw: "#2C150A",
      withPearls: false,
    },
  ],
  "coconut-shake": [
    "#E4F1EE",
    {
      seed: 19,
      top: "#FFFFFF",
      middle: "#F5F1E6",
      low: "#D9E6DC",
      straw: "#2E8B4F",
      withPearls: false,
      ice: false,
      pour: false,
      garnish: "coconut",
    },
  ],
  "mango-smoothie": [
    "#FFF1CF",
    {
      seed: 23,
      top: "#FFF6DE",
      middle: "#F9C13F",
      low: "#EE9420",
      straw: "#C97A10",
      withPearls: false,
      ice: false,
      garnish: "mango",
    },
  ],
};

const middle = { bowl: [300, 300], cup: [300, 322] };

/** The dish alone, without its ground, for use in a larger scene. */
export function dish(name, other = {}) {
  if (bowls[name]) return bowl({ ...bowls[name][1], ...other });
  if (cups[name]) return cup({ id: name, ...cups[name][1] });
  return plates[name][1]();
}

const plates = {
  "beef-balls": ["#F5EDDF", skewers],
  "pandan-toast": ["#E7F1D9", toast],
};

/** The square picture of one dish, 600 units wide. */
export function dishPicture(name) {
  const [ground] = bowls[name] ?? cups[name] ?? plates[name];
  const [x, y] = cups[name] ? middle.cup : middle.bowl;
  const glow = cups[name] ? '<circle cx="300" cy="316" r="236" fill="#fff" opacity=".45"/>' : "";
  return together(
    { body: `<rect width="600" height="600" fill="${ground}"/>${glow}` },
    put(dish(name), x, y),
  );
}

export const dishNames = [...Object.keys(bowls), ...Object.keys(cups), ...Object.keys(plates)];
