import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { type MovesPreview, outcomeOf } from "~/models/teaching/closure/closure-lesson"
import { MovesEffect } from "./holiday-choices"

const lesson = (id: string, whyNone: "no-time" | "no-teacher" | null) => ({
  id,
  title: "Choir",
  was: "Thu, Nov 26, 4:00 PM",
  becomes: whyNone ? null : "Thu, Dec 3, 4:00 PM",
  whyNone,
  leftOut: [] as string[],
})
const [moved, full, led] = [lesson("1", null), lesson("2", "no-time"), lesson("3", "no-teacher")]

function said(preview: MovesPreview) {
  const moves = { ...preview, families: 2, kept: 0, givesCredits: true, stamp: "" }
  return renderToStaticMarkup(<MovesEffect moves={moves} />).replace(/<[^>]+>/g, "")
}

test("the button says what happens to the lessons: they move, are canceled, or either", () => {
  expect(outcomeOf({ lessons: 1, moves: [moved] })).toBe("move")
  expect(outcomeOf({ lessons: 2, moves: [moved, full] })).toBe("move or cancel")
  expect(outcomeOf({ lessons: 2, moves: [full, led] })).toBe("cancel")
  expect(outcomeOf({ lessons: 60, moves: [moved] })).toBe("move or cancel")
})

test("lessons of which none can move have a sentence of their own", () => {
  const text = said({ lessons: 2, moves: [full, led] })
  expect(text).toContain("This cancels 2 lessons of 2 families: no time was found to move to.")
  expect(text).not.toContain("moves 0")
})

test("a canceled lesson says why: no time is free, or it has no teacher", () => {
  const text = said({ lessons: 3, moves: [moved, full, led] })
  expect(text).toContain("canceled, no time is free")
  expect(text).toContain("canceled, it has no teacher")
  expect(said({ lessons: 2, moves: [moved, led] })).not.toContain("no time is free")
})

test("says what canceling means as soon as one may be canceled, beyond those that are named, too", () => {
  const charges = "No one is charged for a canceled lesson."
  expect(said({ lessons: 1, moves: [moved] })).not.toContain(charges)
  expect(said({ lessons: 60, moves: [moved] })).toContain(charges)
})

test("students who aren’t enrolled at a lesson’s new time are named beside it", () => {
  const text = said({ lessons: 1, moves: [{ ...moved, leftOut: ["Milo Haddad", "Ada Reed"] }] })
  expect(text).toContain("Choir, Thu, Nov 26, 4:00 PM: Thu, Dec 3, 4:00 PM, without Milo Haddad and Ada Reed")
})
