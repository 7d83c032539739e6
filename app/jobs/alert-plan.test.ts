import { describe, expect, test } from "vitest"
import type { Trouble } from "~/models/platform/condition/condition"
import { alertOf, type Memory, planAlerts } from "./watch-over.server"

const minute = 60_000
const hour = 60 * minute
const full: Trouble = { key: "disk", tone: "bad", what: "The disk is full.", remedy: "Make room." }
const low: Trouble = { key: "disk", tone: "warn", what: "The disk is low.", remedy: "Make room." }
const late: Trouble = { key: "backup", tone: "bad", what: "No backup.", remedy: "Make one." }
const samePlace: Trouble = { key: "backup-place", tone: "note", what: "On one disk.", remedy: "Move it." }

/** What is told at each look, one look a minute. */
function watch(looks: Trouble[][], repeatHours = 24) {
  let memory: Memory = {}
  return looks.map((troubles, index) => {
    const plan = planAlerts(memory, troubles, { at: index * minute, repeatMs: repeatHours * hour })
    memory = plan.memory
    return [...plan.told.map(({ what }) => what), ...plan.over.map((what) => `over: ${what}`)]
  })
}

describe("an alert", () => {
  test("is told once a trouble has lasted, not again while it goes on", () => {
    expect(watch([[full], [full], [full], [full]])).toEqual([[], ["The disk is full."], [], []])
  })

  test("is not told of what passes by itself", () => {
    expect(watch([[full], [], [full], [], [], [], [], [], []]).flat()).toEqual([])
  })

  test("is repeated while the trouble goes on, after the hours that the settings say", () => {
    const told = watch(
      Array.from({ length: 130 }, () => [full]),
      1,
    )
    expect(told.flatMap((each, index) => (each.length > 0 ? [index] : []))).toEqual([1, 61, 121])
  })

  test("is followed by one message when the trouble is over, and told anew when it comes back", () => {
    const calm = Array.from({ length: 5 }, () => [])
    const told = watch([[full], [full], ...calm, [], [full], [full]])
    expect(told.flat()).toEqual(["The disk is full.", "over: The disk is full.", "The disk is full."])
  })

  test("that flickers is told once", () => {
    const told = watch([[full], [full], [], [full], [], [full], [full], [], [full]])
    expect(told.flat()).toEqual(["The disk is full."])
  })

  test("is told again at once when a warning becomes bad, and not for each change after that", () => {
    const told = watch([[low], [low], [low], [full], [full], [low], [full], [low]])
    expect(told.flat()).toEqual(["The disk is low.", "The disk is full."])
  })

  test("is told again when the cause is another one that lasts", () => {
    const late: Trouble = { key: "database", tone: "bad", cause: "late", what: "Late.", remedy: "Wait." }
    const damaged: Trouble = { ...late, cause: "damaged", what: "Damaged." }
    expect(watch([[late], [late], [damaged], [damaged], [damaged]])).toEqual([
      [],
      ["Late."],
      [],
      ["Damaged."],
      [],
    ])
    expect(watch([[late], [late], [damaged], [late], [late], [late]]).flat()).toEqual(["Late."])
  })

  test("is never made of what someone has decided", () => {
    expect(watch([[samePlace], [samePlace], [samePlace]]).flat()).toEqual([])
  })

  test("puts everything of one look into one message", () => {
    expect(alertOf([full, late], [])).toEqual({
      subject: "The disk is full. And 1 more.",
      lines: ["The disk is full.", "  Make room.", "No backup.", "  Make one."],
    })
    expect(alertOf([], ["No backup."])).toEqual({
      subject: "Back to normal",
      lines: ["Resolved: No backup."],
    })
    expect(alertOf([], [])).toBeUndefined()
  })
})
