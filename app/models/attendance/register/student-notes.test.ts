import { expect, test } from "vitest"
import { listedNotes, ownerOf, studentNotesIn, withLastNote } from "./named-notes"

test("students’ notes are the same after a list of texts by name", () => {
  const notes = { freya: { shared: "Upper part", private: "" }, milo: { private: "Tired today" } }
  const listed = listedNotes(notes)
  expect(listed).toEqual({ "shared:freya": "Upper part", "private:freya": "", "private:milo": "Tired today" })
  expect(studentNotesIn({ ...listed, sharedNote: "Bars 17 to 24." })).toEqual(notes)
  expect(ownerOf("sharedNote")).toBeUndefined()
})

test("the last note follows what is typed, once", () => {
  expect(withLastNote("", "Scales")).toBe("Scales")
  expect(withLastNote("Good lesson.\n", "Scales")).toBe("Good lesson.\nScales")
  expect(withLastNote("Good lesson.\nScales", "Scales")).toBe("Good lesson.\nScales")
})
