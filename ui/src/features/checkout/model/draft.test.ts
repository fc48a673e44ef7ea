import { describe, expect, it } from "vitest";
import type { User } from "@/api/types";
import type { CartItem } from "@/lib/cart";
import { prefilled, type Shipping } from "./address";
import { paymentBasis, readDraft, writeDraft } from "./draft";

const line = (id: string, quantity: number, price = 2): CartItem => ({
  product: { _id: id, name: id, price },
  quantity,
});

describe("the checkout's draft", () => {
  it("belongs to one customer and survives a reload", () => {
    writeDraft("anna", { method: "pickup" });
    expect(readDraft("anna").method).toBe("pickup");
    expect(readDraft("ben").method).toBe("standard-delivery");
  });

  it("is empty when the storage holds anything else", () => {
    sessionStorage.setItem("checkout:anna", "{");
    expect(readDraft("anna")).toEqual({ method: "standard-delivery" });
  });

  it("needs a new payment for another cart, quantity, price or method", () => {
    const basis = paymentBasis({ method: "pickup" }, [line("a", 1), line("b", 2)]);
    expect(paymentBasis({ method: "pickup" }, [line("b", 2), line("a", 1)])).toBe(basis);
    expect(paymentBasis({ method: "pickup" }, [line("a", 1)])).not.toBe(basis);
    expect(paymentBasis({ method: "pickup" }, [line("a", 2), line("b", 2)])).not.toBe(basis);
    expect(paymentBasis({ method: "pickup" }, [line("a", 1, 3), line("b", 2)])).not.toBe(basis);
    expect(paymentBasis({ method: "same-day-delivery" }, [line("a", 1), line("b", 2)])).not.toBe(basis);
  });

  it("needs a new payment for another address, regardless of the form's field order", () => {
    const address = { ...prefilled({ name: "Ann" } as User, null).shipping, city: "Salem" };
    const { city, ...rest } = address;
    const billing = prefilled({ name: "Ann" } as User, null).billing;
    const of = (shipping: Shipping) =>
      paymentBasis({ method: "pickup", addresses: { shipping, billing, saveAddress: false } }, []);
    expect(of({ city, ...rest })).toBe(of(address));
    expect(of({ ...address, city: "Eugene" })).not.toBe(of(address));
  });
});
