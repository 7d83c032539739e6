import { db } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { members } from "db/schema/people"
import { and, eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { memberActor } from "~/models/foundation/access/actor.server"
import { fixClock } from "~/utils/clock.server"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { addMember, changeRows, openSchool } from "../../../../tests/support/school"
import { chooseMail, listMailChoices } from "../../../../tests/support/wanted"
import { findMonthToMail, mailMonthFigures } from "./money-figures.server"

// The figures of a month go out once, in its school's own first morning of the next, to who sees reports and wants them.

let actor: Actor
beforeEach(() => {
  fixClock(Date.parse("2026-10-20T12:00:00Z"))
  actor = openSchool().actor
  const { classId } = openClass(actor)
  const teacherId = addTeacherRow(actor, "Mara")
  addSessionRow(actor, classId, "2026-11-10", { teacherId, minutes: 90 })
})

const sent = () =>
  db()
    .select({ to: emails.recipient, data: emails.data })
    .from(emails)
    .where(and(eq(emails.schoolId, actor.school.id), eq(emails.template, "month-figures")))
    .all()

test("they are due from eight in the morning of the first, in the school's own zone, for three days", () => {
  for (const [at, month] of [
    ["2026-11-30T23:00:00Z", null],
    ["2026-12-01T12:59:00Z", null],
    ["2026-12-01T13:00:00Z", "2026-11"],
    ["2026-12-03T23:00:00Z", "2026-11"],
    ["2026-12-04T13:00:00Z", null],
    ["2026-11-01T14:00:00Z", "2026-10"],
  ] as const) {
    fixClock(Date.parse(at))
    expect([at, findMonthToMail(actor)]).toEqual([at, month])
  }
})

test("a school of this month has no month to tell of, one without a plan gets nothing", () => {
  fixClock(Date.parse("2026-12-01T14:00:00Z"))
  expect(findMonthToMail(openSchool().actor)).toBeNull()
  expect(findMonthToMail(openSchool({ active: false }).actor)).toBeNull()
})

test("each month is sent once, to those with reports, and its amounts only to who sees prices", async () => {
  const office = (name: string, rights: string) => {
    const member = addMember(actor, "office", name)
    changeRows(members, { id: member.memberId }, { rights })
    return member
  }
  const books = office("Nia Books", "prices,reports")
  const board = office("Bo Board", "reports")
  office("Desk Only", "people,see-people")
  addMember(actor, "teacher", "Kwame Boateng")
  fixClock(Date.parse("2026-12-01T14:00:00Z"))
  expect(await mailMonthFigures(actor, "2026-11")).toBe(3)
  expect(await mailMonthFigures(actor, "2026-11")).toBe(0)
  expect(findMonthToMail(actor)).toBeNull()
  const mails = sent()
  expect(mails).toHaveLength(3)
  const to = (email: string) => mails.find((mail) => mail.to === email)?.data ?? ""
  expect(to(books.email)).toContain('["Hours taught","1 h 30 min (0 min)"]')
  expect(to(books.email)).toContain('"Received"')
  expect(to(board.email)).toContain('["Lessons given","1 (0)"]')
  expect(to(board.email)).not.toContain('"Received"')
})

test("who turned it off gets none; the choice is offered to those who see reports", async () => {
  const rights = ["reports"] as const
  const board = addMember(actor, "office", "Bo Board")
  changeRows(members, { id: board.memberId }, { rights: "reports" })
  const { school } = actor
  const { memberId, userId } = board
  const reader = memberActor(school, {
    memberId,
    userId,
    name: "Bo Board",
    role: "office",
    rights: [...rights],
  })
  expect(listMailChoices(reader)).toContainEqual({ topic: "figures", isWanted: true })
  expect(listMailChoices(board.actor).map(({ topic }) => topic)).not.toContain("figures")
  chooseMail(reader, ["messages"])
  fixClock(Date.parse("2026-12-01T14:00:00Z"))
  await mailMonthFigures(actor, "2026-11")
  expect(sent().map(({ to }) => to)).not.toContain(board.email)
  expect(sent()).toHaveLength(1)
})

test("nothing is sent of a month in which nothing happened", async () => {
  const empty = openSchool().actor
  fixClock(Date.parse("2026-12-01T14:00:00Z"))
  expect(await mailMonthFigures(empty, "2026-11")).toBe(0)
})
