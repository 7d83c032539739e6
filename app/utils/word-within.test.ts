import { expect, test } from "vitest"
import { instrumentWord, relationWord } from "./word-within"

test("English words are small within a text, and others are as the school writes them", () => {
  expect(["Violin", " French Horn", "Geige", "Gesang"].map(instrumentWord)).toEqual([
    "violin",
    "french horn",
    "Geige",
    "Gesang",
  ])
  expect(["Mother", "Legal guardian", "Mutter"].map(relationWord)).toEqual([
    "mother",
    "legal guardian",
    "Mutter",
  ])
})
