import { compareText } from "./compareText";

const FIFTY = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
};

const OTHER_US_STATES = {
  AS: "American Samoa",
  DC: "District of Columbia",
  GU: "Guam",
  MP: "Northern Mariana Islands",
  PR: "Puerto Rico",
  VI: "U.S. Virgin Islands",
};

/** The military's post abroad. It takes letters and bills; there is no delivery. */
const MILITARY = {
  AA: "Armed Forces Americas",
  AE: "Armed Forces Europe",
  AP: "Armed Forces Pacific",
};

const PROVINCES = {
  AB: "Alberta",
  BC: "British Columbia",
  MB: "Manitoba",
  NB: "New Brunswick",
  NL: "Newfoundland and Labrador",
  NS: "Nova Scotia",
  NT: "Northwest Territories",
  NU: "Nunavut",
  ON: "Ontario",
  PE: "Prince Edward Island",
  QC: "Quebec",
  SK: "Saskatchewan",
  YT: "Yukon",
};

const optionsOf = (names: Record<string, string>) =>
  Object.entries(names)
    .map(([value, name]) => ({ value, label: `${name} (${value})` }))
    .toSorted((a, b) => compareText(a.label, b.label));

/** The fifty states, which every list offers. */
export const US_STATES = optionsOf(FIFTY);

/**
 * The states to which a checkout delivers: the fifty, and any of `present` that is the District of Columbia or a
 * territory. A stall of the cart or its shopper is in each of `present`.
 */
export const deliveryStates = (present: readonly string[]) =>
  optionsOf({
    ...FIFTY,
    ...Object.fromEntries(Object.entries(OTHER_US_STATES).filter(([code]) => present.includes(code))),
  });

/** All states of addresses to which nothing is delivered: of a payer, of somebody who picks up, of an account. */
export const ALL_US_STATES = optionsOf({ ...FIFTY, ...OTHER_US_STATES, ...MILITARY });

const ALL_PROVINCES = optionsOf(PROVINCES);

/** The states of an address in this country. */
export const statesOf = (country: string) => (country === "Canada" ? ALL_PROVINCES : ALL_US_STATES);
