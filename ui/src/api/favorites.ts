// Favorites of an account. Those that a visitor's browser holds from earlier move into it at log-in.
import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import {
  removeFavorite,
  saveFavorite,
  moveFavoriteToAccount,
  visitorFavorites,
  type FavoriteState,
} from "@/lib/favorites";
import { api, call } from "./client";
import { ApiError } from "./error";
import { keys } from "./keys";
import { useUser } from "./session";
import type { Product } from "./types";

const add = (productId: string) =>
  call(api.POST("/users/favorites/{productId}", { params: { path: { productId } } }));
const remove = (productId: string) =>
  call(api.DELETE("/users/favorites/{productId}", { params: { path: { productId } } }));

/** Moves a visitor's favorites into the account. Those that fail to send stay for the next attempt. */
async function mergeVisitorFavorites(user: string): Promise<void> {
  for (const productId of Object.keys(visitorFavorites())) {
    try {
      await add(productId);
      moveFavoriteToAccount(user, productId);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) return;
      removeFavorite(null, productId);
    }
  }
}

/** An account's favorites that are for sale, the last added first. */
export const favoritesQuery = (user: string) =>
  queryOptions({
    queryKey: keys.favorites.all,
    queryFn: async ({ signal }) => {
      await mergeVisitorFavorites(user);
      return call(api.GET("/users/favorites", { signal }));
    },
  });

const stateOf = (product: Product): FavoriteState => ({
  price: product.price,
  available: product.inventory.quantity > 0,
});

interface FavoriteChange {
  product: Product;
  liked: boolean;
}

function applyChange(client: QueryClient, { product, liked }: FavoriteChange): void {
  client.setQueryData<Product[]>(keys.favorites.all, (list) => {
    const others = list?.filter(({ _id }) => _id !== product._id);
    return liked && others ? [product, ...others] : others;
  });
}

/** Adds or removes a favorite at once, before the server answers. `onFailed` gets the change that failed. */
export function useSetFavorite(onFailed: (change: FavoriteChange) => void): (change: FavoriteChange) => void {
  const client = useQueryClient();
  const user = useUser();
  const mutation = useMutation({
    mutationKey: keys.favorites.all,
    // One at a time: the last press decides.
    scope: { id: "favorites" },
    networkMode: "always",
    mutationFn: ({ product, liked }: FavoriteChange) => (liked ? add(product._id) : remove(product._id)),
    onSuccess: (_, { product, liked }) => {
      if (!user) return;
      if (liked) saveFavorite(user._id, product._id, stateOf(product));
      else removeFavorite(user._id, product._id);
    },
    onError: (_, { product, liked }) => {
      applyChange(client, { product, liked: !liked });
      onFailed({ product, liked });
    },
    onSettled: () => {
      // Of several changes in flight, the last one refetches the list.
      if (client.isMutating({ mutationKey: keys.favorites.all }) > 1) return;
      return client.invalidateQueries({ queryKey: keys.favorites.all });
    },
  });
  return (change) => {
    applyChange(client, change);
    mutation.mutate(change);
    // Cancelling a refetch restores the list it started from.
    void client.cancelQueries({ queryKey: keys.favorites.all }).then(() => applyChange(client, change));
  };
}

/** Whether a product is a favorite, and the function that toggles it. */
export function useFavorite(product: Product, onFailed: () => void) {
  const client = useQueryClient();
  const user = useUser();
  const favorites = useQuery({ ...favoritesQuery(user?._id ?? ""), enabled: Boolean(user) });
  const change = useSetFavorite(onFailed);
  const isIn = (list: Product[] | undefined) => list?.some(({ _id }) => _id === product._id) ?? false;
  const liked = isIn(favorites.data);
  function toggle() {
    // The second of two quick presses reverts the first, which is not drawn yet.
    change({ product, liked: !isIn(client.getQueryData(keys.favorites.all)) });
  }
  return { liked, toggle };
}
