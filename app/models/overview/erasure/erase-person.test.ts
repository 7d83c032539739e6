import { randomUUID } from "node:crypto"
import { users } from "db/schema/accounts"
import { creditChanges, makeUpCredits, studentNotes } from "db/schema/attendance"
import { erasures } from "db/schema/foundation-audit"
import { files } from "db/schema/foundation-files"
import { taskItems } from "db/schema/foundation-tasks"
import { savedMethods } from "db/schema/money-auto-pay"
import { guardians, members, portalAccess, students } from "db/schema/people"
import { blocks } from "db/schema/platform-service"
import { enrollments } from "db/schema/teaching"
import { beforeEach, describe, expect, test } from "vitest"
import { reply } from "~/models/communication/messaging/conversation.server"
import { startSending } from "~/models/communication/messaging/send-message.server"
import { startConversation } from "~/models/communication/messaging/start-conversation.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { findTask } from "~/models/foundation/task/task.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { countStudents, listStudents } from "~/models/people/student/list-students.server"
import { changeStudent } from "~/models/people/student/student.server"
import { changeStatus } from "~/models/teaching/student-status/change-status.server"
import { openFamily } from "../../../../tests/support/billing"
import { testNow, testToday } from "../../../../tests/support/clock"
import { signedIn } from "../../../../tests/support/family"
import { addEnrollmentRow, addSessionRow, openClass } from "../../../../tests/support/lessons"
import { placesIn } from "../../../../tests/support/places"
import { addRows, changeRows, openSchool, rowOf, rowsOf } from "../../../../tests/support/school"
import { runMerge, undoBulk } from "../bulk/run-selection.server"
import { findPair } from "../person-merge/compare-students.server"
import { mergeStudentsWork } from "../person-merge/merge-students.server"
import { erasePerson } from "./erase-person.server"
import { continueErasure } from "./forget-in-activity.server"
import { previewErasure } from "./preview-erasure.server"

let actor: Actor

beforeEach(() => {
  actor = openSchool().actor
})

const noted = () => JSON.stringify(rowsOf(taskItems, { schoolId: actor.school.id }))

const merge = (kind: "merge-students" | "merge-guardians", keepId: string, goneId: string) =>
  runMerge(actor, { kind, facts: { keepId, goneId, choices: {} }, name: "Emma Okafor", formKey: goneId })

test("an erased student is no longer in the list of students, nor counted there", () => {
  const { studentIds } = openFamily(actor, { children: ["Emma", "Otis"] })
  const [emma = "", otis = ""] = studentIds
  expect(countStudents(actor, {})).toBe(2)
  expect(erasePerson(actor, "student", emma).ok).toBe(true)
  for (const filter of [{}, { status: "former" as const }, { search: "Erased" }]) {
    const ids = listStudents(actor, filter).students.map(({ id }) => id)
    expect([ids.includes(emma), countStudents(actor, filter)]).toEqual([false, ids.length])
  }
  expect(listStudents(actor, {}).students.map(({ id }) => id)).toEqual([otis])
})

describe("an erased person who was merged before", () => {
  test("isn’t brought back by undoing the merge, nor kept in it", async () => {
    const { studentIds } = openFamily(actor, { children: ["Emma", "Emma", "Emma"] })
    const [keepId = "", second = "", third = ""] = studentIds
    changeRows(students, { id: third }, { phone: "555 0142", medicalNotes: "Nut allergy" })
    const taskIds = [
      await merge("merge-students", second, third),
      await merge("merge-students", keepId, second),
    ]
    for (const taskId of taskIds) expect(findTask(actor, taskId)).toMatchObject({ done: 1, excepted: 0 })
    expect(noted()).toContain("Nut allergy")
    expect(erasePerson(actor, "student", keepId).ok).toBe(true)
    for (const part of ["Emma", "555 0142", "Nut allergy"]) expect(noted()).not.toContain(part)
    for (const taskId of taskIds) expect((await undoBulk(actor, taskId)).ok).toBe(false)
    for (const id of [second, third]) expect(rowOf(students, { id })).toBeUndefined()
  })

  test("stays erased when an undo was already waiting, or kept what it was", async () => {
    const { studentIds } = openFamily(actor, { children: ["Emma", "Emma"] })
    const [keepId = "", goneId = ""] = studentIds
    const taskId = await merge("merge-students", keepId, goneId)
    const [item] = rowsOf(taskItems, { taskId })
    const before: unknown = JSON.parse(item?.before ?? "null")
    expect(erasePerson(actor, "student", keepId).ok).toBe(true)
    const about = { keepId, goneId, choices: {} }
    for (const kept of [before, null])
      expect(mergeStudentsWork.undo?.(actor, about, { subjectId: goneId, before: kept })).toBeRefused(
        "This person was erased later, so this merge can’t be undone.",
      )
  })

  test("is forgotten as a guardian, too, with what the undo of their merge has noted", async () => {
    const { guardianIds } = openFamily(actor, {
      adults: [
        { name: "Zoë Okafor", email: "zoe@mail.example", payerShare: 0 },
        { name: "Zoe Okafor", email: "zoe.o@mail.example", payerShare: 0 },
        { name: "Mateo Okafor", email: "mateo@mail.example", payerShare: 10_000 },
      ],
    })
    const [keepId = "", goneId = ""] = guardianIds
    const taskId = await merge("merge-guardians", keepId, goneId)
    expect((await undoBulk(actor, taskId)).ok).toBe(true)
    expect(rowOf(guardians, { id: goneId })).toBeDefined()
    expect(erasePerson(actor, "guardian", goneId).ok).toBe(true)
    for (const part of ["Zoe Okafor", "zoe.o@mail.example"]) expect(noted()).not.toContain(part)
  })
})

describe("the login of an erased person", () => {
  test("stays when another school has locked them, and is forgotten once that school erases them, too", () => {
    const family = openFamily(actor)
    const [, guardianId = ""] = family.guardianIds
    const { userId } = signedIn(actor, "guardian", guardianId)
    const other = openSchool({ name: "Crescendo Academy" }).actor
    const there = openFamily(other).guardianIds[1] ?? ""
    const memberId = newRow(other).id
    addRows(members, { ...newRow(other), id: memberId, userId, role: "student", deactivatedAt: testNow })
    changeRows(guardians, { id: there }, { memberId })
    for (const id of [guardianId, there]) changeRows(guardians, { id }, { payerShare: 0 })
    const user = () => rowOf(users, { id: userId })
    expect(erasePerson(actor, "guardian", guardianId).ok).toBe(true)
    expect(user()).toMatchObject({ name: "Zoë Okafor", email: "zoe.okafor2@example.net" })
    expect(erasePerson(other, "guardian", there).ok).toBe(true)
    expect(user()).toMatchObject({ name: "Erased guardian", email: null, passwordHash: null })
  })

  test("stays when it serves another family of the school, which is said before", () => {
    const adults = (payerShare: number) => [
      { name: "Zoë Okafor", email: "zoe@mail.example", payerShare },
      { name: "Mateo Okafor", email: "mateo@mail.example", payerShare: 10_000 },
    ]
    const [one, other] = [openFamily(actor, { adults: adults(0) }), openFamily(actor, { adults: adults(0) })]
    const [first = "", second = ""] = [one.guardianIds[0], other.guardianIds[0]]
    const { userId, actor: member } = signedIn(actor, "guardian", first)
    const memberId = member.memberId ?? ""
    changeRows(guardians, { id: second }, { memberId })
    for (const studentId of other.studentIds)
      addRows(portalAccess, { ...newRow(actor), memberId, studentId, as: "guardian" })
    expect(previewErasure(actor, "guardian", first)?.stays[0]?.what).toContain("The login")
    expect(erasePerson(actor, "guardian", first).ok).toBe(true)
    expect(rowOf(members, { id: memberId })?.deactivatedAt).toBeNull()
    expect(rowOf(users, { id: userId })?.email).toBe("zoe@mail.example")
    expect(
      findPortal(member)
        .students.map(({ id }) => id)
        .sort(),
    ).toEqual([...other.studentIds].sort())
    expect(previewErasure(actor, "guardian", second)?.stays[0]?.what).not.toContain("The login")
    expect(erasePerson(actor, "guardian", second).ok).toBe(true)
    expect(rowOf(users, { id: userId })?.email).toBeNull()
  })
})

const placesOf = (...parts: string[]) => placesIn(actor.school.id, parts)

/** Documents as they were issued: the page says that they stay. */
const stays = /^(invoices|invoice_lines)\./

/** Erases someone, with the steps that follow. */
async function eraseWholly(noun: "student" | "guardian", id: string) {
  expect(erasePerson(actor, noun, id).ok).toBe(true)
  for (const erasure of rowsOf(erasures, { schoolId: actor.school.id }))
    while (await continueErasure(actor, erasure.id));
}

describe("what the school’s rows say of an erased person", () => {
  test("is no name, email, phone or note of a student", async () => {
    const { studentIds, guardianIds } = openFamily(actor, {
      name: "Quigley",
      children: ["Wilhelmina", "Otis"],
    })
    const [studentId = "", sibling = ""] = studentIds
    const email = "wil@mail.example"
    changeRows(
      students,
      { id: studentId },
      { email, phone: "555 0142", notes: "Secret note", medicalNotes: "Secret note" },
    )
    const adult = { ...signedIn(actor, "student", studentId).actor, name: "Wilhelmina Quigley" }
    signedIn(actor, "guardian", guardianIds[1] ?? "")
    const { classId, enrollmentIds } = openClass(actor, { pupils: ["Ada Bell"] })
    expect(enrollmentIds).toHaveLength(1)
    const sessionId = addSessionRow(actor, classId, testToday)
    for (const visibility of ["shared", "private"] as const)
      addRows(studentNotes, { ...newRow(actor), sessionId, studentId, visibility, body: "Secret note" })
    addEnrollmentRow(actor, classId, studentId, { endsOn: "2026-11-01" })
    changeRows(enrollments, { studentId }, { endReason: "Secret note" })
    const credit = newRow(actor)
    const granted = { grantedClassId: classId, minutes: 45, prepaidPercent: 100, expiresOn: "2026-12-01" }
    addRows(makeUpCredits, { ...credit, studentId, ...granted })
    addRows(creditChanges, {
      ...newRow(actor),
      creditId: credit.id,
      act: "grant",
      reason: "Secret note",
      formKey: "one",
    })
    const talk = startConversation(actor, {
      to: `student:${studentId}`,
      subject: "The concert",
      body: "See you there.",
      shown: -1,
    })
    const fileId = randomUUID()
    addRows(files, {
      ...{ id: fileId, userId: adult.userId, schoolId: actor.school.id, purpose: "message-file" },
      ...{ contentType: "image/png", byteSize: 5, createdAt: testNow },
    })
    const file = { fileId, fileName: "Wilhelmina.png" }
    if (!talk.ok) throw new Error(talk.reason)
    expect(
      reply(adult, talk.conversationId, { entryId: newRow(actor).id, body: "Secret note", file }).ok,
    ).toBe(true)
    startSending(
      actor,
      { conversationId: talk.conversationId, subject: "More", body: "Bring your violin.", joins: true },
      [{ name: "Wilhelmina Quigley", why: "Student", email, memberId: adult.memberId, guardianId: null }],
      null,
    )
    const person = ["Wilhelmina", email, "555 0142", "Secret note"]
    for (const place of ["student_notes.body", "messages.file_name", "participants.why", "task_items.name"])
      expect(placesOf(...person)).toContain(place)
    for (const place of [
      "conversations.audience",
      "emails.recipient",
      "emails.data",
      "credit_changes.reason",
    ])
      expect(placesOf(...person)).toContain(place)
    expect(placesOf(...person)).toContain("events.after")
    await eraseWholly("student", studentId)
    expect(placesOf(...person).filter((place) => !stays.test(place))).toEqual([])
    expect(rowOf(files, { id: fileId })).toBeUndefined()
    expect(rowOf(students, { id: sibling })?.firstName).toBe("Otis")
  })

  test("is no name or email of a guardian", async () => {
    const { familyId, guardianIds } = openFamily(actor, {
      name: "Quigley",
      adults: [
        { name: "Ottoline Quigley", email: "ottoline@mail.example", payerShare: 0 },
        { name: "Mateo Quigley", email: "mateo@mail.example", payerShare: 10_000 },
      ],
    })
    const [guardianId = ""] = guardianIds
    const memberId = signedIn(actor, "guardian", guardianId).actor.memberId ?? ""
    const ended = { state: "ended", endedAt: testNow, endedBy: "family", updatedAt: testNow } as const
    addRows(savedMethods, {
      ...{ ...newRow(actor), familyId, guardianId, memberId, ...ended },
      ...{ agreement: "I agree.", agreedAt: testNow, payerEmail: "ottoline@mail.example" },
    })
    const person = ["Ottoline", "ottoline@mail.example"]
    for (const place of ["emails.recipient", "saved_methods.payer_email", "one_time_links.email"])
      expect(placesOf(...person)).toContain(place)
    await eraseWholly("guardian", guardianId)
    expect(placesOf(...person).filter((place) => !stays.test(place))).toEqual([])
  })
})

describe("what is left of an erased student", () => {
  test("is shown to no family, changed by no one, and merged with no one", () => {
    const { guardianIds, studentIds } = openFamily(actor, { children: ["Emma", "Otis"] })
    const [emma = "", otis = ""] = studentIds
    const guardian = signedIn(actor, "guardian", guardianIds[0] ?? "").actor
    const names = () => findPortal(guardian).students.map(({ firstName }) => firstName)
    expect(names()).toEqual(["Emma", "Otis"])
    expect(erasePerson(actor, "student", emma).ok).toBe(true)
    expect(names()).toEqual(["Otis"])
    expect(findPair(actor, otis, emma)).toBeUndefined()
    expect(changeStatus(actor, emma, { step: "return" })).toBeRefused("no-student")
    const form = { family: "", firstName: "Emma", lastName: "Okafor", instruments: [], guardians: [] }
    expect(changeStudent(actor, emma, form as never)).toBeRefused("no-student")
  })
})

describe("an adult student who pays automatically", () => {
  test("is erased only once that is turned off", () => {
    const { familyId, studentIds } = openFamily(actor)
    const [studentId = ""] = studentIds
    changeRows(students, { id: studentId }, { email: "amara@mail.example" })
    const memberId = signedIn(actor, "student", studentId).actor.memberId ?? ""
    const active = { state: "active", paymentTokenId: newRow(actor).id, updatedAt: testNow } as const
    addRows(savedMethods, {
      ...{ ...newRow(actor), familyId, guardianId: null, memberId, ...active },
      ...{ agreement: "I agree.", agreedAt: testNow },
    })
    const texts = previewErasure(actor, "student", studentId)?.obstacles.map(({ text }) => text)
    expect(texts).toEqual(["This student pays automatically. Turn automatic payment off first."])
    expect(erasePerson(actor, "student", studentId)).toBeRefused("not-yet")
  })
})

describe("a legal hold", () => {
  test("keeps every person of the school", () => {
    const { studentIds } = openFamily(actor)
    const hold = { kind: "deletion", schoolId: actor.school.id, reason: "A court asked.", told: "" } as const
    addRows(blocks, { id: newRow(actor).id, createdAt: testNow, createdBy: actor.userId ?? "", ...hold })
    expect(previewErasure(actor, "student", studentIds[0] ?? "")?.obstacles[0]?.text).toContain("right now")
    expect(erasePerson(actor, "student", studentIds[0] ?? "")).toBeRefused("not-yet")
  })
})
