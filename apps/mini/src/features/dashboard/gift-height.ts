/** As high as a wrapped gift on a phone, for its place while it loads. */
export const GIFT_HEIGHT = "11.5rem";
