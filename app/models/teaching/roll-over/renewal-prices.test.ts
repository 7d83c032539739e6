import { transact } from "db/client.server"
import { emails } from "db/schema/foundation-mail"
import { discountRules } from "db/schema/money-discounts"
import { enrollments } from "db/schema/teaching"
import { and, eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { newRow } from "~/models/foundation/access/own.server"
import { startTask } from "~/models/foundation/task/run-task.server"
import { addTerm, listTerms } from "~/models/foundation/term/term.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import { addClassRow, addEnrollmentRow, addPriceRow, addScheduleRow } from "../../../../tests/support/lessons"
import { addRows, removeRows, rowsOf } from "../../../../tests/support/school"
import { onceTold } from "../../../../tests/support/told"
import { countToRemind, remindUnanswered } from "./remind-renewals.server"
import { listRenewalsOf, listTermPrices } from "./renewals.server"
import { rollOverClasses } from "./roll-over-classes.server"

// Otis and Milo have piano on Wednesdays at $32.50, Milo at a price of his own. Jonas pays; Nadia, their aunt, doesn't see what
// they cost.

let family: ReturnType<typeof openPayingFamily>
let classId: string

beforeEach(() => {
  const adults = [
    { name: "Jonas Haddad", payerShare: 10_000 },
    { name: "Nadia Haddad", payerShare: 0, seesMoney: false },
  ]
  family = openPayingFamily({ adults })
  const { school, studentIds } = family
  addTerm(school, { name: "Spring 2027", startsOn: "2027-01-11", endsOn: "2027-05-28" })
  classId = addClassRow(school, { name: "Piano", kind: "group", capacity: 2 })
  addPriceRow(school, classId, { amountMinor: 3250 })
  addScheduleRow(school, classId, { startTime: "16:00" })
  const [otis = "", milo = ""] = studentIds
  addEnrollmentRow(school, classId, otis)
  addEnrollmentRow(school, classId, milo, { priceMinor: 3000 })
})

function rollOver(price: string) {
  const { school } = family
  const taskId = startTask(school, { kind: "roll-over-classes", about: {}, items: [], formKey: "one" })
  const termId = listTerms(school)[0]?.id ?? ""
  const done = rollOverClasses.work.carryOut(
    school,
    { termId, price, reason: "", answerBy: "2026-12-20" },
    { taskId, subjectId: classId, name: "", detail: null },
  )
  expect(done).toMatchObject({ ok: true })
  transact(() => rollOverClasses.work.close?.(school, taskId))
}

/** What the one called so reads about whom. */
function lessonsOf(name: string): [string, string][] {
  const about = and(eq(emails.schoolId, family.school.school.id), eq(emails.template, "next-term"))
  const letters = onceTold(family.school, () => rowsOf(emails, about, { only: ["data"] })).map(
    ({ data }) => JSON.parse(data) as { recipientName: string; lessons: [string, string][] },
  )
  return letters.find(({ recipientName }) => recipientName === name)?.lessons ?? []
}

test("families that are asked read the new price and the one until then", () => {
  rollOver("+5%")
  expect(lessonsOf("Jonas Haddad")).toEqual([
    ["Milo Haddad", "Piano, Wed 4:00 PM, weekly, $30.00 per lesson"],
    ["Otis Haddad", "Piano, Wed 4:00 PM, weekly, $34.13 per lesson (now $32.50)"],
  ])
})

test("a price that stays is told without another", () => {
  rollOver("")
  expect(lessonsOf("Jonas Haddad")[1]?.[1]).toBe("Piano, Wed 4:00 PM, weekly, $32.50 per lesson")
})

test("a price that a discount may lower says so", () => {
  const siblings = {
    name: "Siblings",
    kind: "sibling",
    target: "all",
    fromNth: 2,
    rate: 10_000,
    position: 1,
  } as const
  addRows(discountRules, { ...newRow(family.school), ...siblings })
  rollOver("")
  expect(lessonsOf("Jonas Haddad")[1]?.[1]).toBe(
    "Piano, Wed 4:00 PM, weekly, $32.50 per lesson, before discounts",
  )
})

test("who doesn’t see what lessons cost reads no price", () => {
  rollOver("+5%")
  expect(lessonsOf("Nadia Haddad").map(([, text]) => text)).toEqual([
    "Piano, Wed 4:00 PM, weekly",
    "Piano, Wed 4:00 PM, weekly",
  ])
})

test("the family’s page says the same", () => {
  rollOver("+5%")
  const { school, studentIds } = family
  const asked = listRenewalsOf(school, studentIds)
  const priceOf = listTermPrices(school, asked)
  expect(asked.map((spot) => [spot.firstName, priceOf(spot)]).sort()).toEqual([
    ["Milo", "$30.00 per lesson"],
    ["Otis", "$34.13 per lesson (now $32.50)"],
  ])
})

test("a family whose spot of the next term is gone is neither asked nor reminded", () => {
  rollOver("")
  const { school, studentIds } = family
  const [otis = "", milo = ""] = studentIds
  const inNext = (studentId: string) =>
    rowsOf(enrollments, { studentId }).find((each) => each.classId !== classId)?.id ?? ""
  removeRows(enrollments, { id: inNext(otis) })
  expect(lessonsOf("Jonas Haddad").map(([name]) => name)).toEqual(["Milo Haddad"])
  fixClock(testNow + 2 * 86_400_000)
  expect(countToRemind(school).families).toBe(1)
  removeRows(enrollments, { id: inNext(milo) })
  expect(countToRemind(school).families).toBe(0)
  expect(remindUnanswered(school)).toBe(0)
  fixClock(testNow)
})
