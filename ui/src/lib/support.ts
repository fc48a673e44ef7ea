/** Where customers reach support. */
export const SUPPORT_EMAIL = "support@greenstall.example";
