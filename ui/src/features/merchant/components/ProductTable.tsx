import { useState } from "react";
import type { Product } from "@/api/types";
import { categoryLabel } from "@/lib/categories";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Price } from "@/ui/Price";
import { Table, type Column } from "@/ui/Table";
import { Thumbnail } from "@/ui/Thumbnail";
import { stockLabel } from "../model/approval";
import { texts } from "../texts";
import { TypedStock } from "../model/typedStock";
import { ProductActions } from "./ProductActions";
import { ProductStatus } from "./ProductStatus";
import { StockField } from "./StockField";

const words = texts.products;

/** The merchant's products: state, editable stock, and actions. */
export function ProductTable({ products }: { products: Product[] }) {
  const [typed] = useState(() => new Map<string, string>());
  return (
    <TypedStock value={typed}>
      <Table
        caption={words.title}
        columns={COLUMNS}
        rows={products}
        rowKey={(row) => row._id}
        card={productCard}
      />
    </TypedStock>
  );
}

const COLUMNS: Column<Product>[] = [
  {
    key: "product",
    header: words.columns.product,
    cell: (product) => (
      <div className="flex items-center gap-3">
        <Thumbnail src={product.images[0]?.url} size="sm" />
        <span>
          <span className="block font-semibold">{product.name}</span>
          <span className="text-muted">{categoryLabel(product.category)}</span>
        </span>
      </div>
    ),
  },
  {
    key: "status",
    header: words.columns.status,
    cell: (product) => <ProductStatus product={product} />,
  },
  { key: "stock", header: words.columns.stock, cell: (product) => <Stock product={product} /> },
  {
    key: "price",
    header: words.columns.price,
    align: "end",
    cell: (product) => <Price value={product.price} unit={product.inventory.unit} />,
  },
  { key: "views", header: words.columns.views, align: "end", cell: (product) => product.views ?? 0 },
  {
    key: "actions",
    header: words.columns.actions,
    hideHeader: true,
    cell: (product) => <ProductActions product={product} />,
  },
];

function Stock({ product }: { product: Product }) {
  const { label, tone } = stockLabel(product.inventory);
  return (
    <div className="grid justify-items-start gap-1.5">
      <StockField product={product} />
      <Badge tone={tone}>{label}</Badge>
    </div>
  );
}

function productCard(product: Product) {
  return (
    <Card className="grid gap-4" role="group" aria-label={product.name}>
      <div className="flex gap-4">
        <Thumbnail src={product.images[0]?.url} />
        <div className="grid min-w-0 flex-1 content-start gap-1">
          <p className="font-semibold">{product.name}</p>
          <p className="text-sm text-muted">{words.viewed(product.views ?? 0)}</p>
          <Price value={product.price} unit={product.inventory.unit} />
        </div>
      </div>
      <ProductStatus product={product} />
      <div className="flex flex-wrap items-end justify-between gap-3 border-t border-line pt-4">
        <Stock product={product} />
        <ProductActions product={product} />
      </div>
    </Card>
  );
}
