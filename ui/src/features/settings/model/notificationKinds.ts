import type { Role, User } from "@/api/types";
import { texts } from "../texts";

export type Kind = keyof typeof texts.notifications.kinds;

const COMMON_KINDS: Kind[] = ["order_status", "message"];
const MERCHANT_KINDS: Kind[] = [
  "merchant_approved",
  "merchant_rejected",
  "product_approved",
  "product_rejected",
  "organic_approved",
  "organic_rejected",
];

/** The notification kinds of a role. */
export const kindsFor = (role: Role): Kind[] =>
  role === "merchant" ? [...COMMON_KINDS, ...MERCHANT_KINDS] : COMMON_KINDS;

/** A kind without a preference is mailed. */
export const isMailed = ({ preferences }: User, kind: Kind): boolean => preferences?.email[kind] ?? true;

export function withMail(user: User, kind: Kind, wanted: boolean): User {
  const { email: chosen, revision = 0 } = user.preferences ?? {};
  const all = [...COMMON_KINDS, ...MERCHANT_KINDS].map((one) => [one, chosen?.[one] ?? true]);
  return { ...user, preferences: { email: { ...Object.fromEntries(all), [kind]: wanted }, revision } };
}
