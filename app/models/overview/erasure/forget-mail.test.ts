import { transact } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { receivedTexts, textMessages } from "db/schema/foundation-text-messages"
import { planAsks } from "db/schema/money-plans"
import { guardians, students, teachers } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { readerUpdates } from "db/schema/teaching-reader-updates"
import { beforeEach, describe, expect, test } from "vitest"
import { askForEmailChange } from "~/models/accounts/profile/change-email.server"
import { keepReceivedText, takeReceivedText } from "~/models/communication/received-text/received-text.server"
import type { Actor } from "~/models/foundation/access/actor"
import type { QueuedMail } from "~/models/foundation/outbox/outbox"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { addText } from "~/models/foundation/text-message/text-outbox.server"
import { askForPlan, declineAsk } from "~/models/money/payment-plan/plan-asks.server"
import { endWithUndo } from "~/models/teaching/class/end-class.server"
import { tellEnding } from "~/models/teaching/class/ending-letters.server"
import { cancelSession } from "~/models/teaching/session/cancel-session.server"
import { openFamily } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { adultsWith, invoiceOver, openPayingFamily, signedIn } from "../../../../tests/support/family"
import { inAct } from "../../../../tests/support/in-act"
import {
  addClassRow,
  addEnrollmentRow,
  addSessionRow,
  addTeacherRow,
} from "../../../../tests/support/lessons"
import { addMember, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { erasePerson } from "./erase-person.server"

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

/** Queues a mail of the school, or has it sent; answers how its data reads later. */
function mailed(mail: QueuedMail & { recipient: string }, state: "queued" | "sent" = "queued") {
  const id = inAct(queueMail)({ ...mail, schoolId: actor.school.id })
  changeRows(emails, { id }, { state })
  const row = () => rowOf(emails, { id })
  return { row, data: (): unknown => JSON.parse(row()?.data ?? "null") }
}

const freedTime = (studentName: string, recipientName: string): QueuedMail => ({
  template: "freed-time",
  data: {
    ...{ schoolName: "Harmony", recipientName, studentName },
    ...{ lesson: ["Tue, May 12, 9:00 AM", `${studentName}: Violin`], until: "May 11, 2027" },
  },
})

const lessons = (recipientName: string, names: [string, string], forTeacher = false): QueuedMail => ({
  template: "lessons-tomorrow",
  data: {
    ...{ schoolName: "Harmony", recipientName, day: "Wednesday, May 12, 2027", forTeacher },
    lessons: [
      ["May 12, 9:00 AM", `${names[0]}: Violin with Grace Bell`],
      ["May 12, 10:00 AM", `Duo, Studio 2: ${names.join(", ")}`],
    ],
  },
})

/** A student whose whole name is a word of other sentences. */
function may() {
  const family = openFamily(actor, {
    name: "",
    adults: [{ name: "May Lin", email: "lin@mail.example", payerShare: 10_000 }],
    children: ["May"],
  })
  return family.studentIds[0] ?? ""
}

describe("emails, once a student called May is erased", () => {
  test("keep their dates and other people’s names, whoever they’re to", () => {
    const studentId = may()
    openFamily(actor, {
      name: "Chen",
      adults: [{ name: "Ada Chen", email: "ada@mail.example", payerShare: 10_000 }],
      children: ["May"],
    })
    const { email } = addMember(actor, "teacher", "Bruno Diaz")
    const kept = (["queued", "sent"] as const).flatMap((state) => [
      mailed({ ...freedTime("May Chen", "Ada Chen"), recipient: "ada@mail.example" }, state),
      mailed({ ...freedTime("May", "Ada Chen"), recipient: "ada@mail.example" }, state),
      mailed({ ...lessons("Ada Chen", ["May", "Otis"]), recipient: "ada@mail.example" }, state),
      mailed({ ...lessons("Bruno Diaz", ["May Chen", "Otis"], true), recipient: email }, state),
    ])
    const before = kept.map(({ row }) => row())
    expect(erasePerson(actor, "student", studentId).ok).toBe(true)
    expect(kept.map(({ row }) => row())).toEqual(before)
  })

  test("to the family no longer name the student, and say the same otherwise", () => {
    const studentId = may()
    const offer = mailed({ ...freedTime("May", "May Lin"), recipient: "lin@mail.example" })
    const reminder = mailed({ ...lessons("May Lin", ["May", "May"]), recipient: "LIN@mail.example" }, "sent")
    expect(erasePerson(actor, "student", studentId).ok).toBe(true)
    expect(offer.data()).toMatchObject(freedTime("Erased student", "May Lin").data)
    expect(reminder.data()).toEqual(lessons("May Lin", ["Erased student", "Erased student"]).data)
  })
})

describe("emails, once a student with a full name is erased", () => {
  test("are still sent to other families as they were, and forget the name once sent", () => {
    const { studentIds } = openFamily(actor, { name: "Quigley", children: ["Otis"] })
    openFamily(actor, { adults: [{ name: "Ada Chen", email: "ada@mail.example", payerShare: 10_000 }] })
    const duet = { ...lessons("Ada Chen", ["Milo", "Otis Quigley"]), recipient: "ada@mail.example" }
    const [waiting, sent] = [mailed(duet), mailed(duet, "sent")]
    expect(erasePerson(actor, "student", studentIds[0] ?? "").ok).toBe(true)
    expect(waiting.data()).toEqual(duet.data)
    expect(sent.data()).toEqual(lessons("Ada Chen", ["Milo", "Erased student"]).data)
  })

  test("aren’t written to the erased person, and say nothing of them to others who are to be told of a lesson", () => {
    const { studentIds } = openFamily(actor, {
      name: "Quigley",
      adults: [{ name: "Ada Quigley", email: "ada@mail.example", payerShare: 10_000 }],
      children: ["Otis"],
    })
    const otis = studentIds[0] ?? ""
    const email = "otis@mail.example"
    changeRows(students, { id: otis }, { email })
    const teacherId = addTeacherRow(actor, "Marcus Whitfield")
    changeRows(teachers, { id: teacherId }, { email: "marcus@harmony.example" })
    const classId = addClassRow(actor, { name: "Otis Quigley, guitar", kind: "private", teacherId })
    addEnrollmentRow(actor, classId, otis)
    const [lesson, later] = ["2026-11-25", "2026-12-02"].map((day) =>
      addSessionRow(actor, classId, day, { teacherId, startTime: "16:00" }),
    )
    expect(cancelSession(actor, lesson ?? "", "Otis Quigley is ill").ok).toBe(true)
    expect(cancelSession(actor, later ?? "", "Marcus is ill").ok).toBe(true)
    changeRows(readerUpdates, { sessionId: later ?? "" }, { why: "Otis Quigley left" })
    changeRows(enrollments, { studentId: otis }, { endsOn: "2026-11-17" })
    expect(erasePerson(actor, "student", otis)).toMatchObject({ ok: true })
    const rows = rowsOf(readerUpdates, { schoolId: actor.school.id })
    expect(rows.map(({ reader }) => reader)).toContain("marcus@harmony.example")
    expect(JSON.stringify(rows)).not.toMatch(/Otis|otis@/)
  })

  test("aren’t written to a guardian who was to be told of the end of a class", () => {
    const { studentIds, guardianIds } = openFamily(actor, {
      name: "Quigley",
      adults: [{ name: "Ada Quigley", email: "ada@mail.example", payerShare: 10_000 }],
      children: ["Otis"],
    })
    const classId = addClassRow(actor, { name: "Guitar", kind: "group" })
    addEnrollmentRow(actor, classId, studentIds[0] ?? "")
    const ended = endWithUndo(actor, classId, { lastDay: "2026-11-30", reason: "" })
    expect(tellEnding(actor, classId, ended.ok ? ended.endingId : "")?.reached).toEqual(["Ada Quigley"])
    const rows = () => rowsOf(readerUpdates, { schoolId: actor.school.id })
    expect(rows().map(({ reader }) => reader)).toEqual(["ada@mail.example"])
    expect(erasePerson(actor, "guardian", guardianIds[0] ?? "")).toMatchObject({ ok: true })
    expect(rows()).toEqual([])
  })

  test("leave a father who has the same name his", () => {
    const { studentIds } = openFamily(actor, {
      adults: [{ name: "Will Okafor", email: "will@mail.example", payerShare: 10_000 }],
      children: ["Will"],
    })
    const offer = mailed({ ...freedTime("Will", "Will Okafor"), recipient: "will@mail.example" })
    expect(erasePerson(actor, "student", studentIds[0] ?? "").ok).toBe(true)
    expect(offer.data()).toEqual(freedTime("Erased student", "Will Okafor").data)
  })
})

describe("a guardian who asked for installments", () => {
  test("leaves neither words nor name in the request, its email and the answer", () => {
    const family = openPayingFamily({
      adults: adultsWith({ "Jonas Haddad": 10_000, "Mira Haddad": 0 }),
    })
    actor = family.school
    const asker = family.guardians[0]
    if (!asker) throw new Error("The family has a guardian")
    const invoiceId = invoiceOver(actor, family, 30_000)
    const note = "After my operation, please"
    const asked = askForPlan(asker.actor, invoiceId, { count: 3, firstOn: "2026-12-01", note })
    if (!asked.ok) throw new Error(asked.reason)
    expect(declineAsk(actor, asked.askId, "You told us of your operation.").ok).toBe(true)
    const [first = "", second = ""] = family.guardianIds
    changeRows(guardians, { id: first }, { payerShare: 0 })
    changeRows(guardians, { id: second }, { payerShare: 10_000 })
    expect(erasePerson(actor, "guardian", first).ok).toBe(true)
    expect(rowOf(planAsks, { id: asked.askId })).toMatchObject({
      ...{ note: null, reason: null, answer: "declined" },
    })
    const told = rowsOf(emails, { template: "plan-asked" })
    expect(told.filter(({ schoolId }) => schoolId === actor.school.id)).toHaveLength(1)
    for (const part of [note, "Jonas Haddad"]) expect(JSON.stringify(told)).not.toContain(part)
    expect(JSON.stringify(told)).toContain("Erased guardian")
  })
})

describe("text messages", () => {
  const text = (memberId: string | undefined, event: string, body: string) => ({
    ...{ schoolId: actor.school.id, memberId: memberId ?? null, event, body, dueAt: testNow },
    ...{ phone: "+15125550110", topic: "changes" as const },
  })

  test("about an erased child lose the name, and one that may have left is never sent again", () => {
    const family = openPayingFamily()
    actor = family.school
    const memberId = family.guardian.actor.memberId ?? undefined
    const body = "Harmony: Lesson canceled. Thu, 4:00 PM: Otis Haddad, guitar. Milo Haddad comes."
    const ids = ["1", "2"].map((event) => inAct(addText)(text(memberId, event, body)))
    const other = openPayingFamily()
    changeRows(textMessages, { event: "2" }, { unknownSince: testNow })
    const elsewhere = inAct(addText)({ ...text(undefined, "3", body), schoolId: other.school.school.id })
    expect(erasePerson(actor, "student", family.studentIds[0] ?? "").ok).toBe(true)
    const rows = [...ids, elsewhere].map((id) => rowOf(textMessages, { id }))
    const renamed = body.replace("Otis Haddad", "Erased student")
    expect(rows).toMatchObject([
      { body: renamed, state: "queued" },
      { body: renamed, state: "failed", reason: "unknown" },
      { body, state: "queued" },
    ])
  })

  test("from an erased guardian’s number are gone, with what the office was emailed of them", () => {
    const { guardianIds } = openFamily(actor, {
      adults: [
        { name: "Ottoline Quigley", email: "otto@mail.example", payerShare: 0 },
        { name: "Mateo Quigley", email: "mateo.q@mail.example", payerShare: 10_000 },
      ],
    })
    const [first = "", second = ""] = guardianIds
    const phoneOf = (id: string, phone: string) => changeRows(guardians, { id }, { phone })
    phoneOf(first, "(512) 555-0191")
    phoneOf(second, "512 555 0192")
    const send = (phone: string) => {
      const providerId = `SM${phone}`
      keepReceivedText(actor, { providerId, phone, body: `Knee surgery ${phone}` })
      const row = rowOf(receivedTexts, { providerId })
      transact(() =>
        takeReceivedText(actor, row?.id ?? "", () => {
          throw new Error("No one agreed to texts.")
        }),
      )
    }
    send("+15125550191")
    send("+15125550192")
    expect(erasePerson(actor, "guardian", first).ok).toBe(true)
    const ours = rowsOf(receivedTexts, { schoolId: actor.school.id })
    expect(ours.map(({ phone }) => phone)).toEqual(["+15125550192"])
    const said = JSON.stringify(rowsOf(emails, { schoolId: actor.school.id }))
    for (const part of ["555 0191", "surgery +15125550191", "Ottoline"]) expect(said).not.toContain(part)
    expect(said).toContain("surgery +15125550192")
  })
})

describe("emails about the login of an erased guardian", () => {
  test("are gone from every address of theirs, and stay for who else asked for one", () => {
    const { guardianIds } = openFamily(actor, {
      adults: [
        { name: "Ottoline Quigley", email: "otto@mail.example", payerShare: 0 },
        { name: "Mateo Quigley", email: "mateo.q@mail.example", payerShare: 10_000 },
      ],
    })
    const [first = "", second = ""] = guardianIds.map((id) => signedIn(actor, "guardian", id).userId)
    askForEmailChange(first, "otto.new@mail.example")
    askForEmailChange(second, "otto@mail.example")
    const id = inAct(queueMail)({
      ...{ template: "password-changed", data: { name: "Ottoline Quigley" } },
      ...{ schoolId: null, recipient: "otto@mail.example" },
    })
    changeRows(emails, { id }, { state: "sent" })
    expect(erasePerson(actor, "guardian", guardianIds[0] ?? "").ok).toBe(true)
    const said = JSON.stringify(rowsOf(emails))
    for (const part of ["Ottoline", "otto.new@mail.example"]) expect(said).not.toContain(part)
    expect(rowOf(emails, { id })).toMatchObject({
      ...{ recipient: "Erased guardian", data: "{}", state: "sent" },
    })
    const theirs = rowsOf(emails, { recipient: "mateo.q@mail.example" })
    expect(theirs.some(({ template }) => template === "email-change-asked")).toBe(true)
  })
})
