import { describe, expect, it } from "vitest";
import { check } from "@/ui/form/rules";
import { formatExpiry, groupDigits, readExpiry, cardRules } from "./card";

describe("the card form", () => {
  it("groups the digits of a number during typing", () => {
    expect(groupDigits("42424242x4242 4242")).toBe("4242 4242 4242 4242");
  });

  it("formats and reads the expiry date", () => {
    expect(formatExpiry("1230")).toBe("12 / 30");
    expect(formatExpiry("1")).toBe("1");
    expect(readExpiry("12 / 30")).toEqual({ expMonth: 12, expYear: 2030 });
    expect(readExpiry("13 / 30")).toBeNull();
  });

  it.each(["12/34", "1234", "12/2034", "122034", "12 / 2034", "2034-12", "2034/12", " 12-34 "])(
    "reads what browsers and people fill in: %s",
    (text) => expect(readExpiry(text)).toEqual({ expMonth: 12, expYear: 2034 }),
  );

  it.each(["1/34", "01/2034", "2034-01"])("reads a month below ten: %s", (text) => {
    expect(formatExpiry(text)).toMatch(/^01 \/ (20)?34$/);
    expect(readExpiry(text)).toEqual({ expMonth: 1, expYear: 2034 });
  });

  it.each(["12/2034", "1/34", "2034-12", "0134"])("reads %s key by key", (text) => {
    const shown = [...text].reduce((typed, key) => formatExpiry(typed + key), "");
    expect(readExpiry(shown)).toEqual(readExpiry(text));
  });

  it("reports missing fields", () => {
    expect(Object.keys(check(cardRules, { number: "4242", expiry: "", cvc: "12" }))).toEqual([
      "number",
      "expiry",
      "cvc",
    ]);
    expect(check(cardRules, { number: "4242 4242 4242 4242", expiry: "12 / 30", cvc: "123" })).toEqual({});
  });
});
