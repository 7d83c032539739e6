import { participants } from "db/schema/communication"
import { emails } from "db/schema/foundation-mail"
import { guardians, students } from "db/schema/people"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { change as changeRow, type Params, query } from "~/models/foundation/access/door.server"
import { addFamily, addGuardian } from "~/models/people/family/family.server"
import { addStudent, changeStudent, undoMove } from "~/models/people/student/student.server"
import { fixClock, now } from "~/utils/clock.server"
import { addMember, changeRows, openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { findConversation, isParticipant, markRead, reply } from "./conversation.server"
import { listConversations, unreadQuery } from "./list-conversations.server"
import { messageViews } from "./messaging"
import { startConversation } from "./start-conversation.server"

// Helena is a guardian of Milo, of whom the office writes. Then Milo moves to another family.

let office: Actor
let helena: Actor
let milo: string
let former: string
let conversationId: string

const entry = () => ({ entryId: crypto.randomUUID() })

beforeEach(() => {
  office = openSchool().actor
  former = addFamily(office, { name: "Haddad", guardians: [] }).familyId
  const member = addMember(office, "student", "Helena Haddad")
  helena = member.actor
  const guardianId = addGuardian(office, former, { name: "Helena Haddad", payerShare: 10_000 })
  changeRow(office, guardians, guardianId, { memberId: helena.memberId })
  const added = addStudent(office, {
    ...{ firstName: "Milo", lastName: "Haddad", familyId: former },
    ...{ status: "active" as const, fromDate: "2026-09-01" },
  })
  milo = added.ok ? added.studentId : ""
  const recipient = {
    memberId: helena.memberId,
    guardianId: null,
    name: "Helena Haddad",
    email: member.email,
  }
  const started = startConversation(
    office,
    { to: `student:${milo}`, subject: "Milo’s bow", body: "It needs hair.", shown: -1, ...entry() },
    {
      ...{ key: `student:${milo}`, label: "Milo", kind: "conversation" },
      ...{
        recipients: [{ ...recipient, why: "Guardian of Milo" }],
        unreachable: [],
        returned: [],
        unwanting: [],
      },
    },
  )
  conversationId = started.ok ? started.conversationId : ""
})

function move() {
  const facts = { firstName: "Milo", lastName: "Haddad", status: "active", family: "new" }
  const form = { ...facts, instruments: [], guardians: [] }
  const moved = changeStudent(office, milo, form as never)
  fixClock(now() + 60_000)
  return moved.ok ? (moved.moveId ?? "") : ""
}
const bodies = () => findConversation(helena, conversationId)?.messages.map(({ body }) => body)
const listed = () => listConversations(helena, { view: messageViews[0], search: undefined, page: 1 }).rows[0]
const mails = () =>
  rowsOf(emails, { recipient: rowOf(emails, { template: "new-message" })?.recipient ?? "" }).length

test("a guardian of the former family reads what was written until the move, and nothing new", () => {
  const moveId = move()
  expect(rowOf(students, { id: milo })?.familyId).not.toBe(former)
  const before = mails()
  expect(reply(office, conversationId, { body: "Milo lives at Elm Street now.", ...entry() }).ok).toBe(true)
  expect([bodies(), mails()]).toEqual([["It needs hair."], before])
  expect(listed()).toMatchObject({ lastBody: "It needs hair.", isUnread: true })
  expect(listConversations(helena, { view: "all", search: "Elm Street", page: 1 }).total).toBe(0)
  expect(isParticipant(helena, conversationId)).toBe(false)
  expect(reply(helena, conversationId, { body: "Where is he?", ...entry() })).toEqual({
    ok: false,
    reason: "left",
  })
  expect(findConversation(office, conversationId)?.people.map(({ name }) => name)).toEqual([office.name])
  expect(undoMove(office, milo, moveId).ok).toBe(true)
  expect(bodies()).toEqual(["It needs hair.", "Milo lives at Elm Street now."])
  expect(isParticipant(helena, conversationId)).toBe(true)
})

test("a talk about two children is left once the second one moves, too", () => {
  const ada = orFail(
    addStudent(office, {
      ...{ firstName: "Ada", lastName: "Haddad", familyId: former },
      ...{ status: "active" as const, fromDate: "2026-09-01" },
    }),
  ).studentId
  changeRows(
    participants,
    { conversationId, memberId: helena.memberId ?? "" },
    { why: "Guardian of Milo and Ada" },
  )
  move()
  expect(isParticipant(helena, conversationId)).toBe(true)
  const facts = {
    firstName: "Ada",
    lastName: "Haddad",
    status: "active",
    family: "new",
    instruments: [],
    guardians: [],
  }
  expect(changeStudent(office, ada, facts as never).ok).toBe(true)
  expect(isParticipant(helena, conversationId)).toBe(false)
})

function change(studentId: string, facts: object) {
  const known = { lastName: "Haddad", status: "active", instruments: [], guardians: [] }
  const changed = orFail(changeStudent(office, studentId, { ...known, ...facts } as never))
  fixClock(now() + 60_000)
  return changed
}
const addChild = (firstName: string) =>
  orFail(
    addStudent(office, {
      ...{ firstName, lastName: "Haddad", familyId: former },
      ...{ status: "active" as const, fromDate: "2026-09-01" },
    }),
  ).studentId
const guardianEntries = () =>
  rowsOf(guardians, { familyId: former }).map(({ id, name }) => ({
    ...{ id, name, payerShare: 10_000, seesMoney: true, remove: false },
  }))

test("a child who was renamed since takes the guardians along, and brings them back", () => {
  change(milo, { firstName: "Miles", family: former, guardians: guardianEntries() })
  change(milo, { firstName: "Miles", family: "new" })
  expect(isParticipant(helena, conversationId)).toBe(false)
  change(milo, { firstName: "Emil", family: former })
  expect(isParticipant(helena, conversationId)).toBe(true)
})

test("who is in a talk for a renamed child, too, stays when the other one moves", () => {
  const ada = addChild("Ada")
  changeRows(
    participants,
    { conversationId, memberId: helena.memberId ?? "" },
    { why: "Guardian of Milo and Ada" },
  )
  change(ada, { firstName: "Adele", family: former, guardians: guardianEntries() })
  change(milo, { firstName: "Milo", family: "new" })
  expect(isParticipant(helena, conversationId)).toBe(true)
})

const unread = query((_: Params<{ memberId: string }>) => unreadQuery())

test("the badge counts what is unread of a talk that was left, as the list does", () => {
  const badge = () => unread.get(helena, { memberId: helena.memberId ?? "" })?.n
  move()
  expect([badge(), listed()?.isUnread]).toEqual([1, true])
  expect(reply(office, conversationId, { body: "Milo lives at Elm Street now.", ...entry() }).ok).toBe(true)
  markRead(helena, conversationId)
  expect([badge(), listed()?.isUnread]).toEqual([0, false])
})
