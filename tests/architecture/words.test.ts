import { describe, expect, test } from "vitest"
import { isSpecified, lawfulTexts, specifiedTexts } from "../support/lawful-words"
import { wordRules } from "../support/plain-words"
import { listVisibleTexts, type VisibleText } from "../support/visible-texts"

// Every text that a person can read says one word per thing, in plain American English.

const texts = listVisibleTexts()

const offences = texts.flatMap((visible) =>
  wordRules.flatMap(({ not, say, except }) => {
    const [word] = except?.test(visible.file) ? [] : (not.exec(visible.text) ?? [])
    return word === undefined ? [] : [{ ...visible, word, say }]
  }),
)

const excuses = ({ file, text }: { file: string; text: string }, offence: VisibleText) =>
  offence.file === file && offence.text.includes(text)

describe("the texts that people read", () => {
  test("use no word that another one stands for", () => {
    const wrong = offences
      .filter((offence) => !isSpecified(offence.file, offence.text))
      .filter((offence) => !lawfulTexts.some((lawful) => excuses(lawful, offence)))
      .map(({ file, line, text, word, say }) => `${file}:${line}  “${word}” in “${text}”. Say: ${say}`)
    expect(wrong).toEqual([])
  })

  test("are found: titles, labels, messages, emails, PDFs, CSV headings and help", () => {
    const found = (file: RegExp) => texts.filter((text) => file.test(text.file)).length
    expect(texts.length).toBeGreaterThan(5000)
    expect(found(/^app\/components\/.*\.tsx$/)).toBeGreaterThan(1200)
    expect(found(/^app\/routes\/.*\.tsx$/)).toBeGreaterThan(1000)
    expect(found(/^app\/jobs\/mail\//)).toBeGreaterThan(100)
    expect(found(/-pdf\.server\.ts$/)).toBeGreaterThan(20)
    expect(found(/-(csv|file)\.ts$/)).toBeGreaterThan(10)
    expect(found(/^app\/models\/platform\/help\/articles\//)).toBeGreaterThan(500)
  })
})

describe("the exceptions", () => {
  test("still occur, each with a word of the rules", () => {
    const idle = lawfulTexts.filter((lawful) => !offences.some((offence) => excuses(lawful, offence)))
    const unused = specifiedTexts
      .flatMap((part) => part.texts)
      .filter((text) => !offences.some((offence) => offence.text === text && isSpecified(offence.file, text)))
    expect([...idle.map(({ file, text }) => `${file}: ${text}`), ...unused]).toEqual([])
  })
})

describe("the rules", () => {
  test("catch what they are meant to catch and nothing else", () => {
    const missed = wordRules.flatMap(({ not, caught }) => caught.filter((example) => !not.test(example)))
    const taken = wordRules.flatMap(({ not, lawful = [] }) => lawful.filter((example) => not.test(example)))
    expect({ missed, taken }).toEqual({ missed: [], taken: [] })
  })
})
