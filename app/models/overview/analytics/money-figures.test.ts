import { charges } from "db/schema/money"
import fc from "fast-check"
import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listOpenOn } from "~/models/money/income-split/income-split.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { voidInvoice } from "~/models/money/invoice/void-invoice.server"
import { sumReceivedIn } from "~/models/money/ledger/money-summary.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { recordRefund } from "~/models/money/payment/refund.server"
import { fixClock, todayOf } from "~/utils/clock.server"
import { askedOfAnalytics as asked, seesAll as sees } from "../../../../tests/support/analytics"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import { addEnrollmentRow, addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { openSchool, orFail, rowsOf } from "../../../../tests/support/school"
import { findMoneyFigures } from "./analytics.server"
import type { AnalyticsQuery } from "./analytics-query.server"
import type { CardKey } from "./cards"
import { findCard, listFigureRows } from "./cards.server"
import { listMoneyParts, listOutstandingParts, partsFor } from "./money-figures.server"

// Invoices by teacher and instrument: each line belongs to its lesson's teacher, or to its class's, or to none, and
// together they are what was billed, received and is outstanding.

let actor: Actor
let family: ReturnType<typeof openFamily>
beforeEach(() => {
  begin()
})

function begin() {
  actor = openSchool().actor
  family = openFamily(actor)
}

const card = (key: CardKey, query: Partial<AnalyticsQuery> = {}) =>
  findCard(actor, key, { ...asked, ...query }, sees)
const linesOf = (key: CardKey) =>
  Object.fromEntries(card(key)?.lines.map(({ name, values }) => [name, values]) ?? [])

/** A class of the family's first child, at a price for each lesson or month. */
function openOwnClass(teacherId: string | null, instrument: string | null, amountMinor = 1800) {
  const opened = openClass(actor, { class: { teacherId, instrument }, price: { amountMinor }, pupils: [] })
  const enrollmentId = addEnrollmentRow(actor, opened.classId, family.studentIds[0] ?? "")
  return { classId: opened.classId, enrollmentId }
}

function attend(classId: string, on: string, teacherId: string | null) {
  const sessionId = addSessionRow(actor, classId, on, { teacherId })
  const marks = [{ studentId: family.studentIds[0] ?? "", code: "present" }]
  const taken = takeRegister(actor, sessionId, { marks } as Parameters<typeof takeRegister>[2])
  expect(taken.ok).toBe(true)
}

const allCharges = () => rowsOf(charges, { schoolId: actor.school.id }).map(({ id }) => id)

function bill(chargeIds: string[]): string {
  return orFail(issueInvoice(actor, november(family.familyId, chargeIds))).invoiceId
}

const cash = { method: "cash" as const, receivedOn: "2026-11-18", payerName: "Zoë" }

test("a lesson is its teacher’s, also a substitute’s, a fee its class’s, and all else no one’s", () => {
  const mara = addTeacherRow(actor, "Mara Lindqvist")
  const noor = addTeacherRow(actor, "Noor Haddad")
  const piano = openOwnClass(mara, "Piano")
  attend(piano.classId, "2026-11-03", mara)
  attend(piano.classId, "2026-11-10", noor)
  owe(actor, family, 5000, {
    source: "flat",
    enrollmentId: piano.enrollmentId,
    month: "2026-11",
    description: "Piano, November",
  })
  owe(actor, family, 700)
  const invoiceId = bill(allCharges())
  expect(linesOf("money-by-teacher")).toEqual({
    "Mara Lindqvist": [6800, 0],
    "Noor Haddad": [1800, 0],
    "No teacher": [700, 0],
  })
  expect(linesOf("money-by-instrument")).toEqual({ Piano: [8600, 0], "No instrument": [700, 0] })
  // half of it paid, and something for no invoice
  recordPayment(actor, { ...cash, invoiceId, amountMinor: 4650 })
  expect(linesOf("money-by-teacher")).toEqual({
    "Mara Lindqvist": [6800, 3400],
    "Noor Haddad": [1800, 900],
    "No teacher": [700, 350],
  })
  expect(linesOf("outstanding-by-teacher")).toEqual({
    "Mara Lindqvist": [3400],
    "Noor Haddad": [900],
    "No teacher": [350],
  })
  const figures = findMoneyFigures(actor, { ...asked, teacher: noor }, sees)
  expect(figures.money.at(-1)).toMatchObject({ billedMinor: 1800, collectedMinor: 900 })
  expect(figures.ageing.map(({ openMinor }) => openMinor)).toEqual([900, 0, 0, 0, 0])
  const rows = listFigureRows(
    actor,
    { ...asked, months: 1, teacher: noor, card: "money-by-instrument", of: "billed-part" },
    sees,
  )
  expect(rows).toMatchObject([
    { page: { noun: "invoice", id: invoiceId }, amountMinor: 1800, instrument: "Piano" },
  ])
  fixClock(testNow + 75 * 86_400_000)
  for (const narrowed of [{}, { teacher: noor }]) {
    const { ageing: ages } = findMoneyFigures(actor, { ...asked, ...narrowed }, sees)
    expect(ages[0]?.openMinor).toBe(0)
    for (const { key, openMinor } of ages) {
      const opened = { ...asked, ...narrowed, card: "outstanding-by-age" as const, part: key }
      const aged = listFigureRows(actor, { ...opened, of: "open-part" }, sees) ?? []
      expect(aged.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0)).toBe(openMinor)
    }
  }
})

test("those who see no amounts have none of these cards", () => {
  for (const key of ["money-by-teacher", "outstanding-by-instrument"] as const)
    expect(findCard(actor, key, asked, { money: false, pay: true })).toBeUndefined()
})

const history = fc.record({
  lessons: fc.array(
    fc.record({ of: fc.nat({ max: 2 }), by: fc.nat({ max: 2 }), price: fc.nat({ max: 2 }) }),
    {
      minLength: 1,
      maxLength: 5,
    },
  ),
  other: fc.integer({ min: 1, max: 4000 }),
  paid: fc.array(fc.integer({ min: 1, max: 4000 }), { maxLength: 3 }),
  refunded: fc.integer({ min: 0, max: 3000 }),
})

test("whatever was taught, billed, paid and refunded, the parts add up to the school’s own figures", () => {
  inHistories(25, history, ({ lessons, other, paid, refunded }) => {
    begin()
    const teachers = [addTeacherRow(actor, "Mara"), addTeacherRow(actor, "Noor"), null]
    const classes = ["Piano", "Cello", null].map((instrument, index) =>
      openOwnClass(teachers[index] ?? null, instrument, 1111 * (index + 1)),
    )
    for (const [index, { of, by }] of lessons.entries())
      attend(classes[of]?.classId ?? "", `2026-11-0${index + 1}`, teachers[by] ?? null)
    const taught = allCharges()
    bill(taught)
    bill([owe(actor, family, other)])
    const payments = paid.flatMap((amountMinor, index) => {
      const made = recordPayment(actor, {
        ...{ ...cash, method: "paypal", familyId: family.familyId, amountMinor },
        providerReference: `${actor.school.id} ${index}`,
      })
      return made.ok ? made.paymentId : []
    })
    const [first = ""] = payments
    if (refunded > 0 && first)
      recordRefund(actor, {
        ...{ paymentId: first, kind: "refund", amountMinor: Math.min(refunded, paid[0] ?? 0) },
        providerReference: `${actor.school.id} refund`,
      })
    const { money } = findMoneyFigures(actor, asked, sees)
    const billed = money.reduce((sum, { billedMinor }) => sum + billedMinor, 0)
    const received = sumReceivedIn(actor, [{ from: "2026-09-01", to: "2026-11-18" }])[0]
    const open = listOpenOn(actor, todayOf(actor)).reduce((sum, { openMinor }) => sum + openMinor, 0)
    for (const by of ["teacher", "instrument"] as const) {
      expect(card(`money-by-${by}`)?.total).toEqual([billed, received])
      expect(card(`outstanding-by-${by}`)?.total).toEqual([open])
      const narrowed = [...(card(`money-by-${by}`)?.lines ?? [])].map(({ id }) =>
        findMoneyFigures(actor, { ...asked, [by]: id }, sees),
      )
      const sum = (pick: (figures: (typeof narrowed)[number]) => number) =>
        narrowed.reduce((all, figures) => all + pick(figures), 0)
      expect(sum(({ money: part }) => part.reduce((all, { billedMinor }) => all + billedMinor, 0))).toBe(
        billed,
      )
      expect(
        sum(({ money: part }) => part.reduce((all, { collectedMinor }) => all + collectedMinor, 0)),
      ).toBe(received)
      expect(sum(({ ageing: part }) => part.reduce((all, { openMinor }) => all + openMinor, 0))).toBe(open)
    }
  })
})

test("of one teacher only invoices with a line of theirs are read, voided and corrected ones too", () => {
  const [mara, noor] = [addTeacherRow(actor, "Mara"), addTeacherRow(actor, "Noor")]
  const [piano, cello] = [openOwnClass(mara, "Piano"), openOwnClass(noor, "Cello", 2500)]
  fixClock(testNow - 40 * 86_400_000)
  const fee = { source: "flat" as const, enrollmentId: piano.enrollmentId, month: "2026-10" }
  const first = owe(actor, family, 5000, { ...fee, description: "Piano, October" })
  const voided = bill([first])
  const earlier = todayOf(actor)
  fixClock(testNow)
  voidInvoice(actor, { invoiceId: voided, reason: "Made twice" })
  bill([owe(actor, family, -900, { source: "correction", correctsChargeId: first, reason: "Ill" }), first])
  attend(cello.classId, "2026-11-03", noor)
  const others = bill(allCharges().slice(-1))
  for (const [teacher, count] of [
    [mara, 1],
    [noor, 1],
  ] as const) {
    const span = { first: "2026-09-01", last: "2026-11-18" }
    const all = listMoneyParts(actor, span, {})
    const own = listMoneyParts(actor, span, { teacher })
    expect(own).toEqual(all.filter((row) => row.teacher?.id === teacher))
    expect(own).toHaveLength(count)
    for (const day of [earlier, "2026-11-18"])
      expect(listOutstandingParts(actor, day, { teacher })).toEqual(
        listOutstandingParts(actor, day, {}).filter((row) => row.teacher?.id === teacher),
      )
  }
  expect(listOutstandingParts(actor, earlier, { teacher: mara })).toMatchObject([{ page: { id: voided } }])
  const parts = partsFor(actor, { teacher: mara })
  listMoneyParts(actor, { first: "2026-09-01", last: "2026-11-18" }, { teacher: mara }, parts)
  expect(parts.known.has(others)).toBe(false)
})
