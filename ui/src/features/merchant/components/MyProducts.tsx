import { useQuery } from "@tanstack/react-query";
import { Plus, Sprout } from "lucide-react";
import type { Product } from "@/api/types";
import { categoryLabel } from "@/lib/categories";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { Price } from "@/ui/Price";
import { Skeleton } from "@/ui/Skeleton";
import { StatCard } from "@/ui/StatCard";
import { Table, type Column } from "@/ui/Table";
import { Thumbnail } from "@/ui/Thumbnail";
import { myProductsQuery } from "../api/products";
import { approvalLabel, stockLabel } from "../model/approval";

/** The merchant's figures and products. */
export function MyProducts({ onAdd }: { onAdd: () => void }) {
  const { data, ...query } = useQuery(myProductsQuery);
  const stats = data?.stats;
  return (
    <div className="grid gap-8">
      <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <StatCard label="Total products" value={stats?.totalProducts} />
        <StatCard label="Active products" value={stats?.activeProducts} />
        <StatCard label="Total views" value={stats?.totalViews} />
        <StatCard
          label="Average rating"
          value={stats && (stats.averageRating ? stats.averageRating : "N/A")}
        />
      </dl>
      <section aria-labelledby="my-products" className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="my-products" className="text-h2">
            Your products
          </h2>
          <Button onClick={onAdd}>
            <Plus aria-hidden className="size-5" /> Add New Product
          </Button>
        </div>
        {query.isError && !data ? (
          <ErrorState
            title="No products yet"
            hint="They could not be loaded."
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : !data ? (
          <Skeleton className="h-96" />
        ) : data.products.length === 0 ? (
          <EmptyState
            title="No products yet"
            hint="List your first product. We look at it, and then customers nearby can buy it."
            level={3}
            icon={<Sprout aria-hidden className="size-10" />}
          />
        ) : (
          <Table
            caption="Your products"
            columns={COLUMNS}
            rows={data.products}
            rowKey={(row) => row._id}
            card={productCard}
          />
        )}
      </section>
    </div>
  );
}

const COLUMNS: Column<Product>[] = [
  {
    key: "product",
    header: "Product",
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
  { key: "status", header: "Status", cell: (product) => <Approval product={product} /> },
  { key: "stock", header: "Stock", cell: (product) => <Stock product={product} /> },
  {
    key: "price",
    header: "Price",
    align: "end",
    cell: (product) => <Price value={product.price} unit={product.inventory.unit} />,
  },
  { key: "views", header: "Views", align: "end", cell: (product) => product.views ?? 0 },
];

function Approval({ product }: { product: Product }) {
  const { label, tone } = approvalLabel(product.approvalStatus);
  return (
    <div className="grid max-w-80 justify-items-start gap-1.5">
      <Badge tone={tone}>{label}</Badge>
      {product.rejectionReason && (
        <p className="text-sm">
          <span className="font-semibold">Feedback:</span> {product.rejectionReason}
        </p>
      )}
      {!product.isActive && <Badge>Inactive</Badge>}
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
