import { createHash } from "node:crypto"

/** A number from 0 up to 1 that depends only on the words: the demo looks alive and is the same every time. */
export function chance(...seedParts: (string | number)[]): number {
  const digest = createHash("sha256").update(seedParts.join("|")).digest()
  return digest.readUInt32BE(0) / 2 ** 32
}

/** One of several, by the same rule. */
export function pick<Item>(items: readonly [Item, ...Item[]], ...seedParts: (string | number)[]): Item {
  return items[Math.floor(chance(...seedParts) * items.length)] ?? items[0]
}
