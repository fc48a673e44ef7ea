import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import {
  clampRadius,
  clearPlace,
  currentPlace,
  parsePlaceSearch,
  placeOf,
  placeParams,
  savePlace,
  setAccountPlace,
  usePlace,
  type Place,
} from "./place";

afterEach(() => setAccountPlace(null));

const portland: Place = {
  zipCode: "97201",
  city: "Portland",
  state: "OR",
  latitude: 45.499,
  longitude: -122.69,
  radius: 25,
  type: "zip",
};
const device: Place = { ...portland, latitude: 45.523, longitude: -122.676, type: "gps" };

it.each([
  [10, 10],
  ["12", 12],
  ["7.9", 7],
  [0, 1],
  [-5, 1],
  [51, 50],
  ["far", 25],
  [undefined, 25],
  [Number.NaN, 25],
])("clamps a radius of %s to %d miles", (radius, miles) => {
  expect(clampRadius(radius)).toBe(miles);
});

it("stores the place under the keys of the specification", () => {
  savePlace(device);
  expect(localStorage.getItem("userZipCode")).toBe("97201");
  expect(JSON.parse(localStorage.getItem("userLocation") ?? "")).toEqual(device);
  clearPlace();
  expect(localStorage.getItem("userZipCode")).toBeNull();
  expect(localStorage.getItem("userLocation")).toBeNull();
  expect(currentPlace()).toBeNull();
});

it("stores a position rounded to about 100 m, and a radius of at most 50 miles", () => {
  savePlace({ ...device, latitude: 45.523_456_7, radius: 80 });
  expect(currentPlace()).toMatchObject({ latitude: 45.523, radius: 50 });
});

it("follows another tab, even if that has only a ZIP", () => {
  const { result } = renderHook(() => usePlace());
  expect(result.current).toBeNull();
  localStorage.setItem("userZipCode", "10001");
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "userZipCode" })));
  expect(result.current).toMatchObject({ zipCode: "10001", radius: 25, type: "zip" });
});

it.each(["nothing", '{"zipCode":"12"}', "[]", "null"])("treats a stored %s as no place", (stored) => {
  localStorage.setItem("userLocation", stored);
  const { result } = renderHook(() => usePlace());
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "userLocation" })));
  expect(result.current).toBeNull();
});

it("uses the account's address until the shopper chooses another place", () => {
  const { result } = renderHook(() => usePlace());
  act(() => setAccountPlace({ street: "1 Main", city: "Salem", state: "OR", zipCode: "97301" }));
  expect(result.current).toMatchObject({ zipCode: "97301", city: "Salem", radius: 25, type: "zip" });
  act(() => savePlace(portland));
  expect(result.current).toEqual(portland);
  act(() => clearPlace());
  act(() => setAccountPlace(null));
  expect(result.current).toBeNull();
});

it("prefers a URL's place, with its radius or the default one", () => {
  const read = (raw: Record<string, unknown>) => placeOf(parsePlaceSearch(raw), { ...portland, radius: 10 });
  expect(read({})).toEqual({ ...portland, radius: 10 });
  expect(read({ zip: "97201" })).toEqual({ ...portland, radius: 10 });
  expect(read({ zip: "10001" })).toEqual({ zipCode: "10001", radius: 25, type: "zip" });
  expect(read({ zip: "10001", radius: "100" })?.radius).toBe(100);
  expect(read({ radius: "40" })).toEqual({ ...portland, radius: 40 });
  expect(read({ lat: "40.75", lon: "-73.99" })).toMatchObject({
    latitude: 40.75,
    longitude: -73.99,
    radius: 25,
  });
  expect(read({ lat: "91", lon: "0" })).toEqual({ ...portland, radius: 10 });
  expect(read({ zip: "1000" })).toEqual({ ...portland, radius: 10 });
});

it("sends a device's position, or the ZIP of any other place", () => {
  expect(placeParams(null)).toEqual({});
  expect(placeParams(portland)).toEqual({ zip: "97201", radius: 25 });
  expect(placeParams(device)).toEqual({ lat: 45.523, lon: -122.676, radius: 25 });
});
