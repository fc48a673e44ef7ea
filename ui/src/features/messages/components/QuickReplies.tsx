import { buttonClass } from "@/ui/buttonClass";
import { texts } from "../texts";

/** A merchant's frequent answers; a click puts one into the field, to send or edit. */
export function QuickReplies({ onChoose }: { onChoose: (reply: string) => void }) {
  return (
    <div role="group" aria-label={texts.quickReplies} className="mb-2 flex gap-2 overflow-x-auto p-1">
      {texts.replies.map((reply) => (
        <button
          key={reply}
          type="button"
          className={buttonClass("secondary", "sm", "shrink-0")}
          onClick={() => onChoose(reply)}
        >
          {reply}
        </button>
      ))}
    </div>
  );
}
