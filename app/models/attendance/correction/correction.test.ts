import { schools } from "db/schema/accounts-schools"
import { correctionRequests } from "db/schema/attendance-corrections"
import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { charges } from "db/schema/money"
import { beforeEach, describe, expect, test } from "vitest"
import { markCodes } from "~/models/accounts/outcome/outcome"
import type { Actor } from "~/models/foundation/access/actor"
import { memberActor, schoolActor } from "~/models/foundation/access/actor.server"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { addDays } from "~/utils/dates"
import { testToday } from "../../../../tests/support/clock"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { findRegister } from "../register/register-view.server"
import { takeRegister } from "../register/take-register.server"
import {
  approveCorrection,
  askCorrection,
  countAskedCorrections,
  declineCorrection,
  listCorrectionsOfSession,
  withdrawCorrection,
} from "./ask-correction.server"
import { saveRegister } from "./save-register.server"

// Marcus's lesson with Wren and Ines of sixteen days ago, in a school that locks after two weeks.

let opened: ReturnType<typeof openLocked>

function openLocked() {
  const { actor } = openSchool()
  const marcus = addMember(actor, "teacher", "Marcus Whitfield")
  const { classId, studentIds } = openClass(actor, {
    pupils: ["Wren Adeyemi", "Ines Moreau"],
  })
  const [wren = "", ines = ""] = studentIds
  const lesson = (age: number) =>
    addSessionRow(actor, classId, addDays(testToday, -age), { teacherId: marcus.teacherId })
  const [sessionId, late] = [lesson(16), lesson(3)]
  for (const id of [sessionId, late])
    takeRegister(actor, id, { marks: [wren, ines].map((studentId) => ({ studentId, code: "present" })) })
  changeRows(schools, { id: actor.school.id }, { attendanceLockDays: 14 })
  const school = schoolActor(actor.school.id)?.school ?? actor.school
  const again = (who: Actor) =>
    memberActor(school, {
      memberId: who.memberId ?? "",
      userId: who.userId ?? "",
      name: who.name,
      role: who.role === "job" ? "admin" : who.role,
    })
  return { office: again(actor), teacher: again(marcus.actor), sessionId, late, wren, ines }
}

beforeEach(() => {
  opened = openLocked()
})

const wanted = (facts: Partial<Parameters<typeof askCorrection>[2]> = {}) => ({
  studentId: opened.wren,
  code: "excused" as const,
  statusId: null,
  minutesLate: null,
  reason: "Was at the dentist",
  ...facts,
})
const ask = (facts = {}) => askCorrection(opened.teacher, opened.sessionId, wanted(facts))
const [asked, mark] = [
  () => listCorrectionsOfSession(opened.office, opened.sessionId)[0],
  (studentId = opened.wren) =>
    findRegister(opened.office, opened.sessionId)?.rows.find((row) => row.studentId === studentId)?.code,
]
const mails = (template: string) =>
  rowsOf(emails, { schoolId: opened.office.school.id, template }).map(({ data }) => JSON.parse(data))
const charged = () =>
  rowsOf(charges, { schoolId: opened.office.school.id, studentId: opened.wren }).reduce(
    (sum, { amountMinor }) => sum + amountMinor,
    0,
  )

describe("a requested correction", () => {
  test.each(markCodes)(
    "to %s changes nothing until approved, then as the office’s own correction",
    (code) => {
      const byHand = rehearse(() => {
        takeRegister(opened.office, opened.sessionId, {
          marks: [{ studentId: opened.wren, code }],
          reason: "x",
        })
        return [mark(), mark(opened.ines), charged()]
      })
      const before = [mark(), charged()]
      const request = ask({ code })
      if (code === "present") return expect(request).toBeRefused("unchanged")
      expect(request.ok).toBe(true)
      expect([mark(), charged()]).toEqual(before)
      expect(approveCorrection(opened.office, asked()?.id ?? "").ok).toBe(true)
      expect([mark(), mark(opened.ines), charged()]).toEqual(byHand)
    },
  )

  test("reaches the office, is made with the teacher’s reason, once, and the teacher is notified", () => {
    expect(ask()).toEqual({ ok: true, studentName: "Wren Adeyemi" })
    expect(countAskedCorrections(opened.office)).toBe(1)
    expect(mails("correction-asked")).toMatchObject([
      { recorded: "Present", wanted: "Excused", reason: "Was at the dentist" },
    ])
    const id = asked()?.id ?? ""
    expect(approveCorrection(opened.teacher, id)).toBeRefused("cannot")
    expect(approveCorrection(opened.office, id)).toMatchObject({ ok: true })
    expect(approveCorrection(opened.office, id)).toBeRefused("answered")
    expect(declineCorrection(opened.office, id, "No")).toBeRefused("answered")
    expect(countAskedCorrections(opened.office)).toBe(0)
    expect(mails("correction-answered")).toMatchObject([{ isApproved: true, answer: null }])
    const explained = rowsOf(events, { schoolId: opened.office.school.id, verb: "explain-correction" })
    expect(explained.map(({ after }) => after)).toEqual([JSON.stringify({ reason: "Was at the dentist" })])
  })

  test("is declined with an answer, or withdrawn by whoever asked, and can be asked again", () => {
    ask()
    expect(ask()).toBeRefused("asked-already")
    const first = asked()?.id ?? ""
    expect(withdrawCorrection(opened.office, opened.sessionId, first)).toMatchObject({ reason: "not-found" })
    expect(withdrawCorrection(opened.teacher, opened.late, first)).toMatchObject({ reason: "not-found" })
    expect(withdrawCorrection(opened.teacher, opened.sessionId, first)).toMatchObject({ ok: true })
    ask({ reason: "Really" })
    const second = listCorrectionsOfSession(opened.office, opened.sessionId).find(
      ({ state }) => state === "asked",
    )
    expect(declineCorrection(opened.office, second?.id ?? "", "The family says otherwise")).toMatchObject({
      ok: true,
    })
    expect(mark()).toBe("present")
    expect(mails("correction-answered")).toMatchObject([
      { isApproved: false, answer: "The family says otherwise" },
    ])
  })

  test.each([
    ["excused", undefined],
    ["absent", "Absent"],
  ] as const)(
    "is answered by the office’s own correction to %s, and the teacher is notified once",
    (code, becomes) => {
      ask()
      const { office, sessionId, wren, ines } = opened
      const correct = (studentId: string, as: "excused" | "absent") =>
        saveRegister(office, sessionId, { marks: [{ studentId, code: as }], reason: "The family called" })
      expect(correct(ines, "absent").ok).toBe(true)
      expect([countAskedCorrections(office), mails("correction-answered")]).toEqual([1, []])
      expect(correct(wren, code).ok).toBe(true)
      expect([countAskedCorrections(office), asked()?.state, mark()]).toEqual([0, "approved", code])
      expect(correct(wren, code === "excused" ? "absent" : "excused").ok).toBe(true)
      const told = mails("correction-answered")
      expect(told).toMatchObject([{ isApproved: true, answer: null, recorded: "Present" }])
      expect(told[0].becomes).toBe(becomes)
      expect(approveCorrection(office, asked()?.id ?? "")).toBeRefused("answered")
      expect(ask({ code: "cancelled" }).ok).toBe(true)
    },
  )

  test("is withdrawn without an email once the school locks later and the teacher makes the change", () => {
    ask()
    const { teacher, sessionId, wren } = opened
    const unlocked = { ...teacher, school: { ...teacher.school, attendanceLockDays: null } }
    expect(saveRegister(unlocked, sessionId, { marks: [{ studentId: wren, code: "excused" }] }).ok).toBe(true)
    expect([asked()?.state, mark(), mails("correction-answered")]).toEqual(["withdrawn", "excused", []])
  })

  test("is refused where the asker can change it, for strangers, and by other schools", () => {
    expect(askCorrection(opened.teacher, opened.late, wanted())).toMatchObject({ reason: "not-locked" })
    expect(askCorrection(opened.office, opened.sessionId, wanted())).toMatchObject({ reason: "not-locked" })
    expect(ask({ studentId: "no-one" })).toMatchObject({ reason: "unknown-student" })
    expect(ask({ statusId: "gone" })).toMatchObject({ reason: "status-unknown" })
    const other = addMember(opened.office, "teacher", "Sofia Reyes")
    expect(askCorrection(other.actor, opened.sessionId, wanted())).toMatchObject({ reason: "not-found" })
    ask()
    const stranger = openSchool().actor
    const id = asked()?.id ?? ""
    expect(approveCorrection(stranger, id)).toBeRefused("not-found")
    expect(declineCorrection(stranger, id, "No")).toBeRefused("not-found")
    expect(rowOf(correctionRequests, { id })?.state).toBe("asked")
  })
})
