import type { Product } from "@/api/types";
import { merchantName } from "@/api/products";
import { categoryLabel } from "@/lib/categories";
import { formatDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { ButtonLink } from "@/ui/ButtonLink";
import { Picture } from "@/ui/Picture";
import { Price } from "@/ui/Price";
import { texts } from "../../listTexts";
import { productActs } from "../../model/act";
import { Facts, type Fact } from "../inbox/Facts";
import { Section } from "../inbox/Section";
import { DetailDialog } from "./DetailDialog";
import { ProductBadges } from "./ProductBadges";

const words = texts.products;
const facts = words.facts;

/** All details of a product. */
export function ProductDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { _id: id, approvalStatus, images } = product;
  const isWaiting = approvalStatus === "pending" || approvalStatus === "resubmitted";
  const isSold = approvalStatus === "approved" && product.isActive;
  return (
    <DetailDialog title={product.name} acts={productActs(product)} onClose={onClose}>
      <div className="grid gap-5">
        <ProductBadges product={product} whole />
        <div className="flex flex-wrap gap-2">
          {isWaiting && (
            <ButtonLink
              to="/dashboard/admin"
              search={{ review: `product:${id}` }}
              variant="secondary"
              size="sm"
            >
              {words.review}
            </ButtonLink>
          )}
          {isSold && (
            <ButtonLink to="/products/$id" params={{ id }} variant="secondary" size="sm">
              {words.seeInShop}
            </ButtonLink>
          )}
          <ButtonLink to="/admin/audit" search={{ subject: id }} variant="secondary" size="sm">
            {texts.history}
          </ButtonLink>
          <ButtonLink
            to="/admin/operations"
            search={{ tab: "why", stream: `product-${id}` }}
            variant="secondary"
            size="sm"
          >
            {texts.why}
          </ButtonLink>
        </div>
        {images.length > 0 && (
          <ul className="grid grid-cols-3 gap-3">
            {images.map(({ url, alt }) => (
              <li key={url}>
                <Picture src={url} alt={alt} sizes="180px" />
              </li>
            ))}
          </ul>
        )}
        <Section title={words.description}>
          <p className="whitespace-pre-line">{product.description}</p>
        </Section>
        <Facts facts={factsOf(product)} />
      </div>
    </DetailDialog>
  );
}

const yesOrNo = (value: boolean) => (value ? words.yes : words.no);
const optionalFact = (label: string, value: string | null | undefined | false): Fact[] =>
  value ? [{ label, value }] : [];

function factsOf(product: Product): Fact[] {
  const { inventory, fulfillment, rating, organicCertificate: certificate } = product;
  const { deliveryRadius, deliveryFee, freeDeliveryMinimum } = fulfillment.deliveryOptions;
  const { method } = fulfillment;
  return [
    { label: facts.price, value: <Price value={product.price} unit={inventory.unit} /> },
    { label: facts.stock, value: words.stockOf(inventory.quantity, inventory.unit) },
    { label: facts.lowStock, value: inventory.lowStockThreshold },
    {
      label: facts.category,
      value: [categoryLabel(product.category), product.subcategory].filter(Boolean).join(" · "),
    },
    ...optionalFact(facts.merchant, merchantName(product)),
    { label: facts.ways, value: words.methods[method] },
    ...optionalFact(facts.pickup, method !== "delivery-only" && fulfillment.pickupInstructions),
    ...optionalFact(
      facts.delivery,
      method !== "pickup-only" &&
        words.deliveryOf(deliveryRadius, formatMoney(deliveryFee), formatMoney(freeDeliveryMinimum)),
    ),
    { label: facts.organic, value: yesOrNo(product.isOrganic) },
    {
      label: facts.certificate,
      value: certificate ? words.statuses[certificate.status] : words.noCertificate,
    },
    ...optionalFact(facts.certificateReason, certificate?.reason),
    { label: facts.local, value: yesOrNo(product.isLocallySourced) },
    ...optionalFact(facts.harvest, product.harvestDate && formatDate(product.harvestDate)),
    ...optionalFact(facts.tags, product.tags.join(", ")),
    {
      label: facts.rating,
      value: rating.count > 0 ? words.ratingOf(rating.average, rating.count) : words.noRating,
    },
    { label: facts.views, value: product.views },
    { label: facts.listed, value: formatDate(product.createdAt) },
    ...(product.revision ? [{ label: facts.revision, value: product.revision }] : []),
  ];
}
