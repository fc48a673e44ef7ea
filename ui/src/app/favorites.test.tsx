import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import type { Product } from "@/api/types";
import { on, refusal } from "../../tests/api";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { customer, product } from "../../tests/shop";

mockServer();

let favorites: Product[];

beforeEach(() => {
  storeToken("t");
  favorites = [product()];
  server.use(
    on.get("/auth/me", customer),
    on.get("/users/favorites", () => favorites),
  );
  open("/dashboard/customer?tab=favorites");
});

const heart = { name: "Remove San Marzano Tomatoes from favorites" };
const press = async () => userEvent.click(await screen.findByRole("button", heart));

it("reports a favorite that could not be removed, and shows it again", async () => {
  server.use(on.delete("/users/favorites/{productId}", () => refusal(503, "Later")));
  await press();
  await waitFor(() => expect(screen.getByText("Failed to remove from favorites")).toBeVisible());
  expect(await screen.findByRole("button", heart)).toBeVisible();
});

it("reports a removed favorite that could not be restored", async () => {
  server.use(
    on.delete("/users/favorites/{productId}", () => {
      favorites = [];
      return { success: true };
    }),
    on.post("/users/favorites/{productId}", () => refusal(503, "Later")),
  );
  await press();
  const toast = (await screen.findByText("San Marzano Tomatoes is no favorite any more")).closest("li");
  await userEvent.click(within(toast as HTMLElement).getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.getByText("Failed to update favorites")).toBeVisible());
});
