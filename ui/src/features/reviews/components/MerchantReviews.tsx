import { useQueries, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { MessageSquareHeart } from "lucide-react";
import { myProductsQuery } from "@/api/products";
import type { Product, Review } from "@/api/types";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/EmptyState";
import { ErrorState } from "@/ui/ErrorState";
import { FilterBar } from "@/ui/FilterBar";
import { Pagination } from "@/ui/Pagination";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { Thumbnail } from "@/ui/Thumbnail";
import { reviewsQuery } from "../api/reviews";
import { filterReviews, parseReviews, REVIEW_FILTERS, type ReviewSearch } from "../model/merchantReviews";
import { texts } from "../texts";
import { ReplyForm } from "./ReplyForm";
import { ReviewItem } from "./ReviewItem";

const words = texts.ofMerchant;
const route = getRouteApi("/dashboard/merchant");
const TITLE = "merchant-reviews";

/** Reviews of the merchant's products, each with its reply or a form for one. */
export function MerchantReviews({ seller }: { seller: string }) {
  const query = useQuery(myProductsQuery);
  return (
    <section aria-labelledby={TITLE} className="grid gap-5">
      <h2 id={TITLE} tabIndex={-1} className="text-h2 outline-none">
        {texts.title}
      </h2>
      <QueryView
        query={query}
        pending={<Skeleton className="h-96" />}
        failed={{ title: texts.none, hint: texts.failed, level: 3 }}
        isEmpty={({ products }) => products.every(({ rating }) => rating.count === 0)}
        empty={
          <EmptyState
            level={3}
            title={texts.none}
            hint={words.noneHint}
            icon={<MessageSquareHeart aria-hidden className="size-10" />}
          />
        }
      >
        {({ products }) => (
          <CollectedReviews products={products.filter(({ rating }) => rating.count > 0)} seller={seller} />
        )}
      </QueryView>
    </section>
  );
}

function CollectedReviews({ products, seller }: { products: Product[]; seller: string }) {
  const answers = useQueries({ queries: products.map(({ _id }) => reviewsQuery(_id)) });
  const failed = answers.filter(({ isError }) => isError);
  if (answers.some(({ isPending }) => isPending)) return <Skeleton className="h-96" />;
  if (failed.length > 0) {
    return (
      <ErrorState
        level={3}
        title={texts.failed}
        retrying={failed.some(({ isFetching }) => isFetching)}
        onRetry={() => {
          for (const answer of failed) void answer.refetch();
        }}
      />
    );
  }
  const reviews = answers.flatMap(({ data }) => data?.reviews ?? []);
  return <ReviewBoard reviews={reviews} products={products} seller={seller} />;
}

function ReviewBoard({
  reviews,
  products,
  seller,
}: {
  reviews: Review[];
  products: Product[];
  seller: string;
}) {
  const { tab, ...raw } = route.useSearch();
  const navigate = route.useNavigate();
  const search = parseReviews(raw);
  const productOf = (id: string) => products.find(({ _id }) => _id === id);
  const nameOf = (id: string) => productOf(id)?.name ?? "";
  const { rows, total, page, totalPages } = filterReviews(reviews, search, nameOf);
  const show = ({ page: turned, ...next }: ReviewSearch) =>
    void navigate({
      search: { tab, ...next, page: turned > 1 ? String(turned) : undefined },
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="grid gap-5">
      <FilterBar
        label={words.which}
        choices={[undefined, ...REVIEW_FILTERS].map((value) => ({
          value,
          label: words[value ?? "all"],
          count: filterReviews(reviews, { ...search, show: value }, nameOf).total,
        }))}
        value={search.show}
        onChange={(value) => show({ ...search, show: value, page: 1 })}
        query={search.q}
        onQuery={(q) => show({ ...search, q, page: 1 })}
        searchLabel={words.search}
        searchHint={words.searchHint}
        found={texts.count(total)}
      />
      {total === 0 && (
        <EmptyState
          level={3}
          title={words.noMatch}
          action={
            <Button variant="secondary" onClick={() => show({ page: 1 })}>
              {words.showAll}
            </Button>
          }
        />
      )}
      <ul aria-label={texts.title} className="grid gap-4 empty:hidden">
        {rows.map((review) => (
          <li key={review._id}>
            <Card>
              <p className="flex items-center gap-3">
                <Thumbnail src={productOf(review.productId)?.images[0]?.url} size="sm" />
                <Link
                  to="/products/$id"
                  params={{ id: review.productId }}
                  className="inline-flex min-h-6 items-center font-semibold hover:underline"
                >
                  {nameOf(review.productId)}
                </Link>
              </p>
              <ul>
                <ReviewItem review={review} seller={seller} />
              </ul>
              {!review.reply && <ReplyForm review={review} product={nameOf(review.productId)} />}
            </Card>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        totalPages={totalPages}
        onChange={(next) => {
          show({ ...search, page: next });
          document.getElementById(TITLE)?.focus();
        }}
      />
    </div>
  );
}
