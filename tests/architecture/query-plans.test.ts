import { sqlite } from "db/client.server"
import { describe, expect, test } from "vitest"
import { refundMessagesQuery } from "~/models/accounts/platform-payment/platform-refund.server"
import type { Actor } from "~/models/foundation/access/actor"
import { besideUnderWayQuery, underWayQuery } from "~/models/money/invoice/orders-under-way.server"
import { paidToAskAboutQuery } from "~/models/money/payment-order/paid-orders.server"
import { toRemindQuery } from "~/models/money/reminder/send-reminders.server"
import { continuedQuery } from "~/models/money/tuition/continued-tuition.server"
import {
  expenseAmountsQuery,
  invoiceAmountsQuery,
  payeesQuery,
  paymentAmountsQuery,
  subjectsQuery,
} from "~/models/overview/search/mentions.server"
import {
  classNamesQuery,
  creditNoteNumbersQuery,
  familyNamesQuery,
  guardianNamesQuery,
  inquiryNamesQuery,
  invoiceNumbersQuery,
  occasionNamesQuery,
  ownClassNamesQuery,
  ownStudentNamesQuery,
  paymentReferencesQuery,
  roomNamesQuery,
  studentNamesQuery,
  teacherNamesQuery,
} from "~/models/overview/search/search.server"
import {
  adultNamesQuery,
  childNamesQuery,
  familyChoicesQuery,
} from "~/models/people/family/family-choices.server"
import {
  classChoicesQuery,
  openClassesQuery,
  taughtClassesQuery,
} from "~/models/teaching/class/open-classes.server"
import { closuresQuery } from "~/models/teaching/closed-days/closed-days.server"
import { coTeachersOfDaysQuery } from "~/models/teaching/co-teacher/co-teacher.server"
import { unpricedQuery } from "~/models/teaching/price/late-price.server"
import { bookedQuery, overlapsQuery } from "~/models/teaching/session/clash.server"
import { clashPairsQuery, overlappingQuery } from "~/models/teaching/session/clash-pairs.server"
import { dayQuery } from "~/models/teaching/session/day-page.server"
import { linesQuery } from "~/models/teaching/session/schedule-page.server"
import { onDates, type SessionFilter, sessionsQuery } from "~/models/teaching/session/session-list.server"
import { enrolledQuery, seatedQuery } from "~/models/teaching/session/session-people.server"
import { staysQuery } from "~/models/teaching/session/travel.server"
import { skippedQuery } from "~/models/teaching/waiting-list/offer-spot.server"
import { openSchool } from "../support/school"

// A list without an index blocks everybody else for as long as it reads. No list query may scan a table or sort what
// an index could have given in order.

type Query = { toSQL(): { sql: string; params: unknown[] } }

function planOf(query: Query): string[] {
  const { sql, params } = query.toSQL()
  const steps = sqlite()
    .prepare(`explain query plan ${sql}`)
    .all(...params) as { detail: string }[]
  return steps.map(({ detail }) => detail)
}

const week = (filter?: SessionFilter) => onDates("2026-11-16", "2026-11-22", filter)

const lists: Record<string, (actor: Actor) => Query> = {
  "the sessions of a week": (actor) => sessionsQuery(actor, week()),
  "one teacher's sessions of a week": (actor) => sessionsQuery(actor, week({ teacherId: "a teacher" })),
  "one room's sessions of a week": (actor) => sessionsQuery(actor, week({ roomId: "a room" })),
  "who is in the sessions of a week": (actor) => enrolledQuery(actor, week()),
  "guests and absences of the sessions of a week": (actor) => seatedQuery(actor, week()),
  "what is booked twice in a week": (actor) => clashPairsQuery(actor, week()),
  "what overlaps in a week, by student": (actor) =>
    overlappingQuery("student", actor, { after: 0, before: 1 }),
  "what overlaps in a week, by teacher": (actor) =>
    overlappingQuery("teacher", actor, { after: 0, before: 1 }),
  "what overlaps in a week, by room": (actor) => overlappingQuery("room", actor, { after: 0, before: 1 }),
  "the teachers of a week": (actor) => linesQuery(actor, "teacher", "2026-11-16", "2026-11-22"),
  "who gives the sessions of a week beside their teachers": (actor) =>
    coTeachersOfDaysQuery(actor, "2026-11-16", "2026-11-22"),
  "the rooms of a week": (actor) => linesQuery(actor, "room", "2026-11-16", "2026-11-22"),
  "the sessions of a day": (actor) => dayQuery(actor, "2026-11-18"),
  "what a room has booked at a time": (actor) =>
    overlapsQuery(actor, { startsAt: 0, endsAt: 1 }, "room", ["a room", "another"]),
  "where a teacher is at a time": (actor) => staysQuery(actor, ["a teacher"], { startsAt: 0, endsAt: 1 }),
  "the classes to choose from": (actor) => openClassesQuery(actor, "2026-11-18"),
  "families on waiting lists whom no offer reaches": (actor) => skippedQuery(actor, "2026-11-18"),
  "the classes of a teacher to choose from": (actor) => taughtClassesQuery(actor, "2026-11-18", "teacher"),
  "the classes to find by name": (actor) => classChoicesQuery(actor, "2026-11-18"),
  "the families to find by name": familyChoicesQuery,
  "the children families are found by": childNamesQuery,
  "the adults families are found by": adultNamesQuery,
  "the names of all students": studentNamesQuery,
  "the names of all families": familyNamesQuery,
  "the names of all guardians": guardianNamesQuery,
  "the names of all teachers": teacherNamesQuery,
  "the names of all inquiries": inquiryNamesQuery,
  "the names of all events": occasionNamesQuery,
  "the names of all rooms": roomNamesQuery,
  "the names of all classes": (actor) => classNamesQuery(actor, "2026-11-18"),
  "the names of a teacher's classes": (actor) => ownClassNamesQuery(actor, "a teacher", "2026-11-18"),
  "the names of a teacher's students": (actor) => ownStudentNamesQuery(actor, "a teacher", "2026-11-18"),
  "who goes on in another class within a month": (actor) =>
    continuedQuery(actor, { first: "2027-01-01", last: "2027-01-31", classIds: ["a class", "another"] }),
  "invoices by a part of their number": (actor) => invoiceNumbersQuery(actor, "17"),
  "credit notes by a part of their number": (actor) => creditNoteNumbersQuery(actor, "17", 6),
  "invoices of an amount": (actor) => invoiceAmountsQuery(actor, 5400),
  "payments of an amount": (actor) => paymentAmountsQuery(actor, 5400),
  "expenses of an amount": (actor) => expenseAmountsQuery(actor, 5400, false),
  "whom expenses were paid to": payeesQuery,
  "the subjects of someone's conversations": (actor) => subjectsQuery(actor, "a member"),
  "payments by their reference": (actor) => paymentReferencesQuery(actor, "1044", 6),
  "what PayPal said went back of a payment": () => refundMessagesQuery("a payment"),
  "payments of an invoice that are under way": (actor) => underWayQuery(actor, "an invoice"),
  "what is paid beside a family's invoices": (actor) => besideUnderWayQuery(actor, "a family"),
  "closures of a week": (actor) => closuresQuery(actor, "2026-11-16", "2026-11-22"),
}

describe("list queries", () => {
  test.each(Object.entries(lists))("%s are found by index", (_, query) => {
    const plan = planOf(query(openSchool().actor))
    // Reading through the IDs that were given is no scan of a table, nor is the line of classes that a leave follows.
    expect(plan.filter((step) => /^SCAN (?!json_each |earlier$|CONSTANT ROW)/.test(step))).toEqual([])
    expect(plan.filter((step) => /TEMP B-TREE FOR ORDER BY/.test(step))).toEqual([])
    expect(plan[0]).toMatch(
      /sessions_by_(date|teacher)|bookings_overlap|sqlite_autoindex_(students|teachers|rooms)_1|closures_by_date|waiting_places_waiting|_by_name|classes_by_(teacher|continued)|invoices_sequence|credit_notes_sequence|payments_by_reference|guardians_by_member|provider_events_by_kind|payment_orders_under_way|inquiries_by_time|occasions_by_date|invoices_by_issue_day|payments_by_day|expenses_by_(day|category)|participants_by_member/,
    )
  })
})

test.each(["teacher", "room"] as const)("the lines of a week by %s read no session itself", (by) => {
  const plan = planOf(linesQuery(openSchool().actor, by, "2026-11-16", "2026-11-22"))
  expect(plan[0]).toMatch(/^SEARCH sessions USING COVERING INDEX sessions_by_date /)
  expect(plan.filter((step) => /sessions/.test(step))).toHaveLength(1)
})

test("what teachers, students and rooms have booked in some days is found by each of them and the time", () => {
  const { actor } = openSchool()
  const asked = [
    ["room", "a room"],
    ["teacher", "a teacher"],
    ["student", "a student"],
  ]
  const plan = planOf(bookedQuery(actor, { startsAt: 0, endsAt: 1 }, JSON.stringify(asked)))
  expect(plan).toEqual([
    expect.stringMatching(/^SCAN json_each /),
    expect.stringMatching(
      /^SEARCH bookings USING (COVERING )?INDEX bookings_overlap \(school_id=\? AND resource=\? AND resource_id=\? AND starts_at>\? AND starts_at<\?\)/,
    ),
  ])
})

test("payments to ask about again are found by the day they were asked about last", () => {
  const plan = planOf(paidToAskAboutQuery())
  expect(plan).toEqual([
    expect.stringMatching(/payment_orders_open \(state=\? AND updated_at>\? AND updated_at<\?\)/),
  ])
})

test("invoices to remind of are checked for payments under way by invoice", () => {
  const plan = planOf(toRemindQuery(openSchool().actor, "2026-11-18", undefined)).join("\n")
  expect(plan).toContain("SEARCH o USING INDEX payment_orders_under_way (school_id=? AND invoice_id=?)")
  expect(plan).toContain("USING COVERING INDEX payment_order_parts_by_invoice (school_id=? AND invoice_id=?)")
  expect(plan).not.toMatch(/^SCAN /m)
})

test("lessons without a price are looked for in their classes or of their enrollments, not among all spots", () => {
  const { actor } = openSchool()
  for (const [among, first] of [
    [{ classIds: ["a class"] }, /seats USING INDEX \w+ \(school_id=\? AND session_id=\?/],
    [
      { enrollmentIds: ["an enrollment"] },
      /seats USING INDEX seats_by_enrollment \(school_id=\? AND enrollment_id=\?/,
    ],
  ] as const) {
    const plan = planOf(unpricedQuery(actor, among, "2026-11-16"))
    expect(plan.filter((step) => /^SCAN (?!json_each )/.test(step))).toEqual([])
    expect(plan[0]).toMatch(first)
  }
})
