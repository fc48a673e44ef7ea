import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { MessageSquareHeart } from "lucide-react";
import type { ReceivedReviews } from "@/api/types";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/EmptyState";
import { FilterBar } from "@/ui/FilterBar";
import { Pagination } from "@/ui/Pagination";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { Thumbnail } from "@/ui/Thumbnail";
import { receivedQuery } from "../api/reviews";
import { parseReviews, REVIEW_FILTERS, toReceivedQuery, type ReviewSearch } from "../model/merchantReviews";
import { texts } from "../texts";
import { ReplyForm } from "./ReplyForm";
import { ReviewItem } from "./ReviewItem";

const words = texts.ofMerchant;
const route = getRouteApi("/dashboard/merchant");
const TITLE = "merchant-reviews";

/** Reviews of the merchant's products, each with its reply or a form for one. */
export function MerchantReviews({ seller }: { seller: string }) {
  const { tab: _tab, ...raw } = route.useSearch();
  const search = parseReviews(raw);
  const query = useQuery({ ...receivedQuery(toReceivedQuery(search)), placeholderData: keepPreviousData });
  return (
    <section aria-labelledby={TITLE} className="grid gap-5">
      <h2 id={TITLE} tabIndex={-1} className="text-h2 outline-none">
        {texts.title}
      </h2>
      <QueryView
        query={query}
        pending={<Skeleton className="h-96" />}
        failed={{ title: texts.none, hint: texts.failed, level: 3 }}
        isEmpty={({ counts }) => counts.all === 0 && !search.q}
        empty={
          <EmptyState
            level={3}
            title={texts.none}
            hint={words.noneHint}
            icon={<MessageSquareHeart aria-hidden className="size-10" />}
          />
        }
      >
        {(found) => <ReviewBoard found={found} search={search} seller={seller} />}
      </QueryView>
    </section>
  );
}

interface BoardProps {
  found: ReceivedReviews;
  search: ReviewSearch;
  seller: string;
}

function ReviewBoard({ found: { reviews, counts, pagination }, search, seller }: BoardProps) {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const { totalReviews, currentPage, totalPages } = pagination;
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
          count: counts[value ?? "all"],
        }))}
        value={search.show}
        onChange={(value) => show({ ...search, show: value, page: 1 })}
        query={search.q}
        onQuery={(q) => show({ ...search, q, page: 1 })}
        searchLabel={words.search}
        searchHint={words.searchHint}
        found={texts.count(totalReviews)}
      />
      {totalReviews === 0 && (
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
        {reviews.map((review) => (
          <li key={review._id}>
            <Card>
              <p className="flex items-center gap-3">
                <Thumbnail src={review.product?.image ?? undefined} size="sm" />
                <Link
                  to="/products/$id"
                  params={{ id: review.productId }}
                  className="inline-flex min-h-6 items-center font-semibold hover:underline"
                >
                  {review.product?.name}
                </Link>
              </p>
              <ul>
                <ReviewItem review={review} seller={seller} />
              </ul>
              {!review.reply && <ReplyForm review={review} product={review.product?.name ?? ""} />}
            </Card>
          </li>
        ))}
      </ul>
      <Pagination
        page={currentPage}
        totalPages={totalPages}
        onChange={(next) => {
          show({ ...search, page: next });
          document.getElementById(TITLE)?.focus();
        }}
      />
    </div>
  );
}
