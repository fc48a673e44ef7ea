// The shopper's place, which every product query uses. A place chosen in this browser wins; an account without a
// choice has the place of its address. A page's URL may name another place for that page alone.
import { useSyncExternalStore } from "react";
import { readJson, readText, writeText } from "./storage";
import { FIVE_DIGITS, zipDigits } from "./zip";

export interface Place {
  /** Five digits. Empty for a URL's coordinates until their ZIP is known. */
  zipCode: string;
  city?: string;
  /** Two letters. */
  state?: string;
  /** Degrees, rounded to about 100 m before they are stored. */
  latitude?: number;
  longitude?: number;
  /** Miles. */
  radius: number;
  /** "gps": from the device. */
  type: "gps" | "zip";
}

const MIN_RADIUS = 1;
/** The largest stored radius. A search accepts a larger one. */
const MAX_RADIUS = 50;
export const MAX_SEARCH_RADIUS = 100;
export const DEFAULT_RADIUS = 25;

/** The user's answer when the browser asked to share the position. */
export type LocationPermission = "granted" | "denied";

const ZIP_KEY = "userZipCode";
const LOCATION_KEY = "userLocation";
const ACCOUNT_KEY = "accountPlace";
const PERMISSION_KEY = "locationPermission";

/** A whole number of miles within the bounds; the default for an invalid value. */
export function clampRadius(value: unknown, max = MAX_RADIUS): number {
  const miles = typeof value === "number" ? value : Number.parseInt(String(value ?? ""), 10);
  if (!Number.isFinite(miles)) return DEFAULT_RADIUS;
  return Math.min(max, Math.max(MIN_RADIUS, Math.round(miles)));
}

function coordinate(value: unknown, bound: number): number | undefined {
  const degrees = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof degrees !== "number" || !(Math.abs(degrees) <= bound)) return undefined;
  return Math.round(degrees * 1000) / 1000;
}

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

/** A place from any object with its fields, or null. */
export function toPlace(raw: unknown, type?: Place["type"]): Place | null {
  if (typeof raw !== "object" || raw === null) return null;
  const value = raw as Record<string, unknown>;
  const zipCode = zipDigits(String(value.zipCode ?? "").slice(0, 5));
  if (!zipCode) return null;
  const latitude = coordinate(value.latitude, 90);
  const longitude = coordinate(value.longitude, 180);
  const known = latitude !== undefined && longitude !== undefined;
  return {
    zipCode,
    city: textOf(value.city),
    state: textOf(value.state),
    ...(known && { latitude, longitude }),
    radius: clampRadius(value.radius),
    type: type ?? (value.type === "gps" && known ? "gps" : "zip"),
  };
}

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

/** undefined: not read from the storage yet. */
let chosen: Place | null | undefined;
/** undefined: not read from the storage yet. */
let accountsOwn: Place | null | undefined;

/** The place chosen in this browser. */
function chosenPlace(): Place | null {
  if (chosen === undefined) {
    chosen = toPlace(readJson(LOCATION_KEY)) ?? toPlace({ zipCode: readText(ZIP_KEY) });
  }
  return chosen;
}

/** The place of the account's address. Until the session is known, the last visit's. */
function accountPlace(): Place | null {
  if (accountsOwn === undefined) accountsOwn = toPlace(readJson(ACCOUNT_KEY), "zip");
  return accountsOwn;
}

/** The present place, for code outside of components. */
export const currentPlace = (): Place | null => chosenPlace() ?? accountPlace();

/** Stores a place in this browser. */
export function savePlace(place: Place): void {
  chosen = toPlace(place);
  writeText(ZIP_KEY, chosen?.zipCode ?? null);
  writeText(LOCATION_KEY, chosen && JSON.stringify(chosen));
  notify();
}

/** Removes the place chosen in this browser. */
export function clearPlace(): void {
  chosen = null;
  writeText(ZIP_KEY, null);
  writeText(LOCATION_KEY, null);
  notify();
}

/** Sets the address of the signed-in account; null for a visitor, or an account without an address. */
export function setAccountPlace(address: unknown): void {
  const next = toPlace(address, "zip");
  if (JSON.stringify(next) === JSON.stringify(accountPlace())) return;
  accountsOwn = next;
  writeText(ACCOUNT_KEY, next && JSON.stringify(next));
  notify();
}

export const keepLocationPermission = (permission: LocationPermission): void =>
  writeText(PERMISSION_KEY, permission);

if (typeof window !== "undefined") {
  // Another tab has chosen a place, or cleared the storage.
  window.addEventListener("storage", (event) => {
    if (event.key !== null && event.key !== ZIP_KEY && event.key !== LOCATION_KEY) return;
    chosen = undefined;
    notify();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The present place; updates across components and tabs. Null if there is none. */
export const usePlace = (): Place | null => useSyncExternalStore(subscribe, currentPlace);

/** The place in a page's URL, as text; missing parts are undefined. */
export interface PlaceSearch {
  zip?: string;
  lat?: number;
  lon?: number;
  radius?: number;
}

/** Reads `zip`, `lat`, `lon` and `radius` of a URL (and the long spellings of the coordinates). */
export function parsePlaceSearch(raw: Record<string, unknown>): PlaceSearch {
  const lat = coordinate(raw.lat ?? raw.latitude, 90);
  const lon = coordinate(raw.lon ?? raw.longitude, 180);
  const both = lat !== undefined && lon !== undefined;
  const radius = raw.radius === undefined ? undefined : clampRadius(raw.radius, MAX_SEARCH_RADIUS);
  return {
    zip: FIVE_DIGITS.exec(String(raw.zip ?? raw.zipCode ?? "").trim())?.[0],
    lat: both ? lat : undefined,
    lon: both ? lon : undefined,
    radius,
  };
}

/** The place of a page: its URL's, else the saved one. Only a URL's radius may exceed 50 miles. */
export function placeOf(search: PlaceSearch, saved: Place | null): Place | null {
  const { zip, lat, lon } = search;
  const radius = (usual: number) => search.radius ?? usual;
  if (lat !== undefined && lon !== undefined) {
    const same = saved?.latitude === lat && saved.longitude === lon;
    if (same) return { ...saved, radius: radius(saved.radius) };
    return {
      zipCode: zip ?? "",
      latitude: lat,
      longitude: lon,
      radius: radius(DEFAULT_RADIUS),
      type: "gps",
    };
  }
  if (zip !== undefined && zip !== saved?.zipCode) {
    return { zipCode: zip, radius: radius(DEFAULT_RADIUS), type: "zip" };
  }
  return saved && { ...saved, radius: radius(saved.radius) };
}

/** The place's parameters of a product query; none without a place. */
export function placeParams(place: Place | null): {
  zip?: string;
  lat?: number;
  lon?: number;
  radius?: number;
} {
  if (!place) return {};
  const { latitude: lat, longitude: lon, radius } = place;
  if (place.type === "gps" && lat !== undefined && lon !== undefined) return { lat, lon, radius };
  return place.zipCode ? { zip: place.zipCode, radius } : {};
}

/** A short name of a place: its ZIP, else its coordinates. */
export const placeName = (place: Place): string =>
  place.zipCode || `${place.latitude?.toFixed(2)}, ${place.longitude?.toFixed(2)}`;

const EARTH_RADIUS_MILES = 3958.8;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle miles between two points. */
export function milesBetween(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const h =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude);
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** The place's parameters of a shareable link to the products. */
export const placeLink = (place: Place | null): { zip?: string } =>
  place?.zipCode ? { zip: place.zipCode } : {};
