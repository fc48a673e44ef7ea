import { EllipsisVertical } from "lucide-react";
import { useContext } from "react";
import { Button } from "@/ui/Button";
import { Menu } from "@/ui/Menu";
import type { MenuItem } from "@/ui/menuItem";
import { texts } from "../../listTexts";
import type { Act } from "../../model/act";
import { AskToAct } from "./askToAct";

interface Props {
  /** Of the row. */
  name: string;
  acts: readonly Act[];
  /** Lines that lead on. */
  links: readonly MenuItem[];
}

/** What can be done with a row. */
export function RowActions({ name, acts, links }: Props) {
  const ask = useContext(AskToAct);
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
