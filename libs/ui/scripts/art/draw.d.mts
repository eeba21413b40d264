/** All pictures by their file name, each as the text of an SVG file. */
export function pictures(): Record<string, string>;
