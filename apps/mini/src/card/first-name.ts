/** Words before a name that are no name. */
const TITLES = new Set("dato datuk datin dr encik cik mr mrs ms puan tun".split(" "));

/** Words that are half of a name: `Abdul Rahman`. */
const NAME_PREFIXES = new Set("abdul abd muhammad mohammad mohamad mohamed mohd md".split(" "));

const FAMILY_NAMES = new Set(
  (
    "ang aw beh boey chai chan chang chen cheng cheong chew chia chin chong choo chow chua chung fong foo " +
    "gan goh hew heng ho hong hoo koay koh kok kong kuan kwan lai lam lau law lee leong lew liew lim ling loh " +
    "loke loo looi low lum mah mok neo ng ngo oh ong ooi pang phang phua poon quah quek saw seah see seow siew " +
    "sim sia siow soh soo tan tang tay tee teh teo teoh thong thye tiong toh wan wong woo yam yap yeap yee yeo " +
    "yeoh yew yip yong"
  ).split(" "),
);

/**
 * How a member is greeted: `Aisyah` of Aisyah Rahman, `Wei Jie` of Tan Wei Jie, `Abdul Rahman` of Abdul Rahman bin Ali,
 * `Kavitha` of S. Kavitha; the whole name where nothing else is left of it.
 */
export function firstName(name: string): string {
  const all = name.trim().split(/\s+/);
  const isTitle = (word: string) => TITLES.has(word.toLowerCase().replace(/[.'’]/g, ""));
  const isInitial = (word: string) => /^\p{L}\.?$/u.test(word);
  const begin = all.findIndex((word) => !isTitle(word) && !isInitial(word));
  const words = begin < 0 ? all : all.slice(begin);
  const [first = "", second] = words;
  if (second === undefined) return first;
  const word = first.toLowerCase();
  if (NAME_PREFIXES.has(word)) return `${first} ${second}`;
  return FAMILY_NAMES.has(word) ? words.slice(1, 3).join(" ") : first;
}
