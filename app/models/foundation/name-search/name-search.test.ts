import { describe, expect, test } from "vitest"
import { asksForNames, offerFound, readNameWish, unsettledSearches } from "./name-search"

const all = ["Öztürk", "Okafor", "Lindqvist"].map((title, at) => ({ value: `${at}`, label: title, title }))
const form = (fields: Record<string, string>) => {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.set(name, value)
  return made
}

describe("names to choose from", () => {
  test("are those that were searched for, whatever the accents, and the one chosen before", () => {
    const offer = offerFound(all, { search: "ozt", chosen: "2" })
    expect(offer.choices.map(({ label }) => label)).toEqual(["Lindqvist", "Öztürk"])
    expect(offer).toMatchObject({ isSearched: true, search: "ozt", more: false })
  })

  test("are none without a search, and a choice that is not among them is none", () => {
    expect(offerFound(all, { search: "", chosen: "" }).choices).toEqual([])
    expect(offerFound(all, { search: "", chosen: "another school's" }).choices).toEqual([])
  })

  test("are twenty at most, which is said", () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ value: `${at}`, label: "Ana", title: "Ana" }))
    const offer = offerFound(many, { search: "ana", chosen: "" })
    expect([offer.choices.length, offer.more]).toEqual([20, true])
  })
})

describe("a form with a search in it", () => {
  test("asks for names with its button, or with a name that was not searched for yet", () => {
    expect(asksForNames(form({ intent: "find", find: "" }))).toBe(true)
    expect(asksForNames(form({ intent: "save", find: "Ana", findShown: "" }))).toBe(true)
  })

  test("is sent otherwise", () => {
    expect(asksForNames(form({ intent: "save", find: " Ana ", findShown: "Ana" }))).toBe(false)
    expect(asksForNames(form({ intent: "save", find: "", findShown: "Ana" }))).toBe(false)
    expect(asksForNames(form({ intent: "save" }))).toBe(false)
  })

  test("isn’t sent while a name is typed of whose matches none was chosen", () => {
    const shown = { intent: "save", find: "Ana", findShown: "Ana", findFor: "teacherId" }
    expect(asksForNames(form({ ...shown, teacherId: "" }))).toBe(true)
    expect(unsettledSearches(form({ ...shown, teacherId: "" }))).toEqual(["teacherId"])
    expect(asksForNames(form({ ...shown, teacherId: "t1" }))).toBe(false)
    expect(asksForNames(form({ ...shown, find: "", teacherId: "" }))).toBe(false)
  })

  test("searches for at most a hundred letters", () => {
    const wish = readNameWish(new URLSearchParams({ find: ` ${"a".repeat(300)}`, family: "f" }), "family")
    expect([wish.search.length, wish.chosen]).toEqual([100, "f"])
  })
})
