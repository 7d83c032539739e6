import { makeUpCredits, marks } from "db/schema/attendance"
import { charges } from "db/schema/money"
import { expect, test } from "vitest"
import { type OwnRule, spellStatus } from "~/models/accounts/custom-status/custom-status"
import {
  addStatus,
  changeStatus,
  listOwnStatuses,
} from "~/models/accounts/custom-status/custom-status.server"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { Actor } from "~/models/foundation/access/actor"
import { testToday } from "../../../../tests/support/clock"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { listAbsences } from "../absence-record/list-absences.server"
import { effectGroups } from "./effect-groups"
import { totalsShown } from "./register-totals"
import { findRegister } from "./register-view.server"
import { previewRegister, takeRegister } from "./take-register.server"

// A status of the school's own with rules of its own: "School trip" counts as excused, and yet half is charged, the teacher is
// paid, no credit is given and the student was there.

const half: OwnRule = { chargedPercent: 50, paidPercent: 100, issuesCredit: false, countsAsAttended: true }
const trip = { name: "School trip", letters: "ST", countsAs: "excused" as MarkCode, isShownToFamilies: true }

function add(actor: Actor, facts: Partial<typeof trip> & { rule?: OwnRule | null } = {}): string {
  const added = addStatus(actor, { ...trip, rule: half, ...facts })
  if (!added.ok) throw new Error(added.reason)
  return listOwnStatuses(actor).find(({ name }) => name === added.name)?.id ?? ""
}

function openLesson() {
  const { actor } = openSchool()
  const { classId, studentIds } = openClass(actor, { pupils: ["Wren Adeyemi"] })
  const [wren = ""] = studentIds
  const sessionId = addSessionRow(actor, classId, testToday)
  const take = (code: MarkCode, statusId: string | null = null) =>
    takeRegister(actor, sessionId, { marks: [{ studentId: wren, code, statusId }] })
  const preview = (code: MarkCode, statusId: string | null = null) => {
    const found = previewRegister(actor, sessionId, { marks: [{ studentId: wren, code, statusId }] })
    return found.ok ? found.effect : undefined
  }
  return { actor, wren, sessionId, take, preview }
}

const standing = (actor: Actor) => ({
  mark: rowsOf(
    marks,
    { schoolId: actor.school.id, supersededAt: null },
    { only: ["chargedPercent", "paidPercent", "issuesCredit", "countsAsAttended"] },
  )[0],
  chargedMinor: rowsOf(charges, { schoolId: actor.school.id, withdrawnAt: null }).reduce(
    (sum, { amountMinor }) => sum + amountMinor,
    0,
  ),
  credits: rowsOf(makeUpCredits, { schoolId: actor.school.id, revokedAt: null }).length,
})

test("its rules decide charge, pay, credit and attendance, not those of what it counts as", () => {
  const { actor, wren, sessionId, take, preview } = openLesson()
  const statusId = add(actor)
  expect(preview("excused", statusId)).toMatchObject({ lead: "1 charged, $9.00", credits: 0 })
  expect(take("excused", statusId).ok).toBe(true)
  expect(standing(actor)).toEqual({ mark: half, chargedMinor: 900, credits: 0 })
  const row = findRegister(actor, sessionId)?.rows[0]
  expect(row?.effects[`excused@${statusId}`]).toMatchObject({ chargedMinor: 900, ownName: "School trip" })
  expect(row && effectGroups([row])[0]?.texts.at(-1)).toEqual({
    label: "School trip",
    text: "$9.00 charged, no credit",
  })
  expect(listAbsences(actor, wren), "the student was there").toEqual([])
})

test("to the five and back, charge and credit follow; another name without rules changes nothing", () => {
  const { actor, take, preview } = openLesson()
  const [statusId, sick] = [add(actor), add(actor, { name: "Sick note", letters: "SN", rule: null })]
  const excused = { chargedMinor: 0, credits: 1 }
  take("excused")
  expect(standing(actor)).toMatchObject(excused)
  expect(preview("excused", statusId)?.seats[0]?.change).toBe(
    "Excused becomes School trip. $9.00 charged. The make-up credit is revoked.",
  )
  take("excused", statusId)
  expect(standing(actor)).toEqual({ mark: half, chargedMinor: 900, credits: 0 })
  take("excused", sick)
  expect(standing(actor)).toMatchObject(excused)
  expect(preview("excused")?.seats[0]?.change).toBe("Sick note becomes excused. The charge stays the same.")
})

test("rules changed later hold for later attendance, and one without them says why there is no credit", () => {
  const { actor, wren, take } = openLesson()
  const away = { ...half, countsAsAttended: false }
  const statusId = add(actor, { rule: away })
  take("excused", statusId)
  expect(listAbsences(actor, wren)[0]?.answer.text).toContain("It counts as “School trip,” which earns none.")
  expect(changeStatus(actor, statusId, { ...trip, rule: { ...half, chargedPercent: 80 } }).ok).toBe(true)
  take("excused", statusId)
  expect(standing(actor)).toEqual({ mark: away, chargedMinor: 900, credits: 0 })
  take("present")
  take("excused", statusId)
  expect(standing(actor)).toMatchObject({ mark: { chargedPercent: 80 }, chargedMinor: 1440 })
  expect(changeStatus(actor, statusId, trip).ok).toBe(true)
  expect(listOwnStatuses(actor)[0]?.rule).toBeNull()
})

test("what the page counts after a tap is what the server would save, whatever was recorded", () => {
  const { actor, wren, sessionId, take, preview } = openLesson()
  const online = { name: "Online", letters: "ON", countsAs: "present" as MarkCode }
  const choices: [MarkCode, string | null][] = [
    ["present", null],
    ["absent", null],
    ["excused", null],
    ["excused", add(actor)],
    ["excused", add(actor, { name: "Sick note", letters: "SN", rule: null })],
    ["present", add(actor, { ...online, rule: { ...half, paidPercent: 40 } })],
  ]
  for (const recorded of [null, ...choices]) {
    if (recorded) take(...recorded)
    for (const [code, statusId] of choices) {
      const register = findRegister(actor, sessionId)
      const counted = preview(code, statusId)
      const tapped = new Map([[wren, spellStatus({ code, statusId })]])
      expect(register && totalsShown(register, tapped), `${recorded} to ${code} ${statusId}`).toEqual({
        lead: counted?.lead,
        rest: counted?.rest,
      })
    }
  }
})
