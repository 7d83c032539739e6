import { listVisibleTexts } from "../tests/support/visible-texts"

// Prints 100 visible texts chosen at random, to be read one by one: npm run texts:sample -- 2026
// The same seed chooses the same texts as long as none is added or removed.

const SAMPLE = 100

/** Numbers from 0 up to 1 that follow from the seed (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const seed = Number(process.argv[2] ?? 1)
if (!Number.isSafeInteger(seed)) {
  console.error("Give a whole number as the seed: npm run texts:sample -- 2026")
  process.exit(1)
}

const next = numbersFrom(seed)
const chosen = listVisibleTexts()
  .map((text) => ({ ...text, order: next() }))
  .sort((a, b) => a.order - b.order)
  .slice(0, SAMPLE)
  .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line)

console.log(`Seed ${seed}`)
for (const [at, { file, line, text }] of chosen.entries()) console.log(`${at + 1}. ${file}:${line}  ${text}`)
