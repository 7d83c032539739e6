import { createHash } from "node:crypto"

/** A number from 0 up to 1 that depends only on the words: the demo looks alive and is the same every time. */
export function chance(...words: (string | number)[]): number {
  const digest = createHash("sha256").update(words.join("|")).digest()
  return digest.readUInt32BE(0) / 2 ** 32
}

/** One of several, by the same rule. */
export function pick<Item>(items: readonly [Item, ...Item[]], ...words: (string | number)[]): Item {
  return items[Math.floor(chance(...words) * items.length)] ?? items[0]
}
