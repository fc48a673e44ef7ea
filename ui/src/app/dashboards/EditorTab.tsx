import { EditProduct } from "@/features/merchant/components/EditProduct";
import { previewSlots } from "./ProductPreview";

/** The product form, with the catalog's components as its preview. */
export function EditorTab({ id, onDone }: { id: string | undefined; onDone: () => void }) {
  return <EditProduct id={id} preview={previewSlots} onDone={onDone} />;
}
