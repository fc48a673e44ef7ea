/** The support address, used until the shop's configuration has loaded. */
export const SUPPORT_EMAIL = "support@greenstall.example";
