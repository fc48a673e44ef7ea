import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { keys } from "@/api/keys";
import { on, refusal } from "../../tests/api";
import { certificate, inboxServer, mockInbox, newMerchant, pendingProduct } from "../../tests/inbox";
import { onScreen } from "../../tests/screen";
import { open, openWith } from "../../tests/open";
import { server } from "../../tests/server";

mockInbox();

const rows = () =>
  within(screen.getByRole("navigation", { name: "Waiting for a decision" }))
    .getAllByRole("link")
    .map((link) => link.querySelector(".font-semibold")?.textContent);
const item = (name: string) => screen.findByRole("heading", { level: 3, name });
const isOpen = async (name: string) => expect(await item(name)).toBeVisible();
const dialog = (name: string) => within(screen.getByRole("alertdialog", { name }));
const statusTexts = () => screen.getAllByRole("status").map(({ textContent }) => textContent);

const link = (name: string) => screen.getByRole("link", { name });
const denied = () => refusal(403, "Only admins may do this");

function fillInbox() {
  inboxServer.merchants = [newMerchant];
  inboxServer.certificates = [
    pendingProduct("p1", "Beets", { isOrganic: true, organicCertificate: certificate }),
  ];
  inboxServer.products = [
    pendingProduct("p1", "Beets"),
    pendingProduct("p2", "Leeks"),
    pendingProduct("p3", "Chard"),
  ];
}

it("lists pending items by kind, with counts that filter", async () => {
  fillInbox();
  const router = open("/dashboard/admin");
  await isOpen("Waiting Farm");
  expect(rows()).toEqual(["Waiting Farm", "Beets", "Beets", "Leeks", "Chard"]);
  expect(screen.getByText("5 waiting")).toBeVisible();
  const filter = within(screen.getByRole("group", { name: "Show" }));
  expect(filter.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "All 5",
    "Merchants 1",
    "Certificates 1",
    "Products 3",
  ]);
  await userEvent.click(filter.getByRole("button", { name: "Products 3" }));
  await waitFor(() => expect(rows()).toEqual(["Beets", "Leeks", "Chard"]));
  expect(router.state.location.href).toBe("/dashboard/admin?show=product");
  await userEvent.click(screen.getByRole("link", { name: /^Chard/ }));
  await isOpen("Chard");
  expect(router.state.location.search).toEqual({ show: "product", review: "product:p3" });
});

it("highlights the pending counts, each with a link to its part of the inbox", async () => {
  fillInbox();
  inboxServer.certificates = [];
  const router = open("/dashboard/admin");
  const waitingFor = ["Pending merchants", "Pending organic reviews", "Pending product approvals"];
  await waitFor(() => expect(link("Pending product approvals").closest("div")).toHaveTextContent("3"));
  const cards = waitingFor.map((name) => link(name).closest("dl > div"));
  expect(cards.map((card) => card?.classList.contains("bg-butter-soft"))).toEqual([true, false, true]);
  await userEvent.click(link("Pending product approvals"));
  await waitFor(() => expect(rows()).toEqual(["Beets", "Leeks", "Chard"]));
  expect(router.state.location.href).toBe("/dashboard/admin?show=product");
  expect(screen.getByRole("heading", { name: "Approval inbox" })).toHaveFocus();
});

it("shows the seven figures", async () => {
  fillInbox();
  open("/dashboard/admin");
  await isOpen("Waiting Farm");
  const figures = [
    ["Total users", "12"],
    ["Merchants", "5"],
    ["Customers", "6"],
    ["Products", "40"],
    ["Pending merchants", "1"],
    ["Pending organic reviews", "1"],
    ["Pending product approvals", "3"],
  ] as const;
  // The terms of the open item come after these.
  const terms = screen.getAllByRole("term").slice(0, figures.length);
  expect(terms.map(({ textContent }) => textContent)).toEqual(figures.map(([label]) => label));
  expect(terms.map(({ parentElement }) => parentElement?.querySelector("dd")?.textContent)).toEqual(
    figures.map(([, value]) => value),
  );
});

it("approves with A and Enter, and moves on to the next item", async () => {
  fillInbox();
  const router = open("/dashboard/admin?review=product:p2");
  await isOpen("Leeks");
  await userEvent.keyboard("a");
  expect(dialog("Approve Leeks?").getByText(/can find and buy it/)).toBeVisible();
  expect(dialog("Approve Leeks?").getByRole("button", { name: "Approve" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await waitFor(async () => expect(await item("Chard")).toHaveFocus());
  expect(inboxServer.decisions).toEqual([{ id: "p2", body: { approved: true, revision: 1 } }]);
  expect(statusTexts()).toContain("Leeks was approved. 4 left.");
  expect(router.state.location.search).toEqual({ review: "product:p3" });
  expect(rows()).not.toContain("Leeks");
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
});

it("moves with J and K, and stops at both ends", async () => {
  fillInbox();
  open("/dashboard/admin?show=product");
  await isOpen("Beets");
  await userEvent.keyboard("kj");
  await waitFor(async () => expect(await item("Leeks")).toHaveFocus());
  await userEvent.keyboard("j");
  await isOpen("Chard");
  expect(screen.getByRole("button", { name: "Next (J)" })).toBeDisabled();
  await userEvent.keyboard("jk");
  await isOpen("Leeks");
  expect(screen.getByRole("link", { name: /^Leeks/ })).toHaveAttribute("aria-current");
  expect(screen.getByRole("link", { name: /^Chard/ })).not.toHaveAttribute("aria-current");
});

it("rejects with R only with a reason, from templates and typing", async () => {
  fillInbox();
  open("/dashboard/admin?review=product:p2");
  await isOpen("Leeks");
  await userEvent.keyboard("r");
  const ask = dialog("Reject Leeks?");
  const reject = ask.getByRole("button", { name: "Reject" });
  const reason = ask.getByLabelText("Reason");
  expect(reason).toHaveFocus();
  expect(reject).toBeDisabled();
  expect(reject).toHaveAccessibleDescription("Please give a reason.");
  await userEvent.type(reason, "  ");
  expect(reject).toBeDisabled();
  const template = ask.getByRole("button", { name: "The category does not fit." });
  await userEvent.click(template);
  expect(template).toHaveAttribute("aria-pressed", "true");
  expect(reason).toHaveFocus();
  await userEvent.keyboard(" Try “home”.");
  await userEvent.click(ask.getByRole("button", { name: "This product may not be sold here." }));
  await userEvent.click(template);
  expect(reason).toHaveValue("Try “home”. This product may not be sold here.");
  await userEvent.click(reject);
  await isOpen("Chard");
  const body = { approved: false, reason: "Try “home”. This product may not be sold here.", revision: 1 };
  expect(inboxServer.decisions).toEqual([{ id: "p2", body }]);
  expect(statusTexts()).toContain("Leeks was rejected. 4 left.");
});

it("ignores shortcut keys while the admin types, in a dialog, and when they are off", async () => {
  fillInbox();
  open("/dashboard/admin?review=product:p2");
  await isOpen("Leeks");
  await userEvent.type(screen.getAllByRole("combobox")[0] as HTMLElement, "jar");
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("?");
  const shortcuts = screen.getByRole("dialog", { name: "Keyboard shortcuts" });
  expect(within(shortcuts).getByText("Approve")).toBeVisible();
  await userEvent.click(within(shortcuts).getByLabelText("Use single keys in the inbox"));
  await userEvent.keyboard("a");
  await userEvent.click(within(shortcuts).getByRole("button", { name: "Close" }));
  await userEvent.keyboard("ajr");
  await isOpen("Leeks");
  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: /^Keyboard shortcuts/ }));
  await userEvent.click(screen.getByLabelText("Use single keys in the inbox"));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await userEvent.keyboard("a");
  expect(dialog("Approve Leeks?")).toBeDefined();
});

it.each([
  ["merchant", "/admin/users/{id}/approve", "merchant:m9", "Failed to update merchant approval"],
  [
    "certificate",
    "/admin/products/{id}/organic-certificate",
    "certificate:p1",
    "Failed to update organic certificate",
  ],
  ["product", "/admin/products/{id}/approve", "product:p1", "Failed to update product approval status"],
] as const)("keeps the reason when a %s could not be rejected", async (_, path, review, failure) => {
  fillInbox();
  const answers = [() => new Response("{}", { status: 500 }), () => refusal(503, "Try again soon.")];
  server.use(on.put(path, () => answers.shift()?.() ?? refusal(500, "asked too often")));
  open(`/dashboard/admin?review=${review}`);
  await userEvent.click(await screen.findByRole("button", { name: /^Reject / }));
  const ask = within(screen.getByRole("alertdialog"));
  await userEvent.type(ask.getByLabelText("Reason"), "Blurred.");
  await userEvent.click(ask.getByRole("button", { name: "Reject" }));
  expect(await ask.findByText(failure)).toBeVisible();
  await userEvent.click(ask.getByRole("button", { name: "Reject" }));
  expect(await ask.findByText("Try again soon.")).toBeVisible();
  expect(ask.getByLabelText("Reason")).toHaveValue("Blurred.");
});

it("keeps the typed reason when the dialog is closed", async () => {
  fillInbox();
  open("/dashboard/admin?review=product:p2");
  await isOpen("Leeks");
  await userEvent.keyboard("r");
  await userEvent.type(screen.getByLabelText("Reason"), "Blurred.");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.keyboard("jr");
  expect(await screen.findByLabelText("Reason")).toHaveValue("");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await userEvent.keyboard("kr");
  expect(await screen.findByLabelText("Reason")).toHaveValue("Blurred.");
});

it("moves on when another admin has already decided", async () => {
  fillInbox();
  server.use(
    on.put("/admin/products/{id}/approve", ({ params }) => {
      inboxServer.products = inboxServer.products.filter(({ _id }) => _id !== params.id);
      return refusal(409, "This product has already been reviewed");
    }),
  );
  open("/dashboard/admin?review=product:p2");
  await isOpen("Leeks");
  await userEvent.keyboard("a{Enter}");
  await waitFor(async () => expect(await item("Chard")).toHaveFocus());
  expect(statusTexts().join()).toContain("Leeks: This product has already been reviewed");
  expect(rows()).not.toContain("Leeks");
});

it("stays when the merchant has changed the product meanwhile, and shows the new version", async () => {
  fillInbox();
  server.use(
    on.put("/admin/products/{id}/approve", () => {
      inboxServer.products = [pendingProduct("p2", "Baby Leeks", { revision: 2 })];
      return refusal(409, "The merchant has changed this product meanwhile. Please review it again.");
    }),
  );
  open("/dashboard/admin?review=product:p2");
  await isOpen("Leeks");
  await userEvent.keyboard("a{Enter}");
  await waitFor(async () => expect(await item("Baby Leeks")).toHaveFocus());
  expect(statusTexts().join()).toContain("The merchant has changed this product meanwhile.");
});

it("moves on when a refetch shows another admin's decision", async () => {
  fillInbox();
  const { client } = openWith("/dashboard/admin?review=product:p2");
  await isOpen("Leeks");
  inboxServer.products = [pendingProduct("p3", "Chard")];
  await client.refetchQueries({ queryKey: keys.admin.all });
  await isOpen("Chard");
  expect(statusTexts()).toContain("Leeks is no longer waiting here.");
});

it("shows an empty inbox after the last item, and moves the focus to the title", async () => {
  inboxServer.products = [pendingProduct("p2", "Leeks")];
  open("/dashboard/admin");
  await isOpen("Leeks");
  await userEvent.keyboard("a{Enter}");
  expect(await screen.findByRole("heading", { name: "Nothing is waiting" })).toBeVisible();
  expect(statusTexts()).toContain("Leeks was approved. Nothing is left.");
  await waitFor(() => expect(screen.getByRole("heading", { name: "Approval inbox" })).toHaveFocus());
});

it("reports an unknown item in the URL, and links to the oldest", async () => {
  fillInbox();
  open("/dashboard/admin?review=product:unknown");
  expect(await screen.findByRole("heading", { name: "This one is not waiting" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Go to the oldest" }));
  await isOpen("Waiting Farm");
});

it("pages through 10,000 products, and moves on to the next page after the last item of one", async () => {
  inboxServer.products = Array.from({ length: 10_000 }, (_, index) =>
    pendingProduct(`p${index}`, `Kale ${index}`),
  );
  const router = open("/dashboard/admin?show=product&review=product:p24");
  await isOpen("Kale 24");
  expect(rows()).toHaveLength(25);
  expect(screen.getByText("Page 1 of 400")).toBeVisible();
  expect(screen.getByText("10,000 waiting")).toBeVisible();
  await userEvent.keyboard("j");
  await isOpen("Kale 25");
  expect(router.state.location.search).toEqual({ show: "product", page: "2" });
  expect(rows()).toHaveLength(25);
  await userEvent.click(screen.getByRole("button", { name: "Previous page" }));
  await isOpen("Kale 0");
});

it("opens the last page when the URL's page is beyond it", async () => {
  fillInbox();
  const router = open("/dashboard/admin?page=7");
  await isOpen("Waiting Farm");
  expect(router.state.location.search).toEqual({});
});

it("has separate views for the list and an item on a phone", async () => {
  fillInbox();
  onScreen({ wide: false });
  const router = open("/dashboard/admin");
  await userEvent.click(await screen.findByRole("link", { name: /^Leeks/ }));
  await isOpen("Leeks");
  expect(screen.getByRole("navigation", { name: "Waiting for a decision" })).toHaveClass("max-md:hidden");
  await userEvent.click(screen.getByRole("button", { name: "Approve Leeks" }));
  await userEvent.click(dialog("Approve Leeks?").getByRole("button", { name: "Approve" }));
  await isOpen("Chard");
  await userEvent.click(screen.getByRole("link", { name: "Back to the list" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Approve/ })).not.toBeInTheDocument());
  expect(router.state.location.href).toBe("/dashboard/admin");
});

it("shows Access Denied when the admin loses the role while the page is open", async () => {
  fillInbox();
  open("/dashboard/admin");
  await isOpen("Waiting Farm");
  server.use(
    on.put("/admin/users/{id}/approve", denied),
    on.get("/admin/stats", denied),
    on.get("/admin/pending", denied),
  );
  await userEvent.keyboard("a{Enter}");
  expect(await screen.findByRole("heading", { name: "Access Denied" })).toBeVisible();
  expect(screen.getByText("You don't have permission to access this page.")).toBeVisible();
});

it("offers Retry when the lists fail to load", async () => {
  server.use(on.get("/admin/pending", () => refusal(422, "No")));
  open("/dashboard/admin");
  expect(await screen.findByRole("heading", { name: "The pending lists could not be loaded" })).toBeVisible();
});
