export interface Piece {
  kind: "same" | "removed" | "added";
  text: string;
}

/** Longer texts count as replaced: the table below grows with the product of both lengths. */
const MAX_CELLS = 1_000_000;

/** Splits a text into words, punctuation and spaces. */
const wordsOf = (text: string): string[] => text.match(/\s+|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]+/gu) ?? [];

/** Lengths of the longest common subsequence of the rests of both texts, from each pair of words on. */
function commonRests(then: readonly string[], now: readonly string[]): Uint32Array[] {
  const rests = Array.from({ length: then.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let i = then.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const same = then[i] === now[j];
      const [right, down, both] = [
        rests[i]?.[j + 1] ?? 0,
        rests[i + 1]?.[j] ?? 0,
        rests[i + 1]?.[j + 1] ?? 0,
      ];
      (rests[i] as Uint32Array)[j] = same ? both + 1 : Math.max(right, down);
    }
  }
  return rests;
}

/** Merges both texts word by word: shared, removed and added pieces. */
export function wordDiff(before: string, after: string): Piece[] {
  const pieces: Piece[] = [];
  const add = (kind: Piece["kind"], text: string) => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text) pieces.push({ kind, text });
  };
  const [then, now] = [wordsOf(before), wordsOf(after)];
  if (then.length * now.length > MAX_CELLS) {
    add("removed", before);
    add("added", after);
    return pieces;
  }
  const rests = commonRests(then, now);
  let [i, j] = [0, 0];
  while (i < then.length || j < now.length) {
    const [old, fresh] = [then[i], now[j]];
    if (old !== undefined && old === fresh) {
      add("same", old);
      i += 1;
      j += 1;
    } else if (
      old !== undefined &&
      (fresh === undefined || (rests[i + 1]?.[j] ?? 0) >= (rests[i]?.[j + 1] ?? 0))
    ) {
      add("removed", old);
      i += 1;
    } else {
      add("added", fresh ?? "");
      j += 1;
    }
  }
  return pieces;
}
