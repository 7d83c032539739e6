import { users } from "db/schema/accounts"
import { emails } from "db/schema/foundation-mail"
import { guardians, members } from "db/schema/people"
import { beforeEach, describe, expect, test } from "vitest"
import { newRow } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { adultsWith, openPayingFamily } from "../../../../tests/support/family"
import { addRows, changeRows, rowOf } from "../../../../tests/support/school"
import { findMemberByEmail, findMessageCopy } from "./mail-reply.server"

let family: ReturnType<typeof openPayingFamily>
beforeEach(() => {
  family = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 10_000, "Nadia Haddad": 0 }),
  })
})

describe("who replies", () => {
  const contact = "haddads@reply.example"
  const reachAt = (email: string, index: number) =>
    changeRows(guardians, { id: family.guardianIds[index] ?? "" }, { email })
  const found = (email = contact) => findMemberByEmail(family.school, email)?.memberId
  const jonas = () => family.guardian.actor.memberId ?? ""
  const lock = () => changeRows(members, { id: jonas() }, { deactivatedAt: now() })

  test("is known by their login, and else by a contact address that is theirs alone", () => {
    const login = rowOf(users, { id: family.guardian.userId })?.email ?? ""
    expect(found(login)).toBe(jonas())
    expect(found()).toBeUndefined()
    reachAt(contact, 0)
    expect(found()).toBe(jonas())
    reachAt(contact, 1)
    expect(found()).toBeUndefined()
    reachAt(login, 1)
    lock()
    expect([found(), found(login)]).toEqual([undefined, undefined])
  })
})

test("an email whose recipient was erased is answered to no one", () => {
  const { id } = newRow(family.school)
  addRows(emails, {
    ...{
      schoolId: family.school.school.id,
      id,
      createdAt: now(),
      dueAt: now(),
      lane: "bulk",
      state: "sent",
    },
    ...{ template: "lesson-notes", recipient: "Erased guardian", data: "{}" },
  })
  expect(findMessageCopy(id, () => "Notes")).toBeUndefined()
})
