import { expect, it } from "vitest";
import { isPhone, telHref } from "./phone";
import { isZip } from "./zip";

it.each([
  "415 555 0134",
  "+1 (802) 555-0100",
  "555.010.0199",
  "(555) 010-0199 ext. 5",
  "555-0199 Ext 12",
  "555-0199x12",
  "555-0199 extension 12",
  "555-0199 #12",
  "\u202A(555) 010-0199\u202C",
  "\uFEFF555\u00A0010\u20110199\u200B",
])("takes the phone number %j", (phone) => {
  expect(isPhone(phone)).toBe(true);
});

it.each(["", "call me", "+", "()", "555-0199 ext.", "555-0199 ext. five", "ext. 5", "1+2", "5".repeat(41)])(
  "does not take %j for a phone number",
  (text) => {
    expect(isPhone(text)).toBe(false);
  },
);

it("reads a ZIP code among characters that cannot be seen", () => {
  expect(["\u202A97214\u202C", " 97214-1234\u200B", "\uFEFF97214"].every(isZip)).toBe(true);
  expect(["9721", "972145", "97214-12", "Portland"].some(isZip)).toBe(false);
});

it("calls the digits of a number, and its extension", () => {
  expect(telHref("(503) 555-0171")).toBe("tel:5035550171");
  expect(telHref("+1 802 555 0100 ext. 5")).toBe("tel:+18025550100;ext=5");
  expect(telHref("802-555-0100 x12")).toBe("tel:8025550100;ext=12");
});
