import { SendHorizontal } from "lucide-react";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { readDraft, writeDraft } from "@/lib/drafts";
import { isTyping } from "@/lib/isTyping";
import { Button } from "@/ui/Button";
import { Textarea } from "@/ui/Textarea";
import { texts } from "../texts";
import { QuickReplies } from "./QuickReplies";

interface Props {
  conversationId: string;
  /** A message is being sent. */
  busy: boolean;
  withReplies: boolean;
  onSend: (content: string) => unknown;
}

const EMPTY = { content: "" };

/** The message field. Its draft is kept for each conversation, over a reload too. */
export function Composer({ conversationId, busy, withReplies, onSend }: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = `message-${conversationId}`;
  const [content, setContent] = useState(() => readDraft(draft, EMPTY)?.content ?? "");
  const blocked = content.trim() === "" || busy;
  function change(next: string) {
    setContent(next);
    writeDraft(draft, next === "" ? null : { content: next });
  }
  function submit() {
    if (blocked) return;
    onSend(content.trim());
    change("");
    field.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent) {
    // Enter that completes an input method's word does not send.
    if (event.key !== "Enter" || event.shiftKey || isTyping(event.nativeEvent)) return;
    event.preventDefault();
    submit();
  }
  return (
    <form
      className="border-t border-line pt-3 md:p-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {withReplies && (
        <QuickReplies
          onChoose={(reply) => {
            change(content.trim() === "" ? reply : `${content.trimEnd()} ${reply}`);
            field.current?.focus();
          }}
        />
      )}
      <label htmlFor={id} className="sr-only">
        {texts.write}
      </label>
      <div className="flex items-end gap-3">
        <Textarea
          ref={field}
          id={id}
          rows={2}
          value={content}
          placeholder={texts.placeholder}
          aria-describedby={`${id}-keys`}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" disabled={blocked}>
          <SendHorizontal aria-hidden className="size-5" />
          {texts.send}
        </Button>
      </div>
      <p id={`${id}-keys`} className="mt-1 text-xs text-muted max-md:sr-only">
        {texts.keys}
      </p>
    </form>
  );
}
