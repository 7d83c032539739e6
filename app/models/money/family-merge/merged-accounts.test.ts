import { sqlite } from "db/client.server"
import fc from "fast-check"
import { afterAll, expect, test } from "vitest"
import { addTaxRate } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock, now } from "~/utils/clock.server"
import { monthOf } from "~/utils/dates"
import { openFamily } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { checkLedger } from "../../../../tests/support/histories/books"
import { checkClosed } from "../../../../tests/support/histories/closing"
import type { Collecting } from "../../../../tests/support/histories/collecting"
import { livesMany } from "../../../../tests/support/histories/count"
import { openLessons } from "../../../../tests/support/histories/lessons"
import { inTrial, liveHistories } from "../../../../tests/support/histories/live"
import { actInHistory, type MoneyStep, moneyVerbs } from "../../../../tests/support/histories/office"
import { checkMonths, checkStatements } from "../../../../tests/support/histories/papers"
import { dayOf } from "../../../../tests/support/histories/plans"
import { startPayPal } from "../../../../tests/support/paypal"
import { openSchool } from "../../../../tests/support/school"
import { changeLateFee } from "../late-fee/late-fee.server"
import { familyBalance, familyLedger } from "../ledger/ledger.server"
import { findMonthSheet } from "../month-sheet/month-sheet.server"
import { spareCredit, sumSpare } from "../payment/spare-credit.server"
import { mergeFamiliesWork } from "./merge-families.server"

// Two families with any history become one account: its balance is the sum, each record is on it once, no month's figures
// change, and an undo puts everything back as it was.

const paypal = await startPayPal()
afterAll(() => paypal.close())

const histories = 60

type Verb = (typeof moneyVerbs)[number]
/** An automatic payment and a rule for installments stand against a merge. */
const hindering: readonly Verb[] = ["save-account", "charge", "end-account", "plan-rule"]
const everyday: Verb[] = ["owe", "owe", "issue", "issue", "pay", "days-pass"]
const verbs = [...everyday, ...everyday, ...moneyVerbs.filter((verb) => !hindering.includes(verb))]

type TwoFamilies = MoneyStep & { ofGone: boolean }
const step: fc.Arbitrary<TwoFamilies> = fc.record({
  verb: fc.constantFrom(...verbs),
  which: fc.nat(6),
  amountMinor: fc.integer({ min: 1, max: 12_000 }),
  ofGone: fc.boolean(),
})
const both = (verb: Verb): TwoFamilies[] =>
  [true, false].map((ofGone) => ({ verb, which: 1, amountMinor: 4000, ofGone }))
const lived = fc.record({
  before: fc
    .array(step, { minLength: 10, maxLength: 30, size: "max" })
    .map((steps) => [...both("owe"), ...both("issue"), ...steps]),
  since: fc.oneof(fc.constant([]), fc.array(step, { minLength: 1, maxLength: 8 })),
  shares: fc.constantFrom([10_000], [5000, 5000], [3333, 3333, 3334]),
  isOneParent: fc.boolean(),
})

/** Every row of a school's money and of whom it is about. */
const tables = [
  ...["families", "students", "guardians", "outside_payers", "charges", "invoices", "invoice_lines"],
  ...["invoice_shares", "invoice_links", "credit_notes", "write_offs", "payments", "refunds", "allocations"],
  ...["payment_orders", "payment_plans", "installments", "packages", "package_uses", "saved_methods"],
  ...["auto_charges", "reminder_pauses", "invoicing_holds", "portal_access"],
]
const allRowsOf = (actor: Actor) =>
  Object.fromEntries(
    tables.map((table) => [
      table,
      sqlite().prepare(`select * from ${table} where school_id = ? order by id`).all(actor.school.id),
    ]),
  )

/** What papers say, without whose account they are on. */
const papersOf = (actor: Actor) =>
  ["invoices", "credit_notes", "payments", "refunds", "write_offs"].map((table) =>
    sqlite()
      .prepare(`select * from ${table} where school_id = ? order by id`)
      .all(actor.school.id)
      .map((row) => ({ ...(row as object), family_id: "", guardian_id: "", outside_payer_id: "" })),
  )

function monthsOf(actor: Actor) {
  const current = monthOf(dayOf(actor))
  const months = ["2026-10", "2026-11", "2026-12", "2027-01"].filter((month) => month <= current)
  return months.map((month) => {
    const { dueMinor, creditMinor, ...sheet } = findMonthSheet(actor, month)
    // Of the month that goes on, what is due of one and in favor of the other is set off from the merge on.
    return month === current ? sheet : { ...sheet, dueMinor, creditMinor }
  })
}

const idsOf = (actor: Actor, familyId: string) =>
  familyLedger(actor, familyId).map(({ kind, id }) => `${kind} ${id}`)

/** Credit less what is owed beside invoices. */
const spareOf = (actor: Actor, familyId: string) =>
  spareCredit(actor, familyId) - sumSpare(actor, familyId).owedMinor

/** Nothing settles an invoice of another account. */
function checkApart(actor: Actor) {
  const crossed = sqlite()
    .prepare(
      `select a.id from allocations a join invoices i on i.school_id = a.school_id and i.id = a.invoice_id
        left join payments p on p.school_id = a.school_id and p.id = a.payment_id
        left join credit_notes n on n.school_id = a.school_id and n.id = a.credit_note_id
        left join write_offs w on w.school_id = a.school_id and w.id = a.write_off_id
      where a.school_id = ? and i.family_id <> coalesce(p.family_id, n.family_id, w.family_id)`,
    )
    .all(actor.school.id)
  expect(crossed).toEqual([])
}

test("over any history of two families one account is the sum of both, and undone each is as it was", async () => {
  const count = { merged: 0, undone: 0, kept: 0 }
  const live = async ({
    before,
    since,
    shares,
    isOneParent,
  }: typeof lived extends fc.Arbitrary<infer L> ? L : never) => {
    fixClock(testNow)
    const { actor } = openSchool()
    const adults = (mail: string) =>
      shares.map((payerShare, index) => ({
        name: `Payer ${index}`,
        email: `payer${index}@${index === 0 && isOneParent ? "history" : mail}.example`,
        payerShare,
      }))
    const keep = openFamily(actor, { name: "Okafor", adults: adults("history") })
    const gone = openFamily(actor, { name: "Rossi", adults: adults("other"), children: ["Mia"] })
    const collecting: Collecting = { paypal, imported: new Set() }
    const closed = new Map()
    openLessons(actor, keep)
    addTaxRate(actor, { name: "VAT", rate: 20_000, isDefault: true })
    changeLateFee(actor, { kind: "percent", percent: 10_000, afterDays: 1, isMonthly: true, cap: 5000 })
    const act = async ({ ofGone, ...each }: TwoFamilies, other = gone) => {
      fixClock(now() + 1000)
      await actInHistory(actor, ofGone ? other : keep, each, { collecting, closed })
    }
    for (const each of before) await act(each)
    fixClock(now() + 1000)

    const [earlier, papers, months] = [allRowsOf(actor), papersOf(actor), monthsOf(actor)]
    const balances = [keep, gone].map(({ familyId }) => familyBalance(actor, familyId))
    const spare = spareOf(actor, keep.familyId) + spareOf(actor, gone.familyId)
    const ids = [...idsOf(actor, keep.familyId), ...idsOf(actor, gone.familyId)].sort()
    const facts = { keepId: keep.familyId, goneId: gone.familyId }
    const done = mergeFamiliesWork.carryOut(actor, facts, {
      taskId: "",
      subjectId: gone.familyId,
      name: "Rossi",
      detail: null,
    })
    if (!done.ok) return expect(allRowsOf(actor)).toEqual(earlier)
    count.merged += 1
    const together = balances.reduce((sum, balance) => sum + balance, 0)
    expect(familyBalance(actor, keep.familyId)).toBe(together)
    expect(familyBalance(actor, gone.familyId)).toBe(0)
    expect(idsOf(actor, keep.familyId).sort()).toEqual(ids)
    expect(idsOf(actor, gone.familyId)).toEqual([])
    expect(spareOf(actor, keep.familyId)).toBe(spare)
    expect(papersOf(actor)).toEqual(papers)
    expect(monthsOf(actor)).toEqual(months)
    const checkMerged = () => {
      checkLedger(actor, keep.familyId, shares)
      checkClosed(actor, closed)
      checkMonths(actor, keep.familyId)
      checkStatements(actor, keep.familyId)
    }
    checkMerged()

    const merged = { ...keep, studentIds: [...gone.studentIds, ...keep.studentIds] }
    for (const each of since) await act(each, merged)
    checkMerged()
    const [whole, present] = [familyBalance(actor, keep.familyId), allRowsOf(actor)]
    const undone = mergeFamiliesWork.undo?.(actor, facts, { subjectId: gone.familyId, before: done.before })
    if (!undone?.ok) {
      count.kept += 1
      expect(since).not.toEqual([])
      return expect(allRowsOf(actor)).toEqual(present)
    }
    count.undone += 1
    if (since.length === 0) expect(allRowsOf(actor)).toEqual(earlier)
    expect(familyBalance(actor, keep.familyId) + familyBalance(actor, gone.familyId)).toBe(whole)
    checkApart(actor)
    checkClosed(actor, closed)
  }
  await liveHistories(
    histories,
    fc.asyncProperty(lived, (history) => inTrial(() => live(history))),
  )
  if (livesMany && !process.env.HISTORY) {
    expect(count.merged).toBeGreaterThan(histories / 2)
    expect(Math.min(count.undone, count.kept)).toBeGreaterThan(0)
  }
})
