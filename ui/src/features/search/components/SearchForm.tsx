import { Search } from "lucide-react";
import { useId, useRef, useState, type FormEvent } from "react";
import { cx } from "@/ui/cx";
import { rememberSearch } from "../model/recentSearches";
import { useListbox } from "../model/useListbox";
import { useOptions, type SearchOption } from "../model/useOptions";
import { lazyComponent } from "@/ui/lazyComponent";
import { texts } from "../texts";

const Suggestions = lazyComponent(() => import("./Suggestions").then((module) => module.Suggestions));

interface Props {
  /** The active search; the field follows its changes. */
  value?: string;
  /** Called with trimmed text; blank text is ignored. */
  onSearch: (text: string) => void;
  /** Called with a suggestion that has its own page. */
  onOpen: (option: SearchOption) => void;
  className?: string;
}

/** The search field with suggestions below it. */
export function SearchForm({ value = "", onSearch, onOpen, className }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const [shownValue, setShownValue] = useState(value);
  if (shownValue !== value) {
    setShownValue(value);
    setTyped(value);
  }
  const [focused, setFocused] = useState(false);
  const { options, recent, forget, remember } = useOptions(typed, focused);
  const list = useListbox(options.length, choose);

  function search(text: string): void {
    rememberSearch(text);
    remember();
    setTyped(text);
    list.close();
    onSearch(text);
  }
  function choose(index: number): void {
    const option = options[index];
    if (!option) return;
    if (option.kind === "recent") {
      search(option.text);
      return;
    }
    setTyped(value);
    list.close();
    onOpen(option);
  }
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const text = typed.trim();
    if (text === "") input.current?.focus();
    else search(text);
  }
  return (
    <form role="search" aria-label={texts.label} className={cx("relative", className)} onSubmit={onSubmit}>
      <label htmlFor={id} className="sr-only">
        {texts.label}
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={list.shown}
        aria-controls={list.shown ? `${id}-list` : undefined}
        aria-activedescendant={list.active >= 0 ? `${id}-list-${list.active}` : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        placeholder={texts.placeholder}
        value={typed}
        className="h-11 w-full rounded-full border border-control bg-surface pr-12 pl-4 placeholder:text-muted"
        onChange={(event) => {
          setTyped(event.target.value);
          list.show();
        }}
        onFocus={() => setFocused(true)}
        onClick={() => list.show()}
        onBlur={() => {
          setFocused(false);
          list.close();
        }}
        onKeyDown={list.onKeyDown}
      />
      <button
        type="submit"
        aria-label={texts.submit}
        className="absolute top-0 right-0 flex size-11 items-center justify-center rounded-full text-muted hover:text-ink"
      >
        <Search aria-hidden className="size-5" />
      </button>
      {list.shown && (
        <Suggestions
          id={`${id}-list`}
          options={options}
          active={list.active}
          onActive={list.setActive}
          onChoose={choose}
          onForget={recent ? forget : undefined}
        />
      )}
      <p role="status" className="sr-only">
        {list.shown && !recent ? texts.count(options.length) : ""}
      </p>
    </form>
  );
}
