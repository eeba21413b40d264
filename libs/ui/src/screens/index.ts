/** The public rooms, each in its own chunk: both apps mount them by these names. */
export const screens = {
  HomeScreen: async () => (await import("./home/home-screen.tsx")).HomeScreen,
  MenuScreen: async () => (await import("./menu/menu-screen.tsx")).MenuScreen,
  LocationsScreen: async () => (await import("./locations/locations-screen.tsx")).LocationsScreen,
  AboutScreen: async () => (await import("./about/about-screen.tsx")).AboutScreen,
  MembershipScreen: async () =>
    (await import("./membership/membership-screen.tsx")).MembershipScreen,
  AwardsScreen: async () => (await import("./awards/awards-screen.tsx")).AwardsScreen,
  CareersScreen: async () => (await import("./careers/careers-screen.tsx")).CareersScreen,
  ContactScreen: async () => (await import("./contact/contact-screen.tsx")).ContactScreen,
  TermsScreen: async () => (await import("./legal/terms-screen.tsx")).TermsScreen,
  PrivacyScreen: async () => (await import("./legal/privacy-screen.tsx")).PrivacyScreen,
} as const;

export type ScreenName = keyof typeof screens;
