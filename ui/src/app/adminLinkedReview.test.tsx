// Links to single items of the approval inbox, which may stand on any of its pages.
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { keys } from "@/api/keys";
import { on, refusal } from "../../tests/api";
import { certificate, inboxServer, mockInbox, pendingProduct } from "../../tests/inbox";
import { open, openWith } from "../../tests/open";
import { at, server } from "../../tests/server";
import { product, sellerProfile } from "../../tests/shop";

mockInbox();

const rows = () =>
  within(screen.getByRole("navigation", { name: "Waiting for a decision" }))
    .getAllByRole("link")
    .map((link) => link.querySelector(".font-semibold")?.textContent);
const item = (name: string) => screen.findByRole("heading", { level: 3, name });
const isOpen = async (name: string) => expect(await item(name)).toBeVisible();
const dialog = (name: string) => within(screen.getByRole("alertdialog", { name }));
const statusTexts = () => screen.getAllByRole("status").map(({ textContent }) => textContent);

/** Fills three pages of products and answers the links to them. */
function fillPages() {
  inboxServer.products = Array.from({ length: 60 }, (_, index) =>
    pendingProduct(`p${index}`, `Kale ${index}`),
  );
  server.use(
    on.get("/products/{id}", ({ params }) => {
      const waiting = inboxServer.products.find(({ _id }) => _id === params.id);
      const approvalStatus = waiting ? "pending" : "approved";
      const details = { ...waiting, inventory: product().inventory, merchant: product().merchant };
      return product({ ...details, _id: String(params.id), approvalStatus });
    }),
    on.get("/users/{id}", sellerProfile),
  );
}

it("opens the item of a link that is on another page, and goes on to the next after the decision", async () => {
  fillPages();
  const router = open("/dashboard/admin?review=product:p40");
  await isOpen("Kale 40");
  expect(rows().slice(0, 2)).toEqual(["Kale 40", "Kale 0"]);
  expect(screen.getByRole("link", { name: "Meadow Farm" })).toBeVisible();
  await userEvent.keyboard("a{Enter}");
  await waitFor(async () => expect(await item("Kale 0")).toHaveFocus());
  expect(inboxServer.decisions).toEqual([{ id: "p40", body: { approved: true, revision: 1 } }]);
  expect(statusTexts()).toContain("Kale 40 was approved. 59 left.");
  expect(router.state.location.search).toEqual({ review: "product:p0" });
  expect(rows()).not.toContain("Kale 40");
});

it("rejects the item of a link, and leaves it without a message when another one is opened", async () => {
  fillPages();
  const router = open("/dashboard/admin?review=product:p40");
  await isOpen("Kale 40");
  await userEvent.keyboard("j");
  await isOpen("Kale 0");
  expect(statusTexts().join()).not.toContain("Kale 40");
  await router.navigate({ to: "/dashboard/admin", search: { review: "product:p41" } });
  await isOpen("Kale 41");
  await userEvent.keyboard("r");
  await userEvent.type(screen.getByLabelText("Reason"), "Blurred.");
  await userEvent.click(dialog("Reject Kale 41?").getByRole("button", { name: "Reject" }));
  await isOpen("Kale 0");
  expect(inboxServer.decisions).toEqual([
    { id: "p41", body: { approved: false, reason: "Blurred.", revision: 1 } },
  ]);
});

it("moves on from the item of a link when another admin decides about it", async () => {
  fillPages();
  const { client } = openWith("/dashboard/admin?review=product:p40");
  await isOpen("Kale 40");
  inboxServer.products = inboxServer.products.filter(({ _id }) => _id !== "p40");
  await client.refetchQueries({ queryKey: keys.admin.all });
  await isOpen("Kale 0");
  expect(statusTexts()).toContain("Kale 40 is no longer waiting here.");
});

it("shows the new version of a link's item when the merchant has changed it meanwhile", async () => {
  fillPages();
  server.use(
    on.put("/admin/products/{id}/approve", () => {
      const changed = pendingProduct("p40", "Red Kale", { revision: 2 });
      inboxServer.products = inboxServer.products.with(40, changed);
      return refusal(409, "The merchant has changed this product meanwhile. Please review it again.");
    }),
  );
  open("/dashboard/admin?review=product:p40");
  await isOpen("Kale 40");
  await userEvent.keyboard("a{Enter}");
  await waitFor(async () => expect(await item("Red Kale")).toHaveFocus());
  expect(statusTexts().join()).toContain("The merchant has changed this product meanwhile.");
});

it("opens the certificate of a link, and marks a merchant that is not approved", async () => {
  fillPages();
  server.use(
    on.get("/products/{id}", product({ isOrganic: true, organicCertificate: certificate, revision: 1 })),
    on.get("/users/{id}", () => refusal(404, "Merchant not found")),
    http.get(at("/uploads/certificates/m1/c.png"), () => new HttpResponse(null, { status: 404 })),
  );
  open("/dashboard/admin?review=certificate:p1");
  expect(await screen.findByRole("button", { name: /^Approve the certificate of/ })).toBeVisible();
  expect(screen.getByText("Not approved")).toBeVisible();
});

it("offers Retry when the item of a link fails to load", async () => {
  fillPages();
  server.use(on.get("/products/{id}", () => refusal(422, "No")));
  open("/dashboard/admin?review=product:p40");
  expect(await screen.findByRole("heading", { name: "This one could not be loaded" })).toBeVisible();
  fillPages();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await isOpen("Kale 40");
});
