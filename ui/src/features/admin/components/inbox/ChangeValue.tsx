import type { ReactNode } from "react";
import { categoryLabel } from "@/lib/categories";
import { formatDate } from "@/lib/dates";
import { Picture } from "@/ui/Picture";
import type { Change } from "../../model/changes";
import { texts } from "../../inboxTexts";
import { TextDiff } from "./TextDiff";

const words = texts.changes;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const yesOrNo = (value: unknown): string => (value === true ? texts.facts.yes : texts.facts.no);

/** A changed part of a product, before and after. */
export function ChangeValue({ part, before, after }: Change) {
  switch (part) {
    case "images":
      return <Pictures before={listOf(before).map(pictureOf)} after={listOf(after).map(pictureOf)} />;
    case "isOrganic":
    case "isLocallySourced":
      return <Replacement before={yesOrNo(before)} after={yesOrNo(after)} />;
    case "category":
      return <Replacement before={categoryLabel(textOf(before))} after={categoryLabel(textOf(after))} />;
    case "harvestDate":
      return <Replacement before={dateOf(before)} after={dateOf(after)} />;
    case "tags":
      return <TextDiff before={listOf(before).join(", ")} after={listOf(after).join(", ")} />;
    default:
      return <TextDiff before={textOf(before)} after={textOf(after)} />;
  }
}

const dateOf = (value: unknown): string => (typeof value === "string" ? formatDate(value) : words.none);

interface ShownPicture {
  url: string;
  alt: string;
}

const pictureOf = (value: unknown): ShownPicture => {
  const { url, alt } = value as Partial<ShownPicture>;
  return { url: textOf(url), alt: textOf(alt) };
};

/** A word and its replacement. */
function Replacement({ before, after }: { before: string; after: string }) {
  return (
    <p>
      <del className="bg-danger-soft text-danger">
        <span className="sr-only">{words.removed} </span>
        {before}
      </del>{" "}
      <ins className="bg-leaf-soft font-semibold no-underline">
        <span className="sr-only">{words.added} </span>
        {after}
      </ins>
    </p>
  );
}

function Pictures({ before, after }: { before: ShownPicture[]; after: ShownPicture[] }) {
  const without = (pictures: ShownPicture[], others: ShownPicture[]) =>
    pictures.filter(({ url }) => !others.some((other) => other.url === url));
  const [removed, added] = [without(before, after), without(after, before)];
  if (removed.length === 0 && added.length === 0) return <p>{words.order}</p>;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Row label={words.removed} look="opacity-60" pictures={removed} />
      <Row label={words.added} pictures={added} />
    </div>
  );
}

function Row({
  label,
  look,
  pictures,
}: {
  label: string;
  look?: string;
  pictures: ShownPicture[];
}): ReactNode {
  if (pictures.length === 0) return null;
  return (
    <div>
      <p className="text-sm text-muted first-letter:uppercase">{label}</p>
      <ul className="mt-1 flex flex-wrap gap-2">
        {pictures.map(({ url, alt }) => (
          <li key={url} className="w-24">
            <div className={look}>
              <Picture src={url} alt={alt} sizes="96px" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
