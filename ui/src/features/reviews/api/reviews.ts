import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import type { ReceivedQuery } from "@/api/types";

export const reviewsQuery = (productId: string) =>
  queryOptions({
    queryKey: keys.products.reviews(productId),
    queryFn: ({ signal }) =>
      call(api.GET("/products/{id}/reviews", { params: { path: { id: productId } }, signal })),
  });

/** A page of the reviews of the signed-in merchant's products, with the number that wait for a reply. */
export const receivedQuery = (query: ReceivedQuery) =>
  queryOptions({
    queryKey: keys.products.received(query),
    queryFn: ({ signal }) => call(api.GET("/reviews/received", { params: { query }, signal })),
  });

export const writeReview = (productId: string, review: { rating: number; comment: string }) =>
  call(api.POST("/products/{id}/reviews", { params: { path: { id: productId } }, body: review }));

/** The merchant's reply, which can be given once. */
export const replyTo = (reviewId: string, text: string) =>
  call(api.PUT("/reviews/{id}/reply", { params: { path: { id: reviewId } }, body: { text } }));
