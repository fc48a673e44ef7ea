// Titles and descriptions of the pages of products and merchants. The server writes the same ones into the HTML
// (`deploy/greenstall/src/web/words.rs`); both are tested with `tests/pageWords.json`.
import { formatMoney } from "./money";

interface NamedMerchant {
  name: string;
  businessInfo: { businessName: string; businessDescription: string };
  address: { city: string; state: string };
}

interface NamedProduct {
  name: string;
  description: string;
  price: number;
  inventory: { unit: string };
  merchant: NamedMerchant;
}

/** A title and a description. */
export interface PageWords {
  title: string;
  description: string;
}

/** The length to which search engines cut a description, in characters. */
const MAX_DESCRIPTION = 155;

/** A text on one line, cut between two words. */
function shortened(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  const letters = [...line];
  if (letters.length <= MAX_DESCRIPTION) return line;
  const cut = letters.slice(0, MAX_DESCRIPTION - 1).join("");
  const end = cut.lastIndexOf(" ");
  return `${end < 0 ? cut : cut.slice(0, end)}…`;
}

const nameOf = ({ name, businessInfo }: NamedMerchant): string => businessInfo.businessName || name;

const located = ({ address: { city, state } }: NamedMerchant): string =>
  city ? ` in ${city}, ${state}` : "";

export function productWords({ name, description, price, inventory, merchant }: NamedProduct): PageWords {
  const seller = nameOf(merchant);
  return {
    title: `${name} from ${seller}`,
    description: shortened(
      `${formatMoney(price)} per ${inventory.unit} from ${seller}${located(merchant)}. ${description}`,
    ),
  };
}

export function merchantWords(merchant: NamedMerchant): PageWords {
  const place = `${nameOf(merchant)}${located(merchant)}`;
  const own = shortened(merchant.businessInfo.businessDescription);
  return { title: place, description: own || shortened(`Fresh food and handmade goods from ${place}.`) };
}

export const categoryWords = (label: string): PageWords => ({
  title: label,
  description: `${label} from farmers, bakers and makers near you. Order online, pick up or have it brought.`,
});
