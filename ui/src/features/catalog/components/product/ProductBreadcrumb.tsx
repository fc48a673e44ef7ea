import { Link } from "@tanstack/react-router";
import type { Product } from "@/api/types";
import { categoryLabel, CATEGORIES } from "@/lib/categories";
import { Breadcrumb } from "@/ui/Breadcrumb";
import { texts } from "../../texts";

/** The breadcrumb of a product. */
export function ProductBreadcrumb({ product }: { product: Product }) {
  const category = CATEGORIES.find((slug) => slug === product.category);
  const parents = [{ key: "products", link: <Link to="/products">{texts.product.products}</Link> }];
  if (category) {
    parents.push({
      key: "category",
      link: (
        <Link to="/products" search={{ category }}>
          {categoryLabel(category)}
        </Link>
      ),
    });
  }
  return <Breadcrumb parents={parents} current={product.name} />;
}
