import { Keyboard } from "lucide-react";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { Dialog } from "@/ui/Dialog";
import { texts } from "../../inboxTexts";

const words = texts.keys;
const KEYS = [
  ["J", words.j],
  ["K", words.k],
  ["A", words.a],
  [words.enterKey, words.enter],
  ["R", words.r],
  ["?", words.help],
] as const;

interface Props {
  open: boolean;
  onOpen: (open: boolean) => void;
  on: boolean;
  onTurn: (on: boolean) => void;
}

/** The shortcut keys of the inbox, and a switch for them. */
export function Shortcuts({ open, onOpen, on, onTurn }: Props) {
  return (
    <>
      <Button variant="quiet" size="sm" className="max-md:hidden" onClick={() => onOpen(true)}>
        <Keyboard aria-hidden className="size-5" />
        {words.title} <kbd className={keyClass}>?</kbd>
      </Button>
      <Dialog open={open} onClose={() => onOpen(false)} title={words.title}>
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
          {KEYS.map(([key, what]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className={keyClass}>{key}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <div className="mt-5 border-t border-line pt-4">
          <Checkbox label={words.on} checked={on} onChange={(event) => onTurn(event.target.checked)} />
          <p className="mt-1 text-sm text-muted">{words.onHint}</p>
        </div>
      </Dialog>
    </>
  );
}

const keyClass = "rounded-ui border border-line bg-sunken px-2 py-0.5 font-sans text-sm font-semibold";
