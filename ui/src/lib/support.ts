/** Where customers reach support, until the shop has said so itself. */
export const SUPPORT_EMAIL = "support@greenstall.example";
