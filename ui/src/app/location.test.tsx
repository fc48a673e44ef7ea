import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import type { ProductQuery } from "@/api/types";
import { setAccountPlace } from "@/lib/place";
import { storeToken } from "@/api/token";
import { on, refusal } from "../../tests/api";
import { deferred } from "../../tests/deferred";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { customer, merchant, product, productPage } from "../../tests/shop";

mockServer();

const portland = {
  zipCode: "97201",
  city: "Portland",
  state: "OR",
  stateName: "Oregon",
  latitude: 45.4988,
  longitude: -122.6901,
};

/** A market that records every product query. */
function market() {
  const requests: Record<string, string>[] = [];
  server.use(
    on.get("/products", ({ query }) => {
      requests.push(Object.fromEntries(query));
      return productPage([product()], {
        locationInfo: {
          nearbyMerchants: query.has("zip") || query.has("lat") ? [merchant(), merchant({ _id: "m2" })] : [],
          message: null,
          fallbackResults: false,
        },
      });
    }),
    on.get("/locations/zip/{zip}", ({ params }) =>
      params.zip === "97201" ? portland : refusal(404, "Zip code not found"),
    ),
    on.get("/locations/near", portland),
  );
  return requests as ProductQuery[];
}

type Outcome = { latitude: number; longitude: number } | { code: number };

/** A device that reports its position, or an error, when the test resolves the outcome. */
function device(outcome: Promise<Outcome>) {
  const getPosition = vi.fn<Geolocation["getCurrentPosition"]>((success, failure) => {
    void outcome.then((answer) =>
      "code" in answer
        ? failure?.(answer as GeolocationPositionError)
        : success({ coords: answer } as GeolocationPosition),
    );
  });
  Object.defineProperty(navigator, "geolocation", {
    configurable: true,
    value: { getCurrentPosition: getPosition },
  });
  return getPosition;
}

async function openDialog() {
  await userEvent.click(await screen.findByRole("button", { name: "Set location" }));
  return within(await screen.findByRole("dialog", { name: "Set your location" }));
}

it("offers the device, a ZIP code, and Skip", async () => {
  market();
  open("/cart");
  const dialog = await openDialog();
  expect(dialog.getByRole("button", { name: /^Use current location/ })).toHaveFocus();
  expect(dialog.getByRole("button", { name: /^Enter zip code/ })).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Skip for Now" }));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(localStorage.getItem("userZipCode")).toBeNull();
});

it("takes a ZIP, counts the products around it, and keeps it on every page", async () => {
  const queries = market();
  const router = open("/cart");
  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole("button", { name: /^Enter zip code/ }));
  const field = dialog.getByRole("textbox", { name: "ZIP code" });
  expect(field).toHaveFocus();
  await userEvent.type(field, "97201-1234");
  expect(await dialog.findByText("1 product from 2 stalls")).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Save location" }));
  expect(await screen.findByRole("button", { name: "Near 97201 · 25 mi" })).toBeVisible();
  expect(localStorage.getItem("userZipCode")).toBe("97201");
  expect(JSON.parse(localStorage.getItem("userLocation") ?? "")).toMatchObject({
    city: "Portland",
    state: "OR",
    radius: 25,
    type: "zip",
  });
  await router.navigate({ to: "/products", search: { search: "kale" } });
  await waitFor(() =>
    expect(queries).toContainEqual(
      expect.objectContaining({ search: "kale", zip: "97201", radius: "25", limit: "24" }),
    ),
  );
  await router.navigate({ to: "/" });
  expect(await screen.findByRole("heading", { name: "Popular in 97201" })).toBeVisible();
});

it("keeps the home page's ZIP for its heading, tiles and links", async () => {
  market();
  const router = open("/");
  await userEvent.type(await screen.findByRole("textbox", { name: "Your ZIP code" }), "97201{Enter}");
  await waitFor(() => expect(router.state.location.href).toBe("/products?zip=97201"));
  expect(localStorage.getItem("userZipCode")).toBe("97201");
  expect(JSON.parse(localStorage.getItem("userLocation") ?? "")).toMatchObject({ city: "Portland" });
  await router.navigate({ to: "/" });
  expect(await screen.findByRole("heading", { name: "Popular in 97201" })).toBeVisible();
  const links = [
    screen.getByRole("link", { name: "Produce" }),
    ...screen.getAllByRole("link", { name: "View All Products" }),
  ];
  for (const link of links) expect(link).toHaveAttribute("href", expect.stringContaining("zip=97201"));
});

it.each([
  ["", "Please enter a zip code"],
  ["123", "Please enter a valid 5-digit zip code"],
  ["1234x", "Please enter a valid 5-digit zip code"],
  ["00000", "Invalid zip code or service unavailable. Please try again."],
])("explains what is wrong with the ZIP %j", async (zip, text) => {
  market();
  open("/cart");
  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole("button", { name: /^Enter zip code/ }));
  const field = dialog.getByRole("textbox", { name: "ZIP code" });
  if (zip) await userEvent.type(field, zip);
  await userEvent.click(dialog.getByRole("button", { name: "Save location" }));
  await waitFor(() => expect(field).toHaveAccessibleDescription(text));
  expect(field).toHaveFocus();
  expect(field).toHaveValue(zip);
  await userEvent.click(dialog.getByRole("button", { name: "Back" }));
  expect(dialog.getByRole("button", { name: /^Use current location/ })).toHaveFocus();
});

it("takes the device's position, rounded, with the ZIP it lies in", async () => {
  const queries = market();
  const position = deferred<Outcome>();
  const device_ = device(position.promise);
  open("/cart");
  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole("button", { name: /^Use current location/ }));
  expect(dialog.getByText("Finding your location…")).toBeVisible();
  expect(device_.mock.calls[0]?.[2]).toEqual({
    timeout: 10_000,
    maximumAge: 300_000,
    enableHighAccuracy: true,
  });
  position.resolve({ latitude: 45.512_345, longitude: -122.612_345 });
  expect(await dialog.findByText("You are near Portland, OR 97201")).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Save location" }));
  expect(await screen.findByRole("button", { name: "Near 97201 · 25 mi" })).toBeVisible();
  expect(localStorage.getItem("locationPermission")).toBe("granted");
  expect(JSON.parse(localStorage.getItem("userLocation") ?? "")).toMatchObject({
    latitude: 45.512,
    longitude: -122.612,
    type: "gps",
  });
  expect(queries).toContainEqual({ lat: "45.512", lon: "-122.612", radius: "25", limit: "0" });
});

it.each([
  [1, "Location access denied. Please enter your zip code manually.", "denied"],
  [2, "Location unavailable. Please enter your zip code manually.", null],
  [3, "Location request timed out. Please enter your zip code manually.", null],
])("shows the ZIP field when the device reports error %d", async (code, text, permission) => {
  market();
  device(Promise.resolve({ code }));
  open("/cart");
  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole("button", { name: /^Use current location/ }));
  const field = await dialog.findByRole("textbox", { name: "ZIP code" });
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription(text);
  expect(localStorage.getItem("locationPermission")).toBe(permission);
});

it.each([
  ["has no ZIP", () => refusal(400, "Not a position on earth"), { latitude: 0, longitude: 0 }],
  ["is far from every ZIP", () => portland, { latitude: 52.5, longitude: 13.4 }],
])("asks for the ZIP when the position %s", async (_, answer, position) => {
  market();
  server.use(on.get("/locations/near", answer));
  device(Promise.resolve(position));
  open("/cart");
  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole("button", { name: /^Use current location/ }));
  expect(await dialog.findByRole("textbox", { name: "ZIP code" })).toHaveAccessibleDescription(
    "Could not determine your zip code from GPS location. Please enter it manually.",
  );
});

it("replaces a link's place when the shopper chooses another", async () => {
  const queries = market();
  const router = open("/products?zip=10001&category=dairy&page=2");
  expect(await screen.findByText("This link shows what is near 10001.")).toBeVisible();
  expect(queries).toContainEqual(expect.objectContaining({ zip: "10001", category: "dairy", page: "2" }));
  const dialog = await openDialog();
  await userEvent.click(dialog.getByRole("button", { name: /^Enter zip code/ }));
  await userEvent.type(dialog.getByRole("textbox", { name: "ZIP code" }), "97201");
  await userEvent.click(dialog.getByRole("button", { name: "Save location" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ category: "dairy" }));
  await waitFor(() =>
    expect(queries).toContainEqual(expect.objectContaining({ zip: "97201", category: "dairy", page: "1" })),
  );
});

it("keeps a link's place, even when its lookup fails", async () => {
  market();
  server.use(on.get("/locations/zip/{zip}", () => refusal(503, "Try again")));
  const router = open("/products?zip=10001");
  await userEvent.click(await screen.findByRole("button", { name: "Keep 10001 as my location" }));
  expect(await screen.findByRole("button", { name: "Near 10001 · 25 mi" })).toBeVisible();
  expect(JSON.parse(localStorage.getItem("userLocation") ?? "")).toEqual({
    zipCode: "10001",
    radius: 25,
    type: "zip",
  });
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

it("uses the account's address, and drops it at the log-out", async () => {
  storeToken("t");
  market();
  server.use(on.get("/auth/me", customer));
  open("/cart");
  expect(await screen.findByRole("button", { name: "Near 94110 · 25 mi" })).toBeVisible();
  setAccountPlace(null);
  expect(await screen.findByRole("button", { name: "Set location" })).toBeVisible();
});

it("asks a visitor without a place once, three seconds after the page has loaded", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    market();
    open("/");
    expect(await screen.findByRole("heading", { level: 1 })).toBeVisible();
    expect(screen.queryByRole("region", { name: "Shop close to home" })).not.toBeInTheDocument();
    await vi.advanceTimersByTimeAsync(3100);
    const prompt = within(await screen.findByRole("region", { name: "Shop close to home" }));
    expect(localStorage.getItem("locationPromptShown")).toBe("true");
    await userEvent.click(prompt.getByRole("button", { name: "Enter zip code" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Set your location" }));
    expect(dialog.getByRole("textbox", { name: "ZIP code" })).toHaveFocus();
    await userEvent.click(dialog.getByRole("button", { name: "Close" }));
    await vi.advanceTimersByTimeAsync(3100);
    expect(screen.queryByRole("region", { name: "Shop close to home" })).not.toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
});
