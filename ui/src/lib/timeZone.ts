// The day of an event at a place in the United States. The server uses the same boundaries
// (`shared-events/places/src/local_time.rs`), so that an order counts on the same day in a report and in a list.

interface Place {
  state: string;
  latitude?: number;
  longitude?: number;
}

const EAST = "America/New_York";
const CENTRAL = "America/Chicago";
const MOUNTAIN = "America/Denver";
const PACIFIC = "America/Los_Angeles";

const ZONES: Record<string, string> = {
  PR: "America/Puerto_Rico",
  VI: "America/Puerto_Rico",
  AZ: "America/Phoenix",
  AK: "America/Anchorage",
  HI: "Pacific/Honolulu",
  AS: "Pacific/Pago_Pago",
  GU: "Pacific/Guam",
  MP: "Pacific/Guam",
};
for (const state of "AL AR IA IL LA MN MO MS OK WI ND SD NE KS TX".split(" ")) ZONES[state] = CENTRAL;
for (const state of "CO MT NM UT WY ID".split(" ")) ZONES[state] = MOUNTAIN;
for (const state of "CA NV OR WA".split(" ")) ZONES[state] = PACIFIC;

/** States divided by a line of longitude: the part west of it has another zone. */
const DIVIDED_STATES: Record<string, { west: number; zone: string; where?: (latitude: number) => boolean }> =
  {
    FL: { west: -85.1, zone: CENTRAL },
    TN: { west: -85.4, zone: CENTRAL },
    KY: { west: -86, zone: CENTRAL },
    IN: { west: -86.9, zone: CENTRAL, where: (latitude) => latitude < 38.6 || latitude > 41 },
    MI: { west: -87.6, zone: CENTRAL, where: (latitude) => latitude < 46.6 },
    ND: { west: -101, zone: MOUNTAIN, where: (latitude) => latitude < 47.5 },
    SD: { west: -100.6, zone: MOUNTAIN },
    NE: { west: -101, zone: MOUNTAIN },
    KS: { west: -101.5, zone: MOUNTAIN, where: (latitude) => latitude > 37.7 },
    TX: { west: -105, zone: MOUNTAIN },
  };

/** The time zone of a place; an unknown place has the time of the east coast. */
export function zoneAt(place: Place | null | undefined): string {
  const { state = "", latitude = 0, longitude = 0 } = place ?? {};
  const code = state.toUpperCase();
  const line = DIVIDED_STATES[code];
  if (line && longitude < line.west && (line.where?.(latitude) ?? true)) return line.zone;
  if (code === "ID" && latitude > 45.5) return PACIFIC;
  if (code === "OR" && latitude < 44.5 && longitude >= -118.2) return MOUNTAIN;
  return ZONES[code] ?? EAST;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The day as "2026-11-21". */
export function dayAt(moment: string | Date, place: Place | null | undefined): string {
  const timeZone = zoneAt(place);
  // The Swedish locale writes days in the form of ISO 8601.
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone });
  formats.set(timeZone, format);
  return format.format(new Date(moment));
}
