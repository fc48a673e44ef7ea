import { useQuery } from "@tanstack/react-query";
import { productQuery } from "@/api/products";
import { categoryLabel } from "@/lib/categories";
import { formatDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { Picture } from "@/ui/Picture";
import { Price } from "@/ui/Price";
import type { ReviewedProduct } from "../../model/review";
import { texts } from "../../inboxTexts";
import { Facts, type Fact } from "./Facts";
import { Section } from "./Section";
import { SellerLink } from "./SellerLink";

const words = texts.facts;

/** All details of a product. */
export function ProductReview({ product }: { product: ReviewedProduct }) {
  return (
    <>
      <Pictures product={product} />
      <Section title={words.description}>
        <p className="whitespace-pre-line">{product.description || words.noDescription}</p>
      </Section>
      <Facts facts={useFacts(product)} />
    </>
  );
}

function Pictures({ product: { images, name } }: { product: ReviewedProduct }) {
  return (
    <Section title={words.pictures}>
      {images.length === 0 && <p className="text-muted">{words.noPictures}</p>}
      <ul className="grid grid-cols-2 gap-3 empty:hidden lg:grid-cols-3">
        {images.map(({ url, alt }, index) => (
          <li key={url}>
            <a
              href={url}
              target="_blank"
              rel="noopener"
              aria-label={words.fullSize(alt || `${name}, ${words.picture(index + 1)}`)}
            >
              <Picture src={url} alt={alt} sizes="300px" />
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const yesOrNo = (value: boolean) => (value ? words.yes : words.no);

const optional = (label: string, value: string | null | undefined): Fact[] =>
  value ? [{ label, value }] : [];

function useFacts(product: ReviewedProduct): Fact[] {
  const { fulfillment, inventory, tags, harvestDate } = product;
  // The pending list does not include the stock.
  const whole = useQuery(productQuery(product._id));
  const { quantity } = whole.data?.inventory ?? {};
  const { deliveryRadius, deliveryFee, freeDeliveryMinimum, estimatedTime } = fulfillment.deliveryOptions;
  return [
    { label: words.price, value: <Price value={product.price} unit={inventory.unit} /> },
    {
      label: words.stock,
      value:
        quantity === undefined
          ? whole.isError
            ? words.stockUnknown
            : "…"
          : words.stockOf(quantity, inventory.unit),
    },
    {
      label: words.category,
      value: [categoryLabel(product.category), product.subcategory].filter(Boolean).join(" · "),
    },
    { label: words.ways, value: words.methods[fulfillment.method] },
    ...optional(words.pickup, fulfillment.method === "delivery-only" ? null : fulfillment.pickupInstructions),
    ...optional(
      words.delivery,
      fulfillment.method === "pickup-only"
        ? null
        : words.deliveryOf(
            deliveryRadius,
            formatMoney(deliveryFee),
            formatMoney(freeDeliveryMinimum),
            estimatedTime,
          ),
    ),
    { label: words.organic, value: yesOrNo(product.isOrganic) },
    { label: words.local, value: yesOrNo(product.isLocallySourced) },
    ...optional(words.harvest, harvestDate && formatDate(harvestDate)),
    ...optional(words.tags, tags.join(", ")),
    { label: words.seller, value: <SellerLink merchant={product.merchant} /> },
    { label: words.listed, value: formatDate(product.createdAt) },
  ];
}
