import { useQuery } from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { favoritesQuery } from "@/api/favorites";
import { useUser } from "@/api/session";
import { ButtonLink } from "@/ui/ButtonLink";
import { EmptyState } from "@/ui/EmptyState";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { byMerchant } from "../model/changes";
import { texts } from "../texts";
import { AddAll } from "./AddAll";
import { FavoriteGroup } from "./FavoriteGroup";

/** The account's favorites, grouped by merchant. */
export function Favorites() {
  const user = useUser();
  const query = useQuery({ ...favoritesQuery(user?._id ?? ""), enabled: Boolean(user) });
  return (
    <QueryView
      query={query}
      pending={<Skeleton className="h-64" />}
      failed={{ title: texts.none, hint: texts.failed }}
      empty={
        <EmptyState
          title={texts.none}
          hint={texts.noneHint}
          icon={<Heart aria-hidden className="size-10" />}
          action={<ButtonLink to="/products">{texts.browse}</ButtonLink>}
        />
      }
    >
      {(products) => (
        <>
          <AddAll products={products} />
          <div className="mt-6 grid gap-8">
            {byMerchant(products).map((group) => (
              <FavoriteGroup key={group[0]?.merchant._id} products={group} userId={user?._id ?? ""} />
            ))}
          </div>
        </>
      )}
    </QueryView>
  );
}
