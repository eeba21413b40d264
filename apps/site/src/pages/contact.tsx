import { ContactScreen } from "@loyalty/ui/screens/contact";

import { headOf } from "../head-of.ts";

export function meta() {
  return headOf("contact");
}

export default function ContactPage() {
  return <ContactScreen />;
}
