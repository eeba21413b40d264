export function countriesByCallingCode(): Record<string, string[]>;
