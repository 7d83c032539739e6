import { notificationPreferences, quietHours } from "db/schema/foundation-mail"
import { beforeEach, expect, test } from "vitest"
import { testNow } from "../../../../tests/support/clock"
import { addMember, openSchool, rowsOf } from "../../../../tests/support/school"
import { ofSchool } from "../access/own.server"
import { choiceOf, chooseForSchool, chooseOwn, findOwnGrid, forgetOwnChoices } from "./choices.server"
import {
  chooseOwnHours,
  chooseSchoolHours,
  findOwnHours,
  forgetOwnHours,
  leavesAt,
} from "./quiet-hours.server"

let school: ReturnType<typeof openSchool>["actor"]
let grace: ReturnType<typeof addMember>
beforeEach(() => {
  school = openSchool().actor
  grace = addMember(school, "student", "Grace Okafor")
})
const holds = (topic: "notes" | "changes", channel: "email" | "push") =>
  choiceOf(school.school.id, grace.memberId, topic, channel)

test("a person’s own choice holds, then the school’s, then what is shipped", () => {
  expect([holds("notes", "email"), holds("notes", "push")]).toEqual(["now", "off"])
  expect(chooseForSchool(school, { notes: { email: "daily", push: "now" } })).toBe(2)
  expect([holds("notes", "email"), holds("notes", "push")]).toEqual(["daily", "now"])
  expect(chooseOwn(grace.actor, { notes: { email: "off", push: "now" } })).toBe(1)
  // Only what they changed is theirs: the rest follows the school.
  chooseForSchool(school, { notes: { email: "now", push: "off" } })
  expect([holds("notes", "email"), holds("notes", "push")]).toEqual(["off", "off"])
  expect(findOwnGrid(grace.actor)).toMatchObject({ hasOwn: true, grid: { notes: { email: "off" } } })
  forgetOwnChoices(grace.actor)
  expect(holds("notes", "email")).toBe("now")
  expect(choiceOf(openSchool().actor.school.id, grace.memberId, "notes", "email")).toBe("now")
})

test("what can’t be chosen is left as it is, by person and by school", () => {
  const grid = {
    invoices: { email: "off" },
    lessons: { email: "daily" },
    changes: { push: "daily" },
    plan: { email: "off" },
  } as const
  expect(chooseOwn(grace.actor, grid)).toBe(0)
  expect(chooseForSchool(school, { invoices: { email: "off" }, lessons: { email: "daily" } })).toBe(0)
  expect(rowsOf(notificationPreferences, ofSchool(school.school.id, notificationPreferences))).toEqual([])
})

test("nothing that can wait leaves in quiet hours, by the reader’s clock; what is soon does", () => {
  const hour = 3_600_000
  // 3:10 PM in New York: 10 PM is seven hours later, 7 AM sixteen.
  const night = testNow + 7 * hour
  const reader = { schoolId: school.school.id, memberId: grace.memberId }
  const waits = (at: number, soonestAt: number | null = null, isDaily = false) =>
    (leavesAt(reader, { waitsAtNight: true, isDaily, soonestAt }, at).at - at) / 60_000
  expect(waits(testNow)).toBe(0)
  expect(waits(night)).toBe(530)
  expect(waits(night, night + 11 * hour)).toBe(0)
  expect(waits(night, night + 30 * hour)).toBe(530)
  // Once a day is at 5 PM, unless the lesson begins within half a day after it.
  expect(waits(testNow, null, true)).toBe(110)
  expect(waits(testNow, testNow + 13 * hour, true)).toBe(0)
  chooseSchoolHours(school, { startsAt: "23:00", endsAt: "06:00", dailyAt: "16:00" })
  expect([waits(night), waits(testNow, null, true)]).toEqual([0, 50])
  chooseOwnHours(grace.actor, { startsAt: "22:00", endsAt: "08:00", dailyAt: "23:30" })
  // Their daily email falls into their own quiet hours, so it waits for their end.
  expect([waits(night), waits(testNow, null, true)]).toEqual([590, 16 * 60 + 50])
  expect(findOwnHours(grace.actor).isOwn).toBe(true)
  forgetOwnHours(grace.actor)
  expect(waits(night)).toBe(0)
  expect(rowsOf(quietHours, ofSchool(school.school.id, quietHours))).toHaveLength(1)
})
