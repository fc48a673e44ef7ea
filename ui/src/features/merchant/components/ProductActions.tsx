import { EllipsisVertical, Eye, Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Product } from "@/api/types";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Menu } from "@/ui/Menu";
import { deleteProduct } from "../api/products";
import { useActivation } from "../model/useProductChange";
import { texts } from "../texts";
import { ConfirmedAction } from "./ConfirmedAction";

const words = texts.actions;
const icon = "size-4";

/** The actions on a product. */
export function ProductActions({ product }: { product: Product }) {
  const [asking, setAsking] = useState<"switch" | "delete" | null>(null);
  const change = useActivation(product);
  const { _id: id, name, isActive, deactivatedByAdmin } = product;
  const close = () => setAsking(null);
  return (
    <div className="flex items-center gap-1">
      <ButtonLink
        to="/dashboard/merchant"
        search={{ tab: "add", id }}
        variant="secondary"
        size="sm"
        aria-label={words.editOf(name)}
      >
        <Pencil aria-hidden className={icon} /> {words.edit}
      </ButtonLink>
      <Menu
        heading={name}
        groups={[
          [
            {
              label: words.view,
              icon: <Eye aria-hidden className={icon} />,
              to: "/products/$id",
              params: { id },
            },
            ...(deactivatedByAdmin
              ? []
              : [
                  {
                    label: isActive ? words.deactivate : words.activate,
                    icon: isActive ? (
                      <Pause aria-hidden className={icon} />
                    ) : (
                      <Play aria-hidden className={icon} />
                    ),
                    onSelect: () => setAsking("switch"),
                  },
                ]),
          ],
          [
            {
              label: words.delete,
              icon: <Trash2 aria-hidden className={icon} />,
              onSelect: () => setAsking("delete"),
            },
          ],
        ]}
        trigger={(props) => (
          <Button {...props} variant="quiet" size="icon" aria-label={words.moreOf(name)}>
            <EllipsisVertical aria-hidden className="size-5" />
          </Button>
        )}
      />
      <ConfirmDialog
        open={asking === "switch"}
        onClose={close}
        title={isActive ? words.deactivateTitle(name) : words.activateTitle(name)}
        confirmLabel={isActive ? words.deactivate : words.activate}
        danger={isActive}
        approve={!isActive}
        onConfirm={() => {
          change(!isActive, isActive);
          close();
        }}
      >
        {isActive ? words.deactivateConsequence : words.activateConsequence}
      </ConfirmDialog>
      <ConfirmedAction
        open={asking === "delete"}
        onClose={close}
        title={words.deleteTitle(name)}
        confirmLabel={words.delete}
        danger
        run={() => deleteProduct(id)}
        done={words.deleted}
        failed={words.deleteFailed}
      >
        {words.deleteConsequence}
      </ConfirmedAction>
    </div>
  );
}
