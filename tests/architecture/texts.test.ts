import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { isTest, sourcesIn } from "../../scripts/import-graph.mjs"
import { listVisibleTexts } from "../support/visible-texts"

// Models answer codes and facts; what people read of them lies in app/texts. What is left in models can only become less.

/** Sentences left in each wing: with words and a full stop, or with a gap that is filled in. */
const sentencesLeft = {
  accounts: 223,
  attendance: 193,
  communication: 19,
  exchange: 215,
  foundation: 261,
  learning: 45,
  money: 443,
  overview: 169,
  people: 103,
  platform: 280,
  teaching: 510,
}

/** Models that use a text, and not only the codes it stands for: `import type` is free. */
const speakingModels = 26

const isSentence = (text: string) => /\s/.test(text) && /[.?!…]$|\{…\}/.test(text) && /[A-Za-z]{2}/.test(text)

test("models hold no more sentences than before: move them to app/texts, then lower the number here", () => {
  const found: Record<string, number> = {}
  for (const { file, text } of listVisibleTexts()) {
    const [, wing] = /^app\/models\/(\w+)\/.*\.ts$/.exec(file) ?? []
    if (wing && isSentence(text)) found[wing] = (found[wing] ?? 0) + 1
  }
  expect(found).toEqual(sentencesLeft)
})

test("no more models speak than before: answer the code and let the screen, the letter or the paper say it", () => {
  const speaking = sourcesIn("app/models").filter((path) => {
    const imports = readFileSync(path, "utf8").matchAll(/^import \{([^}]*)\} from "~\/texts\//gm)
    return (
      !isTest(path) &&
      [...imports].some(([, names]) => names?.split(",").some((name) => /^\s*(?!type )\S/.test(name)))
    )
  })
  expect(speaking).toHaveLength(speakingModels)
})
