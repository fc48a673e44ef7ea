import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useRef } from "react";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import type { SearchResult } from "../model/searchResults";
import { useFinder } from "../model/useFinder";
import { texts } from "../texts";
import { Results } from "./Results";

/** Finds an order, a person, a product, a view or a log position, and opens it. */
export function Finder({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const { typed, type, results, active, setActive, onKeyDown, searching, failed, retry } = useFinder(open);
  useEffect(() => void input.current?.focus(), []);

  function open({ to, params, search, hash }: SearchResult): void {
    onClose();
    void navigate({ to, params, search, hash });
  }
  const text = typed.trim();
  const none = !searching && !failed && results.length === 0;
  return (
    <Dialog open kind="sheet" title={texts.title} onClose={onClose}>
      <Field label={texts.field}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            // In a field of the type "search", Escape would clear the text first instead of closing the dialog.
            type="text"
            inputMode="search"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={results.length > 0}
            aria-controls={results.length > 0 ? list : undefined}
            aria-activedescendant={results.length > 0 ? `${list}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={texts.placeholder}
            value={typed}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <p role="status" className="mt-2 min-h-6 text-sm text-muted">
        {searching ? texts.searching : text ? texts.found(results.length) : texts.hint}
      </p>
      {failed && (
        <div role="alert" className="mt-2 flex flex-wrap items-center gap-3">
          <p className="flex-1 text-danger">{texts.failed}</p>
          <Button variant="secondary" size="sm" onClick={retry}>
            {texts.again}
          </Button>
        </div>
      )}
      {none && <p className="mt-2">{texts.none(text)}</p>}
      <Results id={list} results={results} active={active} onActive={setActive} onChoose={open} />
    </Dialog>
  );
}
