import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import type { Reason } from "@/api/types";
import { on, refusal } from "../../tests/api";
import { open } from "../../tests/open";
import { overview } from "../../tests/operations";
import { mockServer, server } from "../../tests/server";
import { customer } from "../../tests/shop";

mockServer();

const ID = "0199c0de-0000-7000-8000-000000000001";

const reason = (position: number, sentence: string, fields: Reason["fields"]): Reason => ({
  event: {
    position,
    stream: `product-${ID}`,
    category: "product",
    version: 1,
    type: "ProductRepriced",
    schemaVersion: 1,
    recordedAt: "2026-11-21T12:00:00Z",
    eventId: `e${position}`,
    correlationId: "c1",
    causationId: "k1",
    actor: { kind: "account", id: "a1", role: "merchant" },
  },
  sentence,
  fields,
});

const field = (name: string, before: string | null, after: string | null, masked = false) => ({
  name,
  before,
  after,
  masked,
});

beforeEach(() => {
  storeToken("t");
  server.use(
    on.get("/auth/me", { ...customer, role: "admin" }),
    on.get("/admin/operations", overview()),
    on.get("/admin/why/{kind}/{id}", ({ params }) =>
      params.id === ID
        ? {
            kind: "product" as const,
            id: ID,
            leftOut: 3,
            reasons: [
              reason(
                7,
                "The merchant listed “Kale” at $3.50 a lb.",
                ["A", "B", "C", "D", "E", "F", "G"].map((name) => field(name, null, "set")),
              ),
              reason(40, "The merchant set the price to $4.00 a lb.", [
                field("Price", "$3.50", "$4.00"),
                field("Certificate", null, null, true),
                field("Harvest date", "2026-11-01", null),
              ]),
            ],
          }
        : refusal(404, "Product not found"),
    ),
  );
});

it("explains in sentences how a product reached its state, and lists the fields of each event", async () => {
  open(`/admin/operations?tab=why&stream=product-${ID}`);
  expect(await screen.findByRole("heading", { name: "Why this product is so" })).toBeVisible();
  const repriced = screen.getByText("The merchant set the price to $4.00 a lb.").closest("li");
  const priceReason = within(repriced as HTMLElement);
  expect(priceReason.getByText("$3.50").tagName).toBe("DEL");
  expect(priceReason.getByText("Personal data, masked")).toBeVisible();
  expect(priceReason.getByText(/none any more/)).toBeVisible();
  expect(priceReason.getByRole("link", { name: "ProductRepriced at 40" })).toHaveAttribute(
    "href",
    "/admin/operations?tab=events&position=40",
  );
  expect(screen.getByText("7 fields set")).toBeVisible();
  expect(screen.getByText(/^3 earlier events are left out/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Step by step" })).toHaveAttribute(
    "href",
    `/admin/operations?tab=stream&stream=product-${ID}`,
  );
});

it("looks up the entered ID, and reports a missing one", async () => {
  const router = open("/admin/operations?tab=why");
  expect(await screen.findByText("Nothing asked yet")).toBeVisible();
  await userEvent.selectOptions(screen.getByLabelText("What"), "Product");
  await userEvent.type(screen.getByLabelText("ID"), " x7 ");
  await userEvent.click(screen.getByRole("button", { name: "Show why" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: "why", stream: "product-x7" }));
  expect(await screen.findByText("Product not found")).toBeVisible();
});
