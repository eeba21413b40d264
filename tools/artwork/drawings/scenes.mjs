import { dish } from "./dishes.mjs";
import { put, together } from "./pen.mjs";
import {
  chopsticks,
  disc,
  flames,
  lattice,
  pearlGround,
  phone,
  pour,
  raw,
  rect,
  rosette,
  sauce,
  spoon,
  steam,
  strewn,
  ticket,
} from "./props.mjs";

/** Pictures of 1200 × 800: the banners of both brands and the scenes of the pages. No words in any of them. */

const W = 1200;
const H = 800;

const kruaTable = (ground, line, opacity = 0.16) =>
  together(rect(W, H, ground), lattice(W, H, line, opacity));
const thongTable = (ground, pearl, ribbons, seed) =>
  together(rect(W, H, ground), pearlGround(W, H, pearl, 0.5, seed), pour(W, H, ribbons));
const tea = ["#E9B24A", "#E8792B", "#FFF6EA"];

const scenes = {
  "krua-tom-yum": () =>
    together(
      kruaTable("#FBE3DC", "#C2341D"),
      disc(620, 420, 380, "#fff", 0.35),
      put(dish("tom-yum"), 610, 400, 1.42),
      put(spoon("#0B6A4E"), 1080, 560, 0.9, 118),
      put(sauce("#B5341A"), 150, 640, 1),
      strewn([
        ["lime", 150, 170, -30, 1.5],
        ["mint", 250, 80, 20, 1.3],
        ["chilli", 90, 330, 0, 1.2],
        ["basil", 1060, 130, 40, 1.5],
        ["basil", 1130, 210, 90, 1.2],
        ["chilli", 980, 90, 0, 1.2],
        ["chilli", 232, 560, 0, 0.9],
      ]),
    ),
  "krua-record": () =>
    together(
      kruaTable("#0B6A4E", "#F2B233", 0.22),
      flames(W, 706, 84, "#C2341D", "#F2B233"),
      put(dish("beef-noodle", { plate: "#F5EDDF", rim: "#C2341D" }), 480, 380, 1.5),
      put(chopsticks("#3A1A0C"), 500, 700, 1.25, -9),
      put(rosette(), 960, 300, 1.25),
    ),
  "krua-table": () =>
    together(
      kruaTable("#F5EDDF", "#8C5A33", 0.2),
      put(dish("pad-thai"), 250, 250, 0.86),
      put(dish("green-curry"), 690, 210, 0.74),
      put(dish("basil-rice"), 1050, 330, 0.84),
      put(dish("salmon-salad"), 480, 620, 0.8),
      put(dish("mango-sticky-rice"), 860, 660, 0.62),
      put(sauce("#B5341A"), 150, 620, 0.8),
      put(sauce("#7DB654"), 268, 716, 0.6),
      put(chopsticks(), 1110, 690, 0.75, -30),
      strewn([
        ["lime", 470, 90, 20, 1.1],
        ["basil", 460, 400, 60, 1.2],
        ["chilli", 900, 120, 0, 1.1],
        ["mint", 880, 470, 0, 1],
      ]),
    ),
  "krua-fresh": () =>
    together(
      kruaTable("#E8F4EC", "#0B6A4E"),
      disc(560, 410, 390, "#fff", 0.5),
      put(dish("salmon-salad"), 560, 400, 1.4),
      put(chopsticks("#0B6A4E"), 990, 470, 1.1, 112),
      strewn([
        ["salmon", 150, 180, -20, 1.4],
        ["salmon", 130, 260, -12, 1.4],
        ["lime", 1010, 130, 30, 1.5],
        ["mint", 160, 560, -30, 1.6],
        ["cucumber", 120, 680, 0, 1.5],
        ["cucumber", 205, 700, 0, 1.3],
        ["tomato", 1080, 660, 20, 1.4],
        ["chilli", 900, 90, 0, 1.2],
      ]),
    ),
  "krua-sweet": () =>
    together(
      kruaTable("#FFF4D8", "#B57714"),
      put(dish("mango-sticky-rice"), 430, 420, 1.36),
      put(dish("thai-milk-tea"), 960, 430, 1.15),
      strewn([
        ["mango", 110, 150, -20, 1.5],
        ["mango", 170, 230, 10, 1.3],
        ["mint", 90, 660, 0, 1.5],
        ["sesame", 720, 690, 0, 2],
        ["sesame", 750, 660, 40, 2],
        ["sesame", 780, 700, 80, 2],
      ]),
    ),
  "krua-welcome": () =>
    together(
      kruaTable("#DDF1E7", "#0B6A4E"),
      put(dish("green-curry"), 330, 420, 1.24),
      put(phone("#0B6A4E", "#FFFFFF"), 900, 420, 1.2, 8),
      put(ticket("#FFFFFF", "#C2341D"), 700, 650, 0.9, -8),
    ),
  "thong-milk-tea": () =>
    together(
      thongTable("#FBE9D2", "#FFE0B8", tea, 3),
      disc(600, 400, 350, "#fff", 0.5),
      put(dish("thai-milk-tea"), 600, 420, 1.32),
      put(dish("thai-milk-tea"), 190, 520, 0.72),
      put(dish("green-milk-tea"), 1010, 520, 0.72),
    ),
  "thong-record": () =>
    together(
      rect(W, H, "#5B2A1A"),
      pearlGround(W, H, "#7A3B22", 0.7, 8),
      pour(W, H, ["#E9B24A", "#E8792B", "#F6C98F"]),
      disc(440, 400, 340, "#FFE3CC", 0.18),
      put(dish("mega-milk-tea"), 440, 410, 1.42),
      put(rosette("#AE4307", "#E9B24A", "#8C5A14"), 900, 300, 1.3),
    ),
  "thong-row": () =>
    together(
      thongTable("#FFF1CF", "#FFE3A8", tea, 5),
      put(dish("green-milk-tea"), 150, 470, 0.84),
      put(dish("pink-milk"), 374, 440, 0.88),
      put(dish("thai-milk-tea"), 606, 410, 1),
      put(dish("cocoa"), 838, 440, 0.88),
      put(dish("lime-tea"), 1056, 470, 0.84),
    ),
  "thong-flower": () =>
    together(
      thongTable("#EDE4F7", "#DCCBF0", ["#C9B4EA", "#A98BD8", "#F8F2FF"], 7),
      disc(400, 400, 330, "#fff", 0.5),
      put(dish("rose-butterfly"), 400, 420, 1.3),
      put(dish("pink-milk"), 850, 470, 1),
      raw(
        [
          [700, 150, 1.5],
          [1040, 220, 1.9],
          [120, 220, 1.4],
          [1080, 560, 1.2],
        ]
          .map(
            ([x, y, scale]) =>
              `<g transform="translate(${x} ${y}) scale(${scale})">${[0, 72, 144, 216, 288].map((angle) => `<path d="M0 0C-22-14-22-42 0-50C22-42 22-14 0 0Z" fill="#4C46B8" transform="rotate(${angle})"/>`).join("")}<circle r="10" fill="#FFE08A"/></g>`,
          )
          .join(""),
      ),
    ),
  "thong-toast": () =>
    together(
      thongTable("#E7F1D9", "#D6E8BE", ["#C4DDA0", "#8DB255", "#F7FBEF"], 9),
      put(dish("pandan-toast"), 410, 400, 1.36),
      put(dish("iced-coffee"), 960, 430, 1.16),
    ),
  "thong-birthday": () =>
    together(
      thongTable("#FFE3CC", "#FFD2AC", tea, 11),
      disc(520, 410, 350, "#fff", 0.5),
      put(dish("mega-milk-tea"), 520, 420, 1.36),
      put(ticket("#FFFFFF", "#AE4307"), 880, 600, 1, -8),
      raw(
        ["#E9B24A", "#C65BA8", "#AE4307", "#55802A", "#3E3A9E"]
          .flatMap((colour, row) =>
            [
              [90 + row * 230, 90 + (row % 2) * 70, row * 37],
              [150 + row * 240, 300 - (row % 3) * 60, row * 61],
              [60 + row * 260, 560 - (row % 2) * 90, row * 23],
            ].map(
              ([x, y, turn]) =>
                `<rect x="-16" y="-6" width="32" height="12" rx="6" fill="${colour}" transform="translate(${x} ${y}) rotate(${turn})"/>`,
            ),
          )
          .join(""),
      ),
    ),
  "story-pot": () =>
    together(
      kruaTable("#FDF1D6", "#B57714", 0.14),
      flames(W, 640, 120, "#C2341D", "#F2B233"),
      raw(
        '<rect y="773" width="1200" height="27" fill="#5B2A1A"/><ellipse cx="600" cy="664" rx="330" ry="26" fill="#2a1505" opacity=".22"/>' +
          '<path d="M300 330H900V560C900 640 840 664 760 664H440C360 664 300 640 300 560Z" fill="#4A5A57"/><path d="M300 330H420V664C350 660 300 636 300 560Z" fill="#fff" opacity=".14"/><path d="M820 330H900V560C900 640 860 660 800 664Z" fill="#000" opacity=".16"/>' +
          '<path d="M252 380H312V440H276C258 440 250 420 252 380ZM948 380H888V440H924C942 440 950 420 948 380Z" fill="#33413F"/><ellipse cx="600" cy="330" rx="314" ry="64" fill="#33413F"/><ellipse cx="600" cy="328" rx="284" ry="50" fill="#A8602A"/><path d="M380 322C470 296 560 350 660 318C740 296 800 330 836 326" stroke="#E9A765" stroke-width="12" fill="none" stroke-linecap="round"/>' +
          '<path d="M760 330L930 90C940 76 962 90 954 106L800 344Z" fill="#8C5A33"/>',
      ),
      put(steam("#FFFFFF", 0.9), 520, 270, 1.05),
      strewn([
        ["beef", 520, 326, 10, 0.8],
        ["ball", 640, 336, 0, 0.9],
        ["basil", 706, 318, 60, 0.8],
      ]),
    ),
  "story-pour": () =>
    together(
      thongTable("#FBE9D2", "#FFE0B8", tea, 13),
      raw(
        '<path d="M470 180C520 300 560 420 596 566" stroke="#D9731C" stroke-width="34" fill="none" stroke-linecap="round"/><path d="M462 186C510 300 548 420 586 560" stroke="#F3B65A" stroke-width="10" fill="none" stroke-linecap="round"/>' +
          '<g transform="translate(340 150) rotate(28)"><path d="M-120-110H130L106 120C104 138 92 146 74 146H-64C-82 146-94 138-96 120Z" fill="#C9CED1"/><path d="M-120-110H-40L-34 146H-64C-82 146-94 138-96 120Z" fill="#fff" opacity=".45"/><path d="M-120-60C-200-70-206 80-104 76" stroke="#9AA3A8" stroke-width="20" fill="none"/><ellipse cx="5" cy="-110" rx="126" ry="26" fill="#9AA3A8"/><ellipse cx="5" cy="-108" rx="104" ry="17" fill="#B5520F"/></g>',
      ),
      put(dish("thai-milk-tea"), 640, 520, 0.94),
      put(dish("cocoa"), 940, 540, 0.7),
    ),
  "krua-halal": () =>
    feast("#0B4A3A", lattice(W, H, "#F2B233", 0.16), [
      put(dish("green-curry"), 240, 600, 0.6),
      put(dish("basil-rice"), 600, 596, 0.66),
      put(dish("tom-yum"), 960, 600, 0.6),
    ]),
  "thong-halal": () =>
    feast("#5B2A1A", pearlGround(W, H, "#7A3B22", 0.7, 8), [
      put(dish("green-milk-tea"), 270, 540, 0.56),
      put(dish("thai-milk-tea"), 600, 520, 0.64),
      put(dish("rose-butterfly"), 930, 540, 0.56),
    ]),
  "krua-front": () =>
    storefront({
      sky: "#DDF1E7",
      wall: "#FFFAF1",
      frame: "#0B6A4E",
      awning: ["#0B6A4E", "#FFFFFF"],
      sign: "#C2341D",
      item: "beef-noodle",
      scale: 0.2,
    }),
  "thong-front": () =>
    storefront({
      sky: "#FFE3CC",
      wall: "#FFF6EA",
      frame: "#5B2A1A",
      awning: ["#AE4307", "#FFF3E3"],
      sign: "#E9B24A",
      item: "thai-milk-tea",
      scale: 0.2,
    }),
  crew: () =>
    together(
      kruaTable("#DDF1E7", "#0B6A4E", 0.14),
      raw(
        '<path d="M0 660H1200V800H0Z" fill="#8C5A33"/><path d="M0 660H1200V690H0Z" fill="#A8703F"/>',
      ),
      put(person("#C98B5F", "#FFFFFF", "#0B6A4E", "hat"), 330, 480, 1.3),
      put(person("#A86A43", "#F2B233", "#C2341D", "scarf"), 620, 480, 1.3),
      put(person("#E0AA80", "#FFFFFF", "#5B2A1A", "cap"), 910, 480, 1.3),
      put(dish("pad-thai"), 250, 716, 0.26),
      put(dish("thai-milk-tea"), 920, 650, 0.3),
      put(dish("tom-yum"), 620, 716, 0.26),
    ),
};

/** A table under the moon, after sunset, with lanterns. */
function feast(night, ground, dishes) {
  return together(
    rect(W, H, night),
    ground,
    raw(
      '<path d="M600 90A150 150 0 1 0 712 330A170 170 0 0 1 600 90Z" fill="#F2B233" transform="translate(-30 -10)"/><path d="M742 120L756 156L794 158L764 182L774 219L742 198L710 219L720 182L690 158L728 156Z" fill="#F2B233"/>' +
        '<path d="M0 640C200 580 1000 580 1200 640V800H0Z" fill="#8C5A33"/><path d="M0 660C200 600 1000 600 1200 660V690C1000 630 200 630 0 690Z" fill="#A8703F"/>' +
        [
          [170, 1],
          [1030, 1],
        ]
          .map(
            ([x]) =>
              `<path d="M${x} 0V96" stroke="#F2B233" stroke-width="5"/><path d="M${x - 44} 110L${x} 84L${x + 44} 110L${x + 54} 196L${x} 250L${x - 54} 196Z" fill="#F2B233"/><path d="M${x - 26} 124H${x + 26}L${x + 30} 188L${x} 220L${x - 30} 188Z" fill="#FFF1CF"/>`,
          )
          .join(""),
    ),
    ...dishes,
  );
}

function storefront({ sky, wall, frame, awning, sign, item, scale }) {
  let stripes = "";
  for (let stripe = 0; stripe < 12; stripe += 1)
    stripes += `<path d="M${180 + stripe * 70} 270H${250 + stripe * 70}V350A35 30 0 0 1 ${180 + stripe * 70} 350Z" fill="${awning[stripe % 2]}"/>`;
  const table = (x) =>
    `<path d="M${x} 720V640" stroke="${frame}" stroke-width="12"/><rect x="${x - 70}" y="628" width="140" height="16" rx="8" fill="${frame}"/><rect x="${x - 40}" y="716" width="80" height="12" rx="6" fill="${frame}"/>`;
  return together(
    rect(W, H, sky),
    disc(980, 150, 90, "#FFF1CF"),
    raw(
      `<path d="M0 720H1200V800H0Z" fill="#D9C7AC"/><rect x="150" y="120" width="900" height="604" rx="18" fill="${wall}"/><rect x="150" y="120" width="900" height="604" rx="18" fill="none" stroke="${frame}" stroke-width="10"/>` +
        `<rect x="330" y="150" width="540" height="92" rx="46" fill="${sign}"/>` +
        `<rect x="210" y="390" width="430" height="240" rx="14" fill="#FFE7AE"/><path d="M425 390V630M210 510H640" stroke="${frame}" stroke-width="10"/><rect x="210" y="390" width="430" height="240" rx="14" fill="none" stroke="${frame}" stroke-width="12"/>` +
        `<rect x="720" y="390" width="250" height="334" rx="14" fill="${frame}"/><rect x="746" y="416" width="198" height="200" rx="10" fill="#FFE7AE"/><circle cx="930" cy="650" r="12" fill="${sign}"/>` +
        stripes +
        `<rect x="176" y="256" width="848" height="18" rx="9" fill="${frame}"/>` +
        table(300) +
        table(540) +
        `<path d="M80 724C60 640 60 580 100 520C140 580 140 640 120 724Z" fill="#3E9650"/><path d="M100 724V560" stroke="#23743F" stroke-width="8"/><rect x="60" y="690" width="80" height="60" rx="10" fill="${sign}"/><path d="M1100 724C1080 640 1080 580 1120 520C1160 580 1160 640 1140 724Z" fill="#3E9650"/><path d="M1120 724V560" stroke="#23743F" stroke-width="8"/><rect x="1080" y="690" width="80" height="60" rx="10" fill="${sign}"/>`,
    ),
    put(dish(item), 600, 196, scale * 0.78),
  );
}

function person(skin, shirt, apron, head) {
  const heads = {
    hat: '<path d="M-52-196C-90-210-84-266-40-262C-20-296 36-296 46-262C88-262 88-208 54-196V-168H-52Z" fill="#fff"/><path d="M-52-184H54V-168H-52Z" fill="#E4D9C7"/>',
    scarf: `<path d="M-66-120C-76-220 76-220 66-120C70-60 50-40 40-44L-40-44C-50-40-70-60-66-120Z" fill="${apron}"/>`,
    cap: `<path d="M-56-166C-56-216 56-216 56-166Z" fill="${apron}"/><path d="M-56-166H84C88-158 80-152 70-152H-56Z" fill="${apron}"/>`,
  };
  const hair =
    head === "scarf" ? "" : '<path d="M-54-150C-58-200 58-200 54-150V-110H-54Z" fill="#2B1A12"/>';
  const face = `<ellipse cy="-114" rx="46" ry="54" fill="${skin}"/><path d="M-20-122V-114M20-122V-114" stroke="#2B1A12" stroke-width="7" stroke-linecap="round"/><path d="M-18-90C-8-80 8-80 18-90" stroke="#7A2E1E" stroke-width="6" fill="none" stroke-linecap="round"/>`;
  return raw(
    `<path d="M-110 160C-116 20-90-44-40-52H40C90-44 116 20 110 160Z" fill="${shirt}"/><path d="M-24-70H24V-40C14-26-14-26-24-40Z" fill="${skin}"/>` +
      `<path d="M-60-20L-44-50M60-20L44-50" stroke="${apron}" stroke-width="14"/><path d="M-66-20H66L78 160H-78Z" fill="${apron}"/><rect x="-34" y="50" width="68" height="46" rx="10" fill="#fff" opacity=".25"/>` +
      (head === "scarf" ? heads.scarf + face : hair + face + heads[head]),
  );
}

export const sceneNames = Object.keys(scenes);

export function scenePicture(name) {
  return scenes[name]();
}
