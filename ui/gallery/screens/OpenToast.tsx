import { useEffect } from "react";
import { toast } from "@/ui/toast";
import { nothing } from "../samples";

export function OpenToast() {
  useEffect(() => {
    toast.success("Butternut Squash removed", {
      duration: Number.POSITIVE_INFINITY,
      action: { label: "Undo", onClick: nothing },
    });
  }, []);
  return <p>The page below</p>;
}
