import { sqlite } from "db/client.server"
import fc from "fast-check"
import { expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { voidInvoice } from "~/models/money/invoice/void-invoice.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { recordRefund } from "~/models/money/payment/refund.server"
import { fixClock, now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { today } from "~/utils/zones"
import { askedOfAnalytics as asked, seesAll as sees } from "../../../../tests/support/analytics"
import { openFamily, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { histories } from "../../../../tests/support/histories/count"
import { addEnrollmentRow, addTeacherRow } from "../../../../tests/support/lessons"
import { addSessionRow, openClass } from "../../../../tests/support/registers"
import { openSchool } from "../../../../tests/support/school"
import { findAheadFigures, findMoneyFigures } from "./tab-figures.server"

// Sums of months that are kept while others are written come to the same as if nothing were kept, whatever happened.

const dayMs = 86_400_000

/** A school with two teachers, two classes and a family, and all that can happen in it, each act by a number. */
function openLife() {
  fixClock(testNow - 60 * dayMs)
  const { actor } = openSchool()
  const family = openFamily(actor)
  const school = actor.school.id
  const teachers = [addTeacherRow(actor, "Mara"), addTeacherRow(actor, "Noor")]
  const classIds = ["Piano", "Cello"].map((instrument, index) => {
    const teacherId = teachers[index] ?? null
    const { classId } = openClass(actor, {
      ...{ class: { teacherId, instrument }, price: { amountMinor: 1700 + index }, pupils: [] },
    })
    addEnrollmentRow(actor, classId, family.studentIds[0] ?? "", { startsOn: "2026-01-01" })
    return classId
  })
  const write = (sql: string, ...values: unknown[]) =>
    sqlite()
      .prepare(sql)
      .run(...values)
  const pick = (sql: string, n: number): string | undefined => {
    const ids = sqlite().prepare(`${sql} order by created_at, id`).pluck().all(school) as string[]
    return ids[n % Math.max(1, ids.length)]
  }
  const of = <Item>(items: readonly Item[], n: number) => items[n % items.length] as Item
  const day = () => today(actor.school.timeZone, now())
  const codes = ["present", "absent", "absent", "excused"]
  let times = 0
  const mark = (sessionId: string, n: number) => {
    const marks = [{ studentId: family.studentIds[0] ?? "", code: of(codes, n) }]
    takeRegister(actor, sessionId, { marks } as Parameters<typeof takeRegister>[2])
  }
  const teach = (n: number, on: string): string | undefined => {
    const classId = of(classIds, n)
    const known = "select count(*) from sessions where school_id = ? and class_id = ? and original_date = ?"
    if (sqlite().prepare(known).pluck().get(school, classId, on)) return undefined
    return addSessionRow(actor, classId, on, { teacherId: of(teachers, n >> 1) })
  }
  const acts: ((n: number) => unknown)[] = [
    (n) => {
      const id = teach(n, addDays(day(), -(n % 12)))
      if (id) mark(id, n >> 2)
    },
    (n) => teach(n, addDays(day(), n % 60)),
    (n) => {
      const id = pick("select id from sessions where school_id = ? and register_taken_at is not null", n)
      if (id) mark(id, n >> 3)
    },
    (n) => {
      const chargeIds = sqlite()
        .prepare("select id from charges where school_id = ? and billed_lines = 0 and withdrawn_at is null")
        .pluck()
        .all(school) as string[]
      const some = chargeIds.slice(0, 1 + (n % 4))
      if (some.length === 0) return
      issueInvoice(actor, {
        ...{ familyId: family.familyId, chargeIds: some, unchargedSeatIds: [], note: null },
        ...{ from: "2026-01-01", to: day(), dueOn: addDays(day(), n % 40) },
      })
    },
    (n) => {
      times += 1
      const amountMinor = 100 + (n % 5000)
      const providerReference = `${school} ${times}`
      recordPayment(actor, {
        ...{ method: "paypal", receivedOn: addDays(day(), -(n % 30)), payerName: "Zoë" },
        ...{ familyId: family.familyId, amountMinor, providerReference },
      })
    },
    (n) => {
      times += 1
      const paymentId = pick("select id from payments where school_id = ?", n)
      if (paymentId)
        recordRefund(actor, {
          ...{ paymentId, kind: "refund", amountMinor: 1 + (n % 90) },
          providerReference: `${school} back ${times}`,
        })
    },
    (n) => {
      const invoiceId = pick("select id from invoices where school_id = ? and state = 'issued'", n)
      if (invoiceId) voidInvoice(actor, { invoiceId, reason: "Made twice" })
    },
    (n) => owe(actor, family, 100 + (n % 900), { occurredOn: addDays(day(), (n % 70) - 40) }),
    (n) => {
      const id = pick(
        "select id from charges where school_id = ? and source = 'item' and withdrawn_at is null and billed_lines = 0",
        n,
      )
      if (id) write("update charges set withdrawn_at = ?, withdrawn_reason = 'Twice' where id = ?", now(), id)
    },
    (n) => {
      const id = pick("select id from sessions where school_id = ?", n)
      if (id) write("update sessions set teacher_id = ? where id = ?", of([...teachers, null], n >> 4), id)
    },
    (n) => write("update classes set teacher_id = ? where id = ?", of(teachers, n), of(classIds, n >> 1)),
    (n) =>
      write("update classes set instrument = ? where id = ?", of(["Oboe", null], n), of(classIds, n >> 1)),
    (n) => write("update teachers set name = ? where id = ?", `Teacher ${n}`, of(teachers, n)),
    (n) => {
      const id = pick("select id from sessions where school_id = ? and register_taken_at is null", n)
      const moved =
        "local_date = date(local_date, '+1 month'), starts_at = starts_at + 1, ends_at = ends_at + 1"
      const set = of(["state = 'cancelled'", "minutes = 45", moved], n >> 4)
      if (id) write(`update sessions set ${set} where id = ?`, id)
    },
    (n) => fixClock(now() + (1 + (n % 9)) * dayMs),
  ]
  // Something was taught, billed and paid before, so that what follows is about it.
  for (const [act, n] of [
    [0, 0],
    [0, 3],
    [0, 9],
    [7, 50],
    [3, 3],
    [4, 900],
    [14, 8],
  ] as const)
    acts[act]?.(n)
  return { actor, teachers, acts }
}

type Life = ReturnType<typeof openLife>

/** What the tabs say that keep sums, of all and of one teacher. */
const figuresOf = ({ actor, teachers }: Life) =>
  [undefined, teachers[0]].flatMap((teacher) => [
    findMoneyFigures(actor, { ...asked, teacher }, sees),
    findAheadFigures(actor, { ...asked, months: 1, teacher }, sees),
  ])

/** With another sign of all months, nothing that was kept is known any more. */
const forget = () => sqlite().exec("update change_signs set sign = random() where owner = ' months'")

test("whatever is written, figures with kept months are those of a read in which nothing is kept", () => {
  let [compared, different] = [0, 0]
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat({ max: 14 }), fc.nat({ max: 10_000 })), { minLength: 10, maxLength: 25 }),
      (history) => {
        const life = openLife()
        let last = JSON.stringify(figuresOf(life))
        for (const [act, n] of history) {
          life.acts[act]?.(n)
          const kept = figuresOf(life)
          forget()
          expect(kept).toEqual(figuresOf(life))
          compared += 1
          if (JSON.stringify(kept) !== last) different += 1
          last = JSON.stringify(kept)
        }
      },
    ),
    { numRuns: histories(12) },
  )
  // Most acts change what is shown, so that what is compared says something.
  expect(different).toBeGreaterThan(compared / 3)
})
