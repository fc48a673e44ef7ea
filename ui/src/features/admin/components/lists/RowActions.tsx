import { EllipsisVertical } from "lucide-react";
import { useContext } from "react";
import { Button } from "@/ui/Button";
import { Menu } from "@/ui/Menu";
import type { MenuItem } from "@/ui/menuItem";
import { texts } from "../../listTexts";
import type { Act } from "../../model/act";
import { OpenActDialog } from "./openActDialog";

interface Props {
  /** The row's name. */
  name: string;
  acts: readonly Act[];
  /** Menu items that are links. */
  links: readonly MenuItem[];
}

/** The menu of a row. */
export function RowActions({ name, acts, links }: Props) {
  const ask = useContext(OpenActDialog);
  const lines = acts.map((act) => ({ label: act.label, onSelect: () => ask(act) }));
  return (
    <Menu
      heading={name}
      groups={[links, lines].filter((group) => group.length > 0)}
      trigger={(props) => (
        <Button {...props} variant="quiet" size="icon" aria-label={texts.moreOf(name)}>
          <EllipsisVertical aria-hidden className="size-5" />
        </Button>
      )}
    />
  );
}
