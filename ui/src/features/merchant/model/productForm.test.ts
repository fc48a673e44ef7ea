import { describe, expect, it } from "vitest";
import { EMPTY_FORM, toRequest, validateProduct } from "./productForm";

const filled = {
  ...EMPTY_FORM,
  name: " Tomatoes ",
  description: "Ripe.",
  category: "produce",
  subcategory: "Vegetables",
  price: "3.5",
  quantity: "12",
  unit: "pound",
  tags: "red, , ripe ,",
};

describe("the product form", () => {
  it("names what is missing in the form's order", () => {
    expect(Object.keys(validateProduct(EMPTY_FORM))).toEqual([
      "name",
      "description",
      "category",
      "subcategory",
      "price",
      "quantity",
    ]);
  });

  it.each(["-1", "1.234", "abc", ""])("refuses the price %j", (price) => {
    expect(validateProduct({ ...filled, price })).toHaveProperty("price");
  });

  it("judges delivery terms only when it delivers", () => {
    const odd = { ...filled, deliveryRadius: "51" };
    expect(validateProduct(odd)).toEqual({});
    expect(validateProduct({ ...odd, method: "both" })).toEqual({
      deliveryRadius: "Please enter 1 to 50 miles",
    });
  });

  it("wants the proof of an organic product", () => {
    const certificate = {
      url: "/api/uploads/certificates/m/c.pdf",
      filename: "c.pdf",
      originalName: "C.pdf",
    };
    expect(validateProduct({ ...filled, isOrganic: true })).toEqual({
      certificate: "Please upload an organic certification document for organic products.",
    });
    expect(validateProduct({ ...filled, isOrganic: true, certificate })).toEqual({});
    expect(toRequest({ ...filled, isOrganic: true, certificate }).organicCertificate).toEqual(certificate);
    expect(toRequest({ ...filled, certificate }).organicCertificate).toBeUndefined();
  });

  it("shows the first picture first", () => {
    const images = ["a", "b"].map((name) => ({ url: `/api/uploads/${name}`, filename: name }));
    expect(toRequest({ ...filled, images }).images).toEqual([
      { url: "/api/uploads/a", alt: "Tomatoes", isFeatured: true },
      { url: "/api/uploads/b", alt: "Tomatoes", isFeatured: false },
    ]);
  });

  it("sends numbers and trimmed tags", () => {
    expect(toRequest(filled)).toMatchObject({
      name: "Tomatoes",
      price: 3.5,
      inventory: { quantity: 12, unit: "pound", lowStockThreshold: 5 },
      tags: ["red", "ripe"],
      fulfillment: { method: "pickup-only", deliveryOptions: { localDelivery: false } },
    });
  });
});
