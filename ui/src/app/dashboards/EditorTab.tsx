import { EditProduct } from "@/features/merchant/components/EditProduct";
import { previewSlots } from "./ProductPreview";

/** The form of a product, with the catalog's parts as its preview. */
export function EditorTab({ id, onDone }: { id: string | undefined; onDone: () => void }) {
  return <EditProduct id={id} preview={previewSlots} onDone={onDone} />;
}
