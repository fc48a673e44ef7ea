// The device's position, and its ZIP code.
import type { QueryClient } from "@tanstack/react-query";
import { nearQuery } from "@/api/places";
import { keepLocationPermission, milesBetween, type Place } from "@/lib/place";
import { texts } from "../texts";

const POSITION_OPTIONS: PositionOptions = {
  timeout: 10_000,
  maximumAge: 5 * 60_000,
  enableHighAccuracy: true,
};
/** A nearest ZIP farther away than this means that the device is outside the country. */
const MAX_ZIP_MILES = 60;

const PERMISSION_DENIED = 1;
const POSITION_UNAVAILABLE = 2;

/** Why the device's position cannot be used; the message is shown to the shopper. */
export class DeviceError extends Error {}

function textOf(code: number): string {
  if (code === PERMISSION_DENIED) return texts.errors.denied;
  return code === POSITION_UNAVAILABLE ? texts.errors.unavailable : texts.errors.timeout;
}

function position(): Promise<GeolocationCoordinates> {
  return new Promise((resolve, reject) => {
    // Browsers offer no position on a page without HTTPS.
    if (!navigator.geolocation) {
      reject(new DeviceError(texts.errors.unavailable));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        keepLocationPermission("granted");
        resolve(coords);
      },
      ({ code }) => {
        if (code === PERMISSION_DENIED) keepLocationPermission("denied");
        reject(new DeviceError(textOf(code)));
      },
      POSITION_OPTIONS,
    );
  });
}

/** The device's place. */
export async function devicePlace(client: QueryClient, radius: number): Promise<Place> {
  const coords = await position();
  const [latitude, longitude] = [coords.latitude, coords.longitude].map(
    (degrees) => Math.round(degrees * 1000) / 1000,
  ) as [number, number];
  try {
    const near = await client.query(nearQuery(latitude, longitude));
    if (milesBetween({ latitude, longitude }, near) <= MAX_ZIP_MILES) {
      const { zipCode, city, state } = near;
      return { zipCode, city, state, latitude, longitude, radius, type: "gps" };
    }
  } catch {
    // Treated as a position without a ZIP.
  }
  throw new DeviceError(texts.errors.noZip);
}
