import { expect, it } from "vitest";
import { EMPTY_SIGNUP, toRequest, validateSignup, type SignupValues } from "./signup";

const customer: SignupValues = {
  ...EMPTY_SIGNUP,
  role: "customer",
  name: "Dana",
  email: "dana@example.com",
  password: "Secret-12",
  confirmPassword: "Secret-12",
};
const merchant: SignupValues = {
  ...customer,
  role: "merchant",
  businessName: "Row Farm",
  phone: "503 555 0100",
  businessDescription: "Vegetables",
  street: "1 Row Road",
  zipCode: "97201",
  city: "Portland",
  state: "OR",
};
const messages = (values: SignupValues) => Object.values(validateSignup(values));

it.each([
  ["Ab1!", "Password must be at least 8 characters long"],
  ["lowercase1!", "Password must contain at least one uppercase letter"],
  ["UPPERCASE1!", "Password must contain at least one lowercase letter"],
  ["NoNumbers!", "Password must contain at least one number"],
  ["NoSpecial1", 'Password must contain at least one special character (!@#$%^&*(),.?":{}|<>)'],
  // A dash is not an allowed special character.
  ["Only-Dash1", 'Password must contain at least one special character (!@#$%^&*(),.?":{}|<>)'],
])("reports for the password %j: %s", (password, message) => {
  expect(messages({ ...customer, password, confirmPassword: password })).toEqual([message]);
});

it("accepts a complete customer and a complete merchant", () => {
  const password = "Secret!12";
  expect(messages({ ...customer, password, confirmPassword: password })).toEqual([]);
  expect(messages({ ...merchant, password, confirmPassword: password })).toEqual([]);
});

it("names the failures in the order of the rules", () => {
  expect(messages({ ...EMPTY_SIGNUP, password: "x" }).slice(0, 3)).toEqual([
    "Password must be at least 8 characters long",
    "Passwords do not match",
    "Please select your account type",
  ]);
  expect(messages({ ...merchant, password: "x", confirmPassword: "x", phone: " " })).toEqual([
    "Password must be at least 8 characters long",
    "Business name, phone number, and business description are required for merchants",
  ]);
});

it("requires a full address of merchants", () => {
  const password = "Secret!12";
  const values = {
    ...merchant,
    password,
    confirmPassword: password,
    street: "",
    zipCode: "972",
    city: "",
    state: "",
  };
  expect(Object.keys(validateSignup(values))).toEqual(["street", "zipCode", "city", "state"]);
});

it.each(["97201-1234", " 97201-1234 ", "972011234"])(
  "takes the ZIP code %j and sends its five digits",
  (zipCode) => {
    const password = "Secret!12";
    expect(messages({ ...merchant, password, confirmPassword: password, zipCode })).toEqual([]);
    expect(toRequest({ ...merchant, zipCode }).address?.zipCode).toBe("97201");
  },
);

it("drops the business fields when the role switches back to customer", () => {
  const request = toRequest({ ...merchant, role: "customer" });
  expect(request).toEqual({
    name: "Dana",
    email: "dana@example.com",
    password: "Secret-12",
    confirmPassword: "Secret-12",
    role: "customer",
  });
});
