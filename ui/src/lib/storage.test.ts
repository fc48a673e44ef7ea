import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { forgetAccount } from "./forgetAccount";
import { STORAGE_AREAS, readJson, readText, storedKeys, storeText, writeText } from "./storage";

const refuse = (name: string) => () => {
  throw new DOMException("No", name);
};

beforeEach(() => {
  for (const area of STORAGE_AREAS) for (const key of storedKeys("", area)) writeText(key, null, area);
});
afterEach(() => vi.restoreAllMocks());

it.each([
  [
    "blocked",
    () =>
      STORAGE_AREAS.forEach((area) =>
        vi.spyOn(window, area, "get").mockImplementation(refuse("SecurityError")),
      ),
  ],
  [
    "full",
    () => void vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse("QuotaExceededError")),
  ],
])("keeps values in memory while storage is %s", (_, happen) => {
  happen();
  for (const area of STORAGE_AREAS) {
    expect(readText("cart:c1", area)).toBeNull();
    expect(storeText("cart:c1", "[1]", area)).toBe(false);
    writeText("cart", "[]", area);
    expect(readText("cart:c1", area)).toBe("[1]");
    expect(storedKeys("cart", area)).toEqual(["cart:c1", "cart"]);
  }
  expect(readJson("cart:c1")).toEqual([1]);
  forgetAccount("c1");
  for (const area of STORAGE_AREAS) expect(storedKeys("", area)).toEqual(["cart"]);
  writeText("cart", null);
  expect(readText("cart")).toBeNull();
});

it("stores again when there is space", () => {
  writeText("token", "old");
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse("QuotaExceededError"));
  writeText("token", "new");
  expect(readText("token")).toBe("new");
  expect(storedKeys("token")).toEqual(["token"]);
  full.mockRestore();
  expect(storeText("token", "newer")).toBe(true);
  expect(localStorage.getItem("token")).toBe("newer");
  expect(readText("token")).toBe("newer");
});

it.each(["token", null])("reads a newer value of another tab, announced with the key %s", (key) => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementationOnce(refuse("QuotaExceededError"));
  writeText("token", "here");
  localStorage.setItem("token", "there");
  expect(readText("token")).toBe("here");
  window.dispatchEvent(new StorageEvent("storage", { key }));
  expect(readText("token")).toBe("there");
});
