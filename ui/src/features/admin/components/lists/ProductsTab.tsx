import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { merchantName } from "@/api/products";
import type { Product } from "@/api/types";
import { CATEGORIES, categoryLabel } from "@/lib/categories";
import { Price } from "@/ui/Price";
import type { Column } from "@/ui/Table";
import { Thumbnail } from "@/ui/Thumbnail";
import { bulkProducts, productsQuery } from "../../api/lists";
import { texts } from "../../listTexts";
import { productActs } from "../../model/act";
import { useList } from "../../model/useList";
import { Choice } from "./Choice";
import { ListFrame } from "./ListFrame";
import { RowNotListed } from "./RowNotListed";
import { ProductBadges } from "./ProductBadges";
import { ProductDialog } from "./ProductDialog";
import { RowActions } from "./RowActions";
import { SearchField } from "./SearchField";
import { SelectableTable, type BulkAction } from "./SelectableTable";

const words = texts.products;
const CATEGORY_OPTIONS = CATEGORIES.map((slug) => [slug, categoryLabel(slug)] as const);
const ORGANIC_OPTIONS = [
  ["true", words.organicOnly],
  ["false", words.notOrganic],
] as const;

/** Every product, on sale or not. */
export function ProductsTab() {
  const { search, typed, page, filter, show, clear } = useList();
  const { q, category, status, organic, product: shown } = search;
  const query = useQuery(productsQuery({ page, search: typed, category, status, isOrganic: organic }));
  const detail = query.data?.products.find(({ _id }) => _id === shown);
  const total = query.data?.pagination.totalProducts;
  return (
    <>
      <ListFrame
        title={words.title}
        query={query}
        found={total === undefined ? undefined : words.found(total)}
        words={words}
        isEmpty={({ products }) => products.length === 0}
        totalPages={query.data?.pagination.totalPages ?? 0}
        search={
          <SearchField
            label={words.search}
            hint={words.searchHint}
            value={q}
            onChange={(text) => filter({ q: text })}
          />
        }
        chosen={[category, status, organic].filter(Boolean).length}
        filters={
          <>
            <Choice
              label={words.category}
              value={category}
              options={CATEGORY_OPTIONS}
              onChange={(value) => filter({ category: value })}
            />
            <Choice
              label={texts.status}
              value={status}
              options={Object.entries(words.statuses)}
              onChange={(value) => filter({ status: value })}
            />
            <Choice
              label={words.organic}
              value={organic}
              options={ORGANIC_OPTIONS}
              onChange={(value) => filter({ organic: value })}
            />
          </>
        }
      >
        {({ products }) => (
          <div className="grid min-w-0 gap-4">
            {shown && !detail && !query.isFetching && <RowNotListed title={words.notHere} onClear={clear} />}
            <SelectableTable
              caption={words.title}
              rows={products}
              columns={COLUMNS}
              card={productCard}
              actions={BULK_ACTIONS}
            />
          </div>
        )}
      </ListFrame>
      {detail && (
        <ProductDialog key={detail._id} product={detail} onClose={() => show({ product: undefined })} />
      )}
    </>
  );
}

const BULK_ACTIONS: readonly BulkAction[] = [
  {
    label: words.activate,
    look: "approve",
    title: words.bulkActivateTitle,
    consequence: words.bulkActivateConsequence,
    send: (ids) => bulkProducts("activate", ids),
    done: words.bulkActivated,
  },
  {
    label: words.deactivate,
    look: "danger",
    title: words.bulkDeactivateTitle,
    consequence: words.bulkDeactivateConsequence,
    reason: "optional",
    send: (ids, reason) => bulkProducts("deactivate", ids, reason),
    done: words.bulkDeactivated,
  },
];

function ProductName({ product: { _id, name, category, images } }: { product: Product }) {
  return (
    <span className="flex min-w-0 gap-3">
      <Thumbnail src={images[0]?.url} size="sm" />
      <span className="min-w-0">
        <Link
          from="/dashboard/admin"
          search={(old) => ({ ...old, product: _id })}
          resetScroll={false}
          className="font-semibold text-leaf underline underline-offset-4"
        >
          {name}
        </Link>
        <span className="block text-muted">{categoryLabel(category)}</span>
      </span>
    </span>
  );
}

const rowActions = (product: Product) => (
  <RowActions
    name={product.name}
    acts={productActs(product)}
    links={[{ label: texts.history, to: "/admin/audit", search: { subject: product._id } }]}
  />
);

const COLUMNS: Column<Product>[] = [
  { key: "product", header: words.columns.product, cell: (product) => <ProductName product={product} /> },
  { key: "merchant", header: words.columns.merchant, cell: merchantName },
  { key: "status", header: words.columns.status, cell: (product) => <ProductBadges product={product} /> },
  {
    key: "stock",
    header: words.columns.stock,
    align: "end",
    cell: ({ inventory }) => inventory.quantity,
  },
  {
    key: "price",
    header: words.columns.price,
    align: "end",
    cell: ({ price, inventory }) => <Price value={price} unit={inventory.unit} />,
  },
  { key: "actions", header: texts.actions, hideHeader: true, cell: rowActions },
];

function productCard(product: Product) {
  const { inventory, price } = product;
  return (
    <>
      <div className="flex items-start justify-between gap-2">
        <ProductName product={product} />
        {rowActions(product)}
      </div>
      <ProductBadges product={product} />
      <p className="text-sm">
        <Price value={price} unit={inventory.unit} />
        <span className="text-muted">
          {" "}
          · {words.stockOf(inventory.quantity, inventory.unit)} · {merchantName(product)}
        </span>
      </p>
    </>
  );
}
