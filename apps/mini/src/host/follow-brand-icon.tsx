import { useBrand } from "@loyalty/ui";
import { useEffect } from "react";

/** Whoever puts the app on the home screen gets the icon and the name of the brand that is shown. */
export function FollowBrandIcon() {
  const { key } = useBrand().brand;
  useEffect(() => {
    const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    const icon = document.querySelector<HTMLLinkElement>('link[rel="apple-touch-icon"]');
    if (manifest) manifest.href = `/${key}.webmanifest`;
    if (icon) icon.href = `/icons/${key}-192.png`;
  }, [key]);
  return null;
}
