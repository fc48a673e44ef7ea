import { queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";

export const reviewsQuery = (productId: string) =>
  queryOptions({
    queryKey: keys.products.reviews(productId),
    queryFn: ({ signal }) =>
      call(api.GET("/products/{id}/reviews", { params: { path: { id: productId } }, signal })),
  });

export const writeReview = (productId: string, review: { rating: number; comment: string }) =>
  call(api.POST("/products/{id}/reviews", { params: { path: { id: productId } }, body: review }));

/** The merchant's reply, which can be given once. */
export const replyTo = (reviewId: string, text: string) =>
  call(api.PUT("/reviews/{id}/reply", { params: { path: { id: reviewId } }, body: { text } }));
