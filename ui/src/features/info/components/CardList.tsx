import type { LucideIcon } from "lucide-react";
import { Card } from "@/ui/Card";
import { cx } from "@/ui/cx";

interface Item {
  title: string;
  text: string;
  price?: string;
}

interface Props {
  items: readonly Item[];
  icons: readonly LucideIcon[];
  columns?: 2 | 3;
}

/** Short points side by side, each with an icon. */
export function CardList({ items, icons, columns = 3 }: Props) {
  return (
    <ul className={cx("grid gap-4", columns === 3 ? "sm:grid-cols-3" : "sm:grid-cols-2")}>
      {items.map((item, index) => {
        const Icon = icons[index];
        return (
          <li key={item.title}>
            <Card className="h-full">
              <div className="flex items-center justify-between gap-3">
                {Icon && <Icon aria-hidden className="size-7 text-leaf" />}
                {item.price && <span className="font-display text-2xl">{item.price}</span>}
              </div>
              <h3 className="mt-3 text-h3">{item.title}</h3>
              <p className="mt-1 text-muted">{item.text}</p>
            </Card>
          </li>
        );
      })}
    </ul>
  );
}
