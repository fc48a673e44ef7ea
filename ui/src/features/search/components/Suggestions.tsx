import { History, Search, Store, Tag } from "lucide-react";
import { useEffect, useRef } from "react";
import { cx } from "@/ui/cx";
import type { SearchOption } from "../model/useOptions";
import { texts } from "../texts";

const ICONS = { recent: History, category: Tag, product: Search, merchant: Store } as const;

interface Props {
  id: string;
  options: readonly SearchOption[];
  active: number;
  onActive: (index: number) => void;
  onChoose: (index: number) => void;
  /** Given only for recent searches. */
  onForget?: () => void;
}

/** The list below the search field. */
export function Suggestions({ id, options, active, onActive, onChoose, onForget }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView?.({ block: "nearest" });
  }, [active]);
  return (
    // A press keeps the focus in the field.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className="absolute inset-x-0 top-full z-40 mt-1.5 rounded-ui border border-line bg-surface p-1.5 shadow-md"
      onMouseDown={(event) => event.preventDefault()}
    >
      <div
        ref={list}
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={onForget ? texts.recent : texts.suggestions}
        className="max-h-[min(24rem,60dvh)] overflow-y-auto"
      >
        {options.map((option, index) => {
          const Icon = ICONS[option.kind];
          return (
            <div
              key={`${option.kind}-${option.id}`}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={cx(
                "flex min-h-11 cursor-pointer items-center gap-3 rounded-ui px-3",
                index === active && "bg-leaf-soft",
              )}
              onMouseMove={() => index !== active && onActive(index)}
              onClick={() => onChoose(index)}
              onKeyDown={(event) => event.key === "Enter" && onChoose(index)}
            >
              <Icon aria-hidden className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 flex-1 truncate">{option.text}</span>
              {option.kind !== "recent" && option.kind !== "product" && (
                <span className="text-sm text-muted">{texts.kinds[option.kind]}</span>
              )}
            </div>
          );
        })}
      </div>
      {onForget && (
        <button
          type="button"
          className="min-h-9 w-full rounded-ui px-3 text-left text-sm font-semibold underline underline-offset-4 hover:bg-sunken"
          onClick={onForget}
        >
          {texts.clearRecent}
        </button>
      )}
    </div>
  );
}
