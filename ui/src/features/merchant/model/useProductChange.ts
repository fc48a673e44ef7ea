// Optimistic changes to a merchant's product. A change that the server refuses is reverted.
import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import type { FoundOwn, Product } from "@/api/types";
import { toast } from "@/ui/toast";
import { reviseProduct, setProductActive } from "../api/products";
import { texts } from "../texts";

const words = texts.actions;
const MUTATION_KEY = ["products", "change"];

type Patch = (product: Product) => Product;

function patchProduct(client: QueryClient, id: string, patch: Patch): void {
  client.setQueriesData<FoundOwn>(
    { queryKey: keys.products.mine },
    (found) =>
      found && {
        ...found,
        products: found.products.map((product) => (product._id === id ? patch(product) : product)),
      },
  );
}

interface Change<T> {
  product: Product;
  /** Changes of the same kind to the same product are sent one after the other. */
  kind: string;
  send: (to: T, from: T) => Promise<unknown>;
  apply: (product: Product, to: T) => Product;
  changed: (to: T, from: T) => string;
  failed: (to: T) => string;
}

/** Makes a change with Undo: `change(to, from)`. */
function useUndoable<T>({ product: { _id: id }, kind, send, apply, changed, failed }: Change<T>) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationKey: MUTATION_KEY,
    scope: { id: `${kind}:${id}` },
    networkMode: "always",
    mutationFn: ({ to, from }: { to: T; from: T }) => send(to, from),
    onMutate: async ({ to }) => {
      await client.cancelQueries({ queryKey: keys.products.mine });
      patchProduct(client, id, (product) => apply(product, to));
    },
    onSuccess: (_, { to, from }) =>
      toast.success(changed(to, from), {
        action: { label: words.undo, onClick: () => mutation.mutate({ to: from, from: to }) },
      }),
    onError: (error, { to, from }) => {
      patchProduct(client, id, (product) => apply(product, from));
      toast.error(messageOf(error, failed(to)));
    },
    onSettled: () => {
      // Of several changes in flight, the last one refetches the list.
      if (client.isMutating({ mutationKey: MUTATION_KEY }) > 1) return;
      return client.invalidateQueries({ queryKey: keys.products.all });
    },
  });
  return (to: T, from: T) => mutation.mutate({ to, from });
}

/** Changes the stock. Units sold since `from` was read stay sold. */
export function useStockChange(product: Product) {
  const { name, inventory } = product;
  return useUndoable<number>({
    product,
    kind: "stock",
    send: (quantity, seenQuantity) =>
      reviseProduct(product._id, { inventory: { quantity, unit: inventory.unit, seenQuantity } }),
    apply: (old, quantity) => ({ ...old, inventory: { ...old.inventory, quantity } }),
    changed: (to, from) => words.stockChanged(name, from, to),
    failed: () => words.stockFailed(name),
  });
}

/** Changes whether the product is on sale. */
export function useActivation(product: Product) {
  return useUndoable<boolean>({
    product,
    kind: "switch",
    send: (isActive) => setProductActive(product._id, isActive),
    apply: (old, isActive) => ({ ...old, isActive }),
    changed: (isActive) => (isActive ? words.activated(product.name) : words.deactivated(product.name)),
    failed: (isActive) => (isActive ? words.activateFailed : words.deactivateFailed),
  });
}
