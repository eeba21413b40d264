/** What points can become: a dish of the menu, and its points (spec 001 §9). */
export const redemptions = [
  { dish: "thaiMilkTea", points: 500 },
  { dish: "kangkungFritters", points: 600 },
  { dish: "beefBalls", points: 700 },
  { dish: "saltedEggCoconut", points: 800 },
  { dish: "salmonSalad", points: 900 },
] as const;
