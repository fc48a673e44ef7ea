import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { ToastHost } from "@/ui/ToastHost";
import { renderRouted } from "../../../../tests/open";
import { at, mockServer, server } from "../../../../tests/server";
import { product } from "../../../../tests/shop";
import { ProductEditor } from "./ProductEditor";

mockServer();

const preview = { card: () => null, page: () => null };

const image = { url: "/api/uploads/products/m/0.webp", filename: "0.webp" };
const certificate = {
  url: "/api/uploads/certificates/m/1.pdf",
  filename: "1.pdf",
  originalName: "Organic 2026.pdf",
};
const photo = (size = 10) => new File([new Uint8Array(size)], "kale.png", { type: "image/png" });
const pictures = () => screen.getByTestId("product-images-file");
const save = () => userEvent.click(screen.getByRole("button", { name: /Add Product|Uploading/ }));

beforeEach(async () => {
  sessionStorage.clear();
  URL.createObjectURL = vi.fn<() => string>(() => "blob:preview");
  URL.revokeObjectURL = vi.fn<() => void>();
  renderRouted(
    <>
      <ProductEditor preview={preview} onDone={() => {}} />
      <ToastHost />
    </>,
  );
  await screen.findByLabelText("Name");
});

async function fill() {
  const { type, selectOptions } = userEvent;
  await type(screen.getByLabelText("Name"), "Kale");
  await type(screen.getByLabelText("Description"), "Dark.");
  await selectOptions(screen.getByLabelText("Category"), "produce");
  await type(screen.getByLabelText("Subcategory"), "Vegetables");
  await type(screen.getByLabelText("Price in dollars"), "3.50");
  await type(screen.getByLabelText("Quantity in stock"), "12");
}

it("sends pictures and certificate along with the product", async () => {
  let sent: unknown;
  let field = "";
  server.use(
    http.post(at("/upload/product-image"), async ({ request }) => {
      field = [...(await request.formData()).keys()].join();
      return HttpResponse.json({ success: true, image }, { status: 201 });
    }),
    http.post(at("/upload/organic-certificate"), () =>
      HttpResponse.json({ success: true, ...certificate }, { status: 201 }),
    ),
    http.post(at("/products"), async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ success: true, product: product() }, { status: 201 });
    }),
  );
  await fill();
  await userEvent.upload(pictures(), photo());
  expect(await screen.findByRole("img", { name: "Picture 1" })).toHaveAttribute("src", image.url);
  expect(field).toBe("image");
  await userEvent.click(screen.getByLabelText("This product is certified organic"));
  await save();
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "Please upload an organic certification document for organic products.",
  );
  const pdf = new File(["%PDF-"], "Organic 2026.pdf", { type: "application/pdf" });
  await userEvent.upload(screen.getByTestId("product-certificate-file"), pdf);
  expect(
    await screen.findByText("Certificate uploaded successfully! It will be reviewed by our team."),
  ).toBeVisible();
  expect(screen.getByText("Organic 2026.pdf")).toBeVisible();
  await save();
  await waitFor(() =>
    expect(sent).toMatchObject({
      images: [{ url: image.url, alt: "Kale", isFeatured: true }],
      isOrganic: true,
      organicCertificate: { url: certificate.url, filename: "1.pdf", originalName: "Organic 2026.pdf" },
    }),
  );
});

it("reports an oversized file at once, and the server's refusal afterwards", async () => {
  server.use(
    http.post(at("/upload/product-image"), () =>
      HttpResponse.json(
        { success: false, message: "Only JPEG, PNG, and WebP formats are allowed." },
        { status: 415 },
      ),
    ),
  );
  await userEvent.upload(pictures(), photo(5 * 1024 * 1024 + 1));
  expect(await screen.findByText("File too large. Maximum size is 5MB.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Dismiss kale.png" }));
  expect(screen.queryByText("File too large. Maximum size is 5MB.")).not.toBeInTheDocument();
  await userEvent.upload(pictures(), photo());
  expect(await screen.findByText("Only JPEG, PNG, and WebP formats are allowed.")).toBeVisible();
  expect(screen.queryByRole("img", { name: "Picture 1" })).not.toBeInTheDocument();
});

const chooseCertificate = (file: File) =>
  userEvent.setup({ applyAccept: false }).upload(screen.getByTestId("product-certificate-file"), file);

it("reports a failed certificate upload, and the accepted file types", async () => {
  server.use(http.post(at("/upload/organic-certificate"), () => HttpResponse.json({}, { status: 500 })));
  await userEvent.click(screen.getByLabelText("This product is certified organic"));
  await chooseCertificate(new File(["PK"], "proof.zip", { type: "application/zip" }));
  expect(await screen.findByText("Only PDF and image files are allowed.")).toBeVisible();
  await chooseCertificate(new File(["%PDF-"], "proof.pdf", { type: "application/pdf" }));
  expect(await screen.findByText("Failed to upload certificate")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Remove the certificate" })).not.toBeInTheDocument();
});

it("waits for uploads, shows their progress, and lets the merchant cancel or remove them", async () => {
  const answers: (() => void)[] = [];
  const answered = new Promise<void>((resolve) => void answers.push(resolve));
  let saved = 0;
  server.use(
    http.post(at("/upload/product-image"), async () => {
      await answered;
      return HttpResponse.json({ success: true, image }, { status: 201 });
    }),
    http.post(at("/products"), () => {
      saved += 1;
      return HttpResponse.json({ success: true, product: product() }, { status: 201 });
    }),
  );
  await fill();
  await userEvent.upload(pictures(), photo());
  expect(await screen.findByRole("progressbar", { name: "Uploading kale.png" })).toBeVisible();
  await save();
  expect(saved).toBe(0);
  await userEvent.click(screen.getByRole("button", { name: "Cancel kale.png" }));
  expect(screen.queryByRole("progressbar")).not.toBeInTheDocument();
  answers[0]?.();
  await userEvent.upload(pictures(), photo());
  await userEvent.click(await screen.findByRole("button", { name: "Remove picture 1" }));
  expect(screen.queryByRole("img", { name: "Picture 1" })).not.toBeInTheDocument();
});
