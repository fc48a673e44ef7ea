import { expect, it } from "vitest";
import cases from "../../tests/pageWords.json";
import { merchantWords, productWords } from "./pageWords";

/** The merchant of a case; missing fields are empty. */
const merchantOf = (of: { name?: string; businessName: string; city?: string; state?: string }) => ({
  name: of.name ?? "",
  businessInfo: { businessName: of.businessName, businessDescription: "" },
  address: { city: of.city ?? "", state: of.state ?? "" },
});

it.each(cases.products)("describes the page of $name as the server does", (of) => {
  const words = productWords({ ...of, inventory: { unit: of.unit }, merchant: merchantOf(of) });
  expect(words).toEqual({ title: of.title.replace(" · Greenstall", ""), description: of.expected });
});

it.each(cases.merchants)("describes the page of $title as the server does", (of) => {
  const merchant = merchantOf(of);
  merchant.businessInfo.businessDescription = of.description;
  expect(merchantWords(merchant)).toEqual({
    title: of.title.replace(" · Greenstall", ""),
    description: of.expected,
  });
});
