import { db, sqlite } from "db/client.server"
import { makeUpCredits, marks, outcomes, ownStatuses } from "db/schema/attendance"
import { charges } from "db/schema/money"
import { students } from "db/schema/people"
import { eq } from "drizzle-orm"
import fc from "fast-check"
import { expect, test } from "vitest"
import {
  addStatus,
  changeStatus,
  listOwnStatuses,
  listStatusesWithUse,
  moveStatus,
  removeStatus,
  setRetired,
} from "~/models/accounts/custom-status/custom-status.server"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { markCodes } from "~/models/accounts/outcome/outcome"
import type { Actor } from "~/models/foundation/access/actor"
import { listUnchargedSeats } from "~/models/money/charge/uncharged-seats.server"
import { testToday } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool, removeRows, rowOf, rowsOf } from "../../../../tests/support/school"
import { findRegister } from "./register-view.server"
import { previewRegister, takeRegister } from "./take-register.server"

const sickNote = {
  name: "Sick note",
  letters: "SN",
  countsAs: "excused" as MarkCode,
  isShownToFamilies: true,
}

function add(actor: Actor, facts: Partial<typeof sickNote> = {}): string {
  const added = addStatus(actor, { ...sickNote, ...facts })
  if (!added.ok) throw new Error(added.reason)
  return listOwnStatuses(actor).find(({ name }) => name === added.name)?.id ?? ""
}

function openLesson(actor: Actor) {
  const { classId, studentIds } = openClass(actor, { pupils: ["Wren Adeyemi"] })
  const [wren = ""] = studentIds
  return { wren, sessionId: addSessionRow(actor, classId, testToday) }
}

const currentMark = (actor: Actor) => rowOf(marks, { schoolId: actor.school.id, supersededAt: null })

/** What money, pay and credits know of the one mark. */
const effects = (actor: Actor) => {
  const ofSchool = <Table extends typeof marks | typeof charges | typeof makeUpCredits>(table: Table) =>
    db().select().from(table).where(eq(table.schoolId, actor.school.id)).all()
  const mark = ofSchool(marks).find((each) => "supersededAt" in each && each.supersededAt === null)
  if (!mark || !("code" in mark)) throw new Error("No mark")
  const { code, minutesLate, chargedPercent, paidPercent, issuesCredit, countsAsAttended } = mark
  return {
    mark: { code, minutesLate, chargedPercent, paidPercent, issuesCredit, countsAsAttended },
    charges: ofSchool(charges).map((each) => ("amountMinor" in each ? each.amountMinor : 0)),
    credits: ofSchool(makeUpCredits).length,
  }
}

test("a status of the school’s own decides exactly what the mark it counts as decides", () => {
  inHistories(8, fc.constantFrom(...markCodes), fc.option(fc.constantFrom(5, 12)), (code, late) => {
    const minutesLate = code === "late" ? late : null
    const taken = [false, true].map((isOwn) => {
      const { actor } = openSchool()
      const { wren, sessionId } = openLesson(actor)
      const statusId = isOwn ? add(actor, { countsAs: code }) : null
      const mark = { studentId: wren, code, minutesLate, statusId }
      const preview = previewRegister(actor, sessionId, { marks: [mark] })
      expect(takeRegister(actor, sessionId, { marks: [mark] }).ok).toBe(true)
      const shown = preview.ok
        ? [preview.effect.lead, preview.effect.rest, preview.effect.seats[0]?.text]
        : []
      return { shown, ...effects(actor) }
    })
    expect(taken[1]).toEqual(taken[0])
  })
})

test("another name for the same mark changes no money, even under rules that have changed", () => {
  const { actor } = openSchool()
  const { wren, sessionId } = openLesson(actor)
  const statusId = add(actor)
  takeRegister(actor, sessionId, { marks: [{ studentId: wren, code: "excused" }] })
  const before = effects(actor)
  changeRows(outcomes, { schoolId: actor.school.id }, { chargedPercent: 80, issuesCredit: false })
  const named = { studentId: wren, code: "excused" as const, statusId }
  const preview = previewRegister(actor, sessionId, { marks: [named] })
  expect(preview.ok && preview.effect.seats[0]?.change).toBe(
    "Excused becomes Sick note. The charge stays the same.",
  )
  expect(takeRegister(actor, sessionId, { marks: [named] }).ok).toBe(true)
  expect(effects(actor)).toEqual(before)
  expect(currentMark(actor)).toMatchObject({ code: "excused", statusId })
  const rows = sqlite().prepare("select count(*) as n from marks").get() as { n: number }
  takeRegister(actor, sessionId, { marks: [named] })
  expect(sqlite().prepare("select count(*) as n from marks").get(), "saved again").toEqual(rows)
})

test("a retired status stays where it’s recorded and is refused elsewhere", () => {
  const { actor } = openSchool()
  const { wren, sessionId } = openLesson(actor)
  const statusId = add(actor)
  const named = { studentId: wren, code: "excused" as const, statusId }
  const refused = { ok: false, reason: "status-unknown" }
  expect(takeRegister(actor, sessionId, { marks: [{ ...named, code: "present" }] })).toEqual(refused)
  setRetired(actor, statusId, true)
  expect(takeRegister(actor, sessionId, { marks: [named] })).toEqual(refused)
  expect(findRegister(actor, sessionId)?.statuses).toEqual([])
  setRetired(actor, statusId, false)
  expect(takeRegister(actor, sessionId, { marks: [named] }).ok).toBe(true)
  setRetired(actor, statusId, true)
  expect(findRegister(actor, sessionId)?.statuses).toMatchObject([{ id: statusId, name: "Sick note" }])
  expect(takeRegister(actor, sessionId, { marks: [named], sharedNote: "Rest well" }).ok).toBe(true)
  const other = openLesson(actor)
  const elsewhere = [{ ...named, studentId: other.wren }]
  expect(takeRegister(actor, other.sessionId, { marks: elsewhere })).toEqual(refused)
  expect(findRegister(actor, other.sessionId)?.statuses).toEqual([])
  const abroad = openSchool().actor
  const theirs = openLesson(abroad)
  const stolen = [{ ...named, studentId: theirs.wren }]
  expect(takeRegister(abroad, theirs.sessionId, { marks: stolen }), "another school’s").toEqual(refused)
})

test("a status that attendance has is renamed and retired, never deleted or turned into another", () => {
  const { actor } = openSchool()
  const { wren, sessionId } = openLesson(actor)
  const [used, unused] = [add(actor), add(actor, { name: "Online", letters: "ON", countsAs: "present" })]
  takeRegister(actor, sessionId, { marks: [{ studentId: wren, code: "excused", statusId: used }] })
  expect(listStatusesWithUse(actor).map(({ isUsed }) => isUsed)).toEqual([true, false])
  expect(removeStatus(actor, used)).toBeRefused("used")
  expect(changeStatus(actor, used, { ...sickNote, countsAs: "absent" })).toBeRefused("used")
  expect(changeStatus(actor, used, { ...sickNote, name: "Doctor’s note" }).ok).toBe(true)
  expect(findRegister(actor, sessionId)?.statuses[0]?.name).toBe("Doctor’s note")
  takeRegister(actor, sessionId, { marks: [{ studentId: wren, code: "present" }] })
  expect(removeStatus(actor, used), "only an earlier mark has it").toEqual({ ok: false, reason: "used" })
  expect(changeStatus(actor, unused, { ...sickNote, name: "Trip", letters: "T" }).ok).toBe(true)
  expect(removeStatus(actor, unused).ok).toBe(true)
  expect(() => removeRows(ownStatuses, { id: used })).toThrow("FOREIGN KEY")
})

test("names and letters are unique, the order is the school’s, and eight fit", () => {
  const { actor } = openSchool()
  const first = add(actor)
  const refuse = (facts: Partial<typeof sickNote>) => {
    const added = addStatus(actor, { ...sickNote, name: "Online", letters: "ON", ...facts })
    return added.ok ? null : added.reason
  }
  expect(refuse({ name: "SICK NOTE" })).toBe("name-taken")
  expect(refuse({ name: "excused" })).toBe("name-taken")
  expect(refuse({ letters: "sn" })).toBe("letters-taken")
  expect(refuse({ letters: "P" })).toBe("letters-taken")
  for (const letter of "FGHIJKM") add(actor, { name: `Status ${letter}`, letters: letter })
  expect(refuse({})).toBe("too-many")
  expect(moveStatus(actor, first, -1).ok && moveStatus(actor, first, 1).ok).toBe(true)
  expect(listOwnStatuses(actor).map(({ letters }) => letters)).toEqual(["F", "SN", ..."GHIJKM"])
  setRetired(actor, first, true)
  expect(refuse({})).toBeNull()
  expect(setRetired(actor, first, false)).toBeRefused("too-many")
  const abroad = openSchool().actor
  expect(listOwnStatuses(abroad)).toEqual([])
  for (const act of [removeStatus, (by: Actor, id: string) => setRetired(by, id, true)])
    expect(act(abroad, first)).toBeRefused("not-found")
})

test("an invoice names the status, unless families may not read it", () => {
  const { actor } = openSchool()
  const { wren, sessionId } = openLesson(actor)
  const { familyId = "" } = rowOf(students, { id: wren }) ?? {}
  const mark = (code: MarkCode, statusId: string | null) =>
    takeRegister(actor, sessionId, { marks: [{ studentId: wren, code, statusId }] })
  const charged = () =>
    rowsOf(charges, { schoolId: actor.school.id, withdrawnAt: null }).map(({ reason }) => reason)
  const uncharged = () =>
    listUnchargedSeats(actor, familyId, testToday, testToday).map(({ reason }) => reason)

  const [online, sick] = [add(actor, { name: "Online", letters: "ON", countsAs: "present" }), add(actor)]
  const hidden = add(actor, { name: "Forgot", letters: "FG", isShownToFamilies: false })
  mark("present", online)
  expect(charged()).toEqual(["Online"])
  mark("excused", sick)
  expect([charged(), uncharged()]).toEqual([[], ["Sick note, not charged; 1 make-up credit"]])
  mark("excused", hidden)
  expect(uncharged()).toEqual(["Excused, not charged; 1 make-up credit"])
})
