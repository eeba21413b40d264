/** As high as a wrapped gift, for its place while it loads (dashboard-screen.module.css). */
export const GIFT_HEIGHT = "var(--gift-height)";
