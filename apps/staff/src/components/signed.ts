import { formatMoney, formatNumber } from "@loyalty/ui/formats";

const sign = (value: number) => (value < 0 ? "−" : value > 0 ? "+" : "");

/** A movement of points with its sign: `+3,912`. */
export const signed = (points: number) => `${sign(points)}${formatNumber(Math.abs(points))}`;

/** A movement in sen with its sign: `−RM 44.20`. */
export const signedMoney = (sen: number) => `${sign(sen)}${formatMoney(Math.abs(sen))}`;
