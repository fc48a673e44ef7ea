export const texts = {
  address: "Address",
  apartment: "Apartment",
  city: "City",
  country: "Country",
  firstName: "First Name",
  lastName: "Last Name",
  state: "State",
  states: "Search states",
  zipCode: "ZIP Code",
} as const;
