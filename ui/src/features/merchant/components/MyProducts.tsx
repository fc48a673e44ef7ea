import { useQuery } from "@tanstack/react-query";
import { Plus, Sprout } from "lucide-react";
import type { Product } from "@/api/types";
import { categoryLabel } from "@/lib/categories";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/EmptyState";
import { Price } from "@/ui/Price";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { StatCard } from "@/ui/StatCard";
import { Table, type Column } from "@/ui/Table";
import { Thumbnail } from "@/ui/Thumbnail";
import { myProductsQuery } from "../api/products";
import { approvalLabel, stockLabel } from "../model/approval";
import { texts } from "../texts";

const words = texts.products;

/** The merchant's figures and products. */
export function MyProducts({ onAdd }: { onAdd: () => void }) {
  const query = useQuery(myProductsQuery);
  const stats = query.data?.stats;
  const failed = query.isError;
  return (
    <div className="grid gap-8">
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <StatCard label={words.total} value={stats?.totalProducts} failed={failed} />
        <StatCard label={words.active} value={stats?.activeProducts} failed={failed} />
        <StatCard label={words.views} value={stats?.totalViews} failed={failed} />
        <StatCard
          label={words.rating}
          value={stats && (stats.averageRating ? stats.averageRating : words.noRating)}
          failed={failed}
        />
      </dl>
      <section aria-labelledby="my-products" className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="my-products" className="text-h2">
            {words.title}
          </h2>
          <Button onClick={onAdd}>
            <Plus aria-hidden className="size-5" /> {words.addNew}
          </Button>
        </div>
        <QueryView
          query={query}
          pending={<Skeleton className="h-96" />}
          failed={{
            title: words.failed,
            hint: words.tryAgain,
            level: 3,
          }}
          isEmpty={({ products }) => products.length === 0}
          empty={
            <EmptyState
              title={words.none}
              hint={words.noneHint}
              level={3}
              icon={<Sprout aria-hidden className="size-10" />}
            />
          }
        >
          {({ products }) => (
            <Table
              caption={words.title}
              columns={COLUMNS}
              rows={products}
              rowKey={(row) => row._id}
              card={productCard}
            />
          )}
        </QueryView>
      </section>
    </div>
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
  { key: "status", header: words.columns.status, cell: (product) => <Approval product={product} /> },
  { key: "stock", header: words.columns.stock, cell: (product) => <Stock product={product} /> },
  {
    key: "price",
    header: words.columns.price,
    align: "end",
    cell: (product) => <Price value={product.price} unit={product.inventory.unit} />,
  },
  { key: "views", header: words.columns.views, align: "end", cell: (product) => product.views ?? 0 },
];

function Approval({ product }: { product: Product }) {
  const { label, tone } = approvalLabel(product.approvalStatus);
  return (
    <div className="grid max-w-80 justify-items-start gap-1.5">
      <Badge tone={tone}>{label}</Badge>
      {product.rejectionReason && (
        <p className="text-sm">
          <span className="font-semibold">{words.feedback}</span> {product.rejectionReason}
        </p>
      )}
      {!product.isActive && <Badge>{words.inactive}</Badge>}
    </div>
  );
}

function Stock({ product }: { product: Product }) {
  const { label, tone } = stockLabel(product.inventory);
  return <Badge tone={tone}>{label}</Badge>;
}

function productCard(product: Product) {
  return (
    <Card className="flex gap-4">
      <Thumbnail src={product.images[0]?.url} />
      <div className="grid min-w-0 flex-1 justify-items-start gap-2">
        <p className="font-semibold">{product.name}</p>
        <Price value={product.price} unit={product.inventory.unit} />
        <Stock product={product} />
        <Approval product={product} />
      </div>
    </Card>
  );
}
