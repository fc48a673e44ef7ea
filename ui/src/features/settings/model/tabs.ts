import type { Role } from "@/api/types";

export const SETTINGS_TABS = [
  "personal",
  "business",
  "security",
  "notifications",
  "payments",
  "privacy",
] as const;

export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** Only merchants have the Business Info tab. */
export const tabsFor = (role: Role): SettingsTab[] =>
  SETTINGS_TABS.filter((tab) => tab !== "business" || role === "merchant");
