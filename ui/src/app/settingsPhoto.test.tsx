import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import { on } from "../../tests/api";
import { open } from "../../tests/open";
import { at, mockServer, server } from "../../tests/server";
import { seller } from "../../tests/shop";

mockServer();
// Load the page's code once, so that no test waits for it.
beforeAll(() =>
  Promise.all([
    import("@/features/settings/components/SettingsPage"),
    import("@/features/settings/components/BusinessInfo"),
  ]),
);

const image = { url: "/api/uploads/business/m/1.webp", filename: "1.webp" };
const UPLOAD = "/upload/business-photo";
const file = (type = "image/png", size = 10) => new File([new Uint8Array(size)], "stall", { type });
const choose = async (photo: File) =>
  userEvent.setup({ applyAccept: false }).upload(await screen.findByTestId("business-photo-file"), photo);
const remove = { name: "Remove the photo" };

beforeEach(() => {
  storeToken("t");
  server.use(on.get("/auth/me", seller));
  open("/settings?tab=business");
});

it("uploads the photo and removes it after a confirmation", async () => {
  let field = "";
  const removed: unknown[] = [];
  server.use(
    http.post(at(UPLOAD), async ({ request }) => {
      field = [...(await request.formData()).keys()].join();
      return HttpResponse.json({ success: true, image }, { status: 201 });
    }),
    http.delete(at("/upload/image/:filename"), ({ params }) => {
      removed.push(params.filename);
      return HttpResponse.json({ success: true });
    }),
  );
  await choose(file());
  await waitFor(() => expect(screen.getByText("Business photo uploaded successfully!")).toBeVisible());
  expect(field).toBe("businessPhoto");
  await userEvent.click(screen.getByRole("button", remove));
  const question = within(await screen.findByRole("alertdialog"));
  expect(removed).toEqual([]);
  await userEvent.click(question.getByRole("button", remove));
  await waitFor(() => expect(screen.getByText("Business photo removed successfully!")).toBeVisible());
  expect(removed).toEqual(["1.webp"]);
  await waitFor(() => expect(screen.queryByRole("button", remove)).not.toBeInTheDocument());
});

it("refuses an unsuitable file before any upload", async () => {
  await choose(file("image/png", 5 * 1024 * 1024 + 1));
  expect(await screen.findByText("File too large. Maximum size is 5MB.")).toBeVisible();
  await choose(file("image/gif"));
  expect(await screen.findByText("Only JPEG, PNG, and WebP formats are allowed.")).toBeVisible();
});

const failing = () => HttpResponse.json({}, { status: 500 });

it("reports a failed upload, and keeps a photo that could not be removed", async () => {
  server.use(http.post(at(UPLOAD), failing), http.delete(at("/upload/image/:filename"), failing));
  await choose(file());
  expect(await screen.findByText("Failed to upload business photo")).toBeVisible();
  server.use(http.post(at(UPLOAD), () => HttpResponse.json({ success: true, image }, { status: 201 })));
  await choose(file());
  await userEvent.click(await screen.findByRole("button", remove));
  const question = within(await screen.findByRole("alertdialog"));
  await userEvent.click(question.getByRole("button", remove));
  expect(await question.findByText("Failed to remove business photo")).toBeVisible();
});
