import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { families, guardians, students } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { chooseOwn } from "~/models/foundation/notification-preferences/choices.server"
import { now } from "~/utils/clock.server"
import { openFamily } from "../../../../tests/support/billing"
import { adultsWith, openPayingFamily } from "../../../../tests/support/family"
import { changeRows, rowOf, rowsOf } from "../../../../tests/support/school"
import { changeStudent } from "../student/student.server"
import {
  approveChange,
  approveChanges,
  declineChanges,
  listChanges,
  listOwnData,
  saveOwnFacts,
} from "./changes.server"
import { listOwnSubjects, saveRules } from "./facts.server"

let family: ReturnType<typeof openPayingFamily>
let [otis, jonas] = ["", ""]

beforeEach(() => {
  family = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 10_000, "Nadia Haddad": 0 }),
  })
  otis = family.studentIds[0] ?? ""
  jonas = family.guardianIds[0] ?? ""
})

const [first, second] = [() => readerOf(0), () => readerOf(1)]
function readerOf(index: number): Actor {
  const reader = family.guardians[index]?.actor
  if (!reader) throw new Error("No guardian")
  return reader
}
function type(reader: Actor, id: string, facts: Record<string, string | null>) {
  const subject = listOwnSubjects(reader).find((each) => each.id === id)
  if (!subject) throw new Error("Not theirs to change")
  return saveOwnFacts(reader, subject, facts)
}
const waiting = () => listChanges(family.school, { limit: 9, offset: 0 })
const one = () => waiting()[0]?.id ?? ""
const withdrawals = () =>
  rowsOf(
    events,
    { schoolId: family.school.school.id, verb: "withdraw-change" },
    { only: ["actorName", "nounId"] },
  )

test("a text of several lines is approved from a form, whose line ends are others", () => {
  changeRows(students, { id: otis }, { medicalNotes: "Nuts\nMilk" })
  type(first(), otis, { medicalNotes: "Nuts" })
  expect(approveChange(family.school, one(), "Nuts\r\nEggs")).toBeRefused("changed")
  expect(approveChange(family.school, one(), "Nuts\r\nMilk").ok).toBe(true)
})

describe("of a guardian of two families", () => {
  let other: ReturnType<typeof openFamily>
  const addressOf = (id: string) => rowOf(families, { id })?.address

  beforeEach(() => {
    other = openFamily(family.school, { adults: [{ name: "Jonas Haddad", payerShare: 10_000 }] })
    changeRows(
      guardians,
      { id: other.guardianIds[0] ?? "" },
      { memberId: first().memberId, phone: "+1 555 010 0100", createdAt: now() + 1 },
    )
    saveRules(family.school, { address: "approve", phone: "approve" })
  })

  test("what both families have changes in both", () => {
    type(first(), jonas, { address: "1 Elm St" })
    expect(approveChange(family.school, one()).ok).toBe(true)
    expect([family.familyId, other.familyId].map(addressOf)).toEqual(["1 Elm St", "1 Elm St"])
  })

  test("what the other family has of its own stays", () => {
    changeRows(families, { id: other.familyId }, { address: "9 New Road" })
    type(first(), jonas, { address: "1 Elm St", phone: "+1 555 010 0199" })
    for (const { id } of waiting()) expect(approveChange(family.school, id).ok).toBe(true)
    expect([family.familyId, other.familyId].map(addressOf)).toEqual(["1 Elm St", "9 New Road"])
    const phoneOf = (id = "") => rowOf(guardians, { id })?.phone
    expect([phoneOf(jonas), phoneOf(other.guardianIds[0])]).toEqual(["+1 555 010 0199", "+1 555 010 0100"])
  })
})

describe("a change that waits", () => {
  test("is withdrawn when the student moves to another family", () => {
    const other = openFamily(family.school, { name: "Adeyemi" })
    type(first(), otis, { medicalNotes: "Nuts" })
    type(first(), family.studentIds[1] ?? "", { medicalNotes: "Bees" })
    const student = { firstName: "Otis", lastName: "Haddad", status: "active" as const, instruments: [] }
    expect(changeStudent(family.school, otis, { ...student, family: other.familyId, guardians: [] }).ok).toBe(
      true,
    )
    expect(waiting().map(({ after }) => after)).toEqual(["Bees"])
    expect(withdrawals()).toEqual([{ actorName: family.school.name, nounId: otis }])
  })

  test("typed as it is, is withdrawn, and the activity says so", () => {
    type(first(), otis, { medicalNotes: "Nuts" })
    type(second(), otis, { medicalNotes: "Nuts and milk" })
    expect(withdrawals()).toEqual([])
    type(second(), otis, { medicalNotes: null })
    expect(waiting()).toEqual([])
    expect(withdrawals()).toEqual([{ actorName: "Nadia Haddad", nounId: otis }])
  })
})

test("why a change was declined is for the parent who asked", () => {
  type(second(), otis, { medicalNotes: "Nuts" })
  declineChanges(family.school, [one()], "Call us first, please.")
  const told = (reader: Actor) =>
    listOwnData(reader).flatMap(({ declined }) => declined.map(({ answer }) => answer))
  expect(told(second())).toEqual(["Call us first, please."])
  expect(told(first())).toEqual([])
})

describe("who asked for a change reads the answer by email", () => {
  const answers = () =>
    rowsOf(emails, { schoolId: family.school.school.id, template: "change-answered" }).map(
      ({ recipient, data }) => ({ recipient, ...(JSON.parse(data) as object) }),
    )
  const ids = () => waiting().map(({ id }) => id)

  test("several that are answered at once in one, with the reason, and not what they typed", () => {
    saveRules(family.school, { medicalNotes: "approve", phone: "approve" })
    type(second(), otis, { medicalNotes: "Asthma", phone: "+1 555 010 0111" })
    declineChanges(family.school, ids(), "Bring a note from the doctor.")
    const [told, ...others] = answers()
    expect(others).toEqual([])
    expect(told).toMatchObject({ isApproved: false, reason: "Bring a note from the doctor." })
    expect(JSON.stringify(told)).toContain("Otis")
    expect(JSON.stringify(told)).not.toContain("Asthma")
  })

  test("an approved one once, and none whose topic they turned off", () => {
    saveRules(family.school, { medicalNotes: "approve" })
    type(second(), otis, { medicalNotes: "Asthma" })
    const [id = ""] = ids()
    expect(approveChange(family.school, id).ok).toBe(true)
    expect(approveChange(family.school, id)).toBeRefused("answered")
    expect(answers()).toMatchObject([{ isApproved: true, reason: null }])
    chooseOwn(second(), { answers: { email: "off" } })
    type(second(), otis, { medicalNotes: "Asthma, nuts" })
    approveChanges(family.school, ids())
    expect(answers()).toHaveLength(1)
  })
})
