import { Info } from "lucide-react";
import type { Product } from "@/api/types";
import { changesByReview, type ProductForm } from "../model/productForm";
import { texts } from "../texts";

const words = texts.edit;

interface Props {
  product: Product;
  values: ProductForm;
  start: ProductForm;
}

/** Says before saving which changes need a review and which apply at once. */
export function ChangeNotice({ product, values, start }: Props) {
  const changed = changesByReview(values, start);
  const toReview = changed.toReview.map((part) => words.parts[part]);
  const atOnce = changed.atOnce.map((part) => words.parts[part]);
  const rejected = product.approvalStatus === "rejected";
  return (
    <div className="flex gap-3 rounded-ui bg-sunken p-4" role="note">
      <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-leaf" />
      <div className="grid gap-1 text-sm">
        <p className="font-semibold">{words.rule}</p>
        {product.approvalStatus === "approved" && <p>{words.meanwhile}</p>}
        {toReview.length + atOnce.length === 0 && (
          <p>{rejected ? words.nothingSinceRejection : words.nothing}</p>
        )}
        {toReview.length > 0 && (
          <p>{(rejected ? words.sinceRejection : words.toReview)(toReview.join(", "))}</p>
        )}
        {atOnce.length > 0 && <p>{words.atOnce(atOnce.join(", "))}</p>}
      </div>
    </div>
  );
}
