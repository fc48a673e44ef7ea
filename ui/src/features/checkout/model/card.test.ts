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

  it("reports missing fields", () => {
    expect(Object.keys(check(cardRules, { number: "4242", expiry: "", cvc: "12" }))).toEqual([
      "number",
      "expiry",
      "cvc",
    ]);
    expect(check(cardRules, { number: "4242 4242 4242 4242", expiry: "12 / 30", cvc: "123" })).toEqual({});
  });
});
