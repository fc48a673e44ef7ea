import { wordDiff } from "../../model/wordDiff";
import { texts } from "../../inboxTexts";

const words = texts.changes;

/** A text with its removed and added words. */
export function TextDiff({ before, after }: { before: string; after: string }) {
  return (
    <p className="whitespace-pre-line">
      {wordDiff(before, after).map(({ kind, text }, index) => {
        if (kind === "same") return <span key={index}>{text}</span>;
        const [Tag, said, look] =
          kind === "removed"
            ? (["del", words.removed, "bg-danger-soft text-danger"] as const)
            : (["ins", words.added, "bg-leaf-soft font-semibold no-underline"] as const);
        return (
          <Tag key={index} className={look}>
            <span className="sr-only"> {said} </span>
            {text}
          </Tag>
        );
      })}
    </p>
  );
}
