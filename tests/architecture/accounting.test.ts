import { readFileSync } from "node:fs"
import { invoices } from "db/schema/money"
import { payments } from "db/schema/money-payments"
import { beforeEach, describe, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { runNextItems } from "~/models/foundation/task/run-task.server"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { listCreditableLines } from "~/models/money/credit-note/credit-notes.server"
import { creditCharges, creditInvoice } from "~/models/money/credit-note/issue-credit-note.server"
import { claimsOfPayer, dueBy, propose } from "~/models/money/installment/installment"
import { stateLabels } from "~/models/money/invoice/invoice"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { listStandingRuns } from "~/models/money/invoice/invoice-run.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { startUndoRun, undoRunWork } from "~/models/money/invoice/undo-run.server"
import { voidInvoice } from "~/models/money/invoice/void-invoice.server"
import { changeLateFee } from "~/models/money/late-fee/late-fee.server"
import { familyBalance, familyLedger } from "~/models/money/ledger/ledger.server"
import { addOutsidePayer, changeOutsidePayer } from "~/models/money/payer/outside-payers.server"
import { changePayers, findPayerRules } from "~/models/money/payer/payer-rules.server"
import { followChargeback, winChargeback } from "~/models/money/payment/chargeback.server"
import { movePayment } from "~/models/money/payment/move-payment.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { refundCredit, refundPayment } from "~/models/money/payment/refund.server"
import { reversePayment } from "~/models/money/payment/reverse-payment.server"
import { applyCredit, spareCredit, sumSpare } from "~/models/money/payment/spare-credit.server"
import { agreePlan, endPlan } from "~/models/money/payment-plan/payment-plan.server"
import { restoreInvoice, writeOffInvoice } from "~/models/money/write-off/write-off.server"
import { fixClock, now } from "~/utils/clock.server"
import { addDays, laterOf } from "~/utils/dates"
import { instantOf, today } from "~/utils/zones"
import { billFamilies, november, openFamily, owe } from "../support/billing"
import { testNow } from "../support/clock"
import { chargeLateFees } from "../support/late-fees"
import { mergingSentences } from "../support/merging-example"
import { openSchool, rowsOf } from "../support/school"
import { booksAreSound } from "../support/sound-books"

// The worked examples of docs/accounting.md, recomputed: what the page says is what the app does.

type Example = { rule: string; lines: string[] }

function readExamples(): Example[] {
  let rule = ""
  let lines: string[] | undefined
  const examples: Example[] = []
  for (const line of readFileSync("docs/accounting.md", "utf8").split("\n")) {
    if (line === "```example") lines = []
    else if (line === "```" && lines) {
      examples.push({ rule, lines })
      lines = undefined
    } else if (lines) lines.push(line)
    else if (line && !line.startsWith("#")) rule = line
  }
  return examples
}

type Books = { actor: Actor; family: ReturnType<typeof openFamily>; at: number }

const minor = (text = "") => Math.round(Number(text) * 100)
const done = (answer: { ok: boolean; reason?: string }) => expect(answer.reason ?? "done").toBe("done")
const reason = "As in the example"
const employer = {
  ...{ name: "Acme", email: "bills@acme.example" },
  ...{ address: null, taxNumber: null, reference: null, endsOn: null },
}
const on = "2026-11-18"

const invoiceOf = ({ actor }: Books, index = "") =>
  rowsOf(invoices, { schoolId: actor.school.id }, { by: "sequence" })[Number(index) - 1]?.id ?? ""
const paymentOf = ({ actor }: Books, index = "") =>
  rowsOf(payments, { schoolId: actor.school.id }, { by: ["receivedAt", "id"] })[Number(index) - 1]?.id ?? ""

/** Every sentence that an example may have, and what it does or says. */
const sentences: [RegExp, (books: Books, ...parts: string[]) => void][] = [
  ...mergingSentences,
  [/^charge (-?[\d.]+)$/, ({ actor, family }, amount) => void owe(actor, family, minor(amount))],
  [
    /^charge ([\d.]+) for materials$/,
    ({ actor, family }, amount) => void owe(actor, family, minor(amount), { source: "material" }),
  ],
  [
    /^invoice$/,
    ({ actor, family: { familyId } }) => {
      const chargeIds = listUnbilledCharges(actor, { familyId }).map(({ chargeId }) => chargeId)
      const choice = november(familyId, chargeIds)
      const dueOn = laterOf(choice.dueOn, today(actor.school.timeZone, now()))
      done(issueInvoice(actor, { ...choice, dueOn }))
    },
  ],
  [
    /^pay ([\d.]+)(?: for invoice (\d+))?$/,
    (books, amount, index) => {
      const paid = { amountMinor: minor(amount), method: "cash" as const, receivedOn: on, payerName: "Payer" }
      const { familyId } = books.family
      const target = index ? { invoiceId: invoiceOf(books, index) } : { familyId }
      done(recordPayment(books.actor, { ...paid, ...target }))
    },
  ],
  [
    /^move payment (\d+) to invoice (\d+) with ([\d.]+)$/,
    (books, payment, invoice, amount) =>
      done(
        movePayment(
          books.actor,
          paymentOf(books, payment),
          new Map([[invoiceOf(books, invoice), minor(amount)]]),
        ),
      ),
  ],
  [/^apply credit$/, ({ actor, family }) => done(applyCredit(actor, { familyId: family.familyId }))],
  [
    /^reverse payment (\d+)$/,
    (books, index) => done(reversePayment(books.actor, { paymentId: paymentOf(books, index), reason })),
  ],
  [
    /^refund ([\d.]+) of payment (\d+)$/,
    (books, amount, index) => {
      const refund = { amountMinor: minor(amount), method: "cash" as const, refundedOn: on, reason }
      done(refundPayment(books.actor, paymentOf(books, index), refund))
    },
  ],
  [
    /^the bank has ([\d.]+) of payment (\d+)(, by a new message)?$/,
    (books, amount, index, isNews) => {
      const paymentId = paymentOf(books, index)
      const facts = { paymentId, captureId: paymentId, takenMinor: minor(amount) }
      done(followChargeback(books.actor, isNews ? { ...facts, lostAt: now() } : facts))
    },
  ],
  [
    /^win the chargeback of payment (\d+)$/,
    (books, index) => done(winChargeback(books.actor, paymentOf(books, index), "office")),
  ],
  [
    /^=> ([\d.]+) is owed beside invoices$/,
    ({ actor, family }, amount) => expect(sumSpare(actor, family.familyId).owedMinor).toBe(minor(amount)),
  ],
  [
    /^refund credit ([\d.]+)$/,
    ({ actor, family }, amount) => {
      const refund = { amountMinor: minor(amount), method: "cash" as const, refundedOn: on, reason }
      done(refundCredit(actor, family.familyId, refund))
    },
  ],
  [
    /^refund (?:credit )?([\d.]+)(?: of payment (\d+))? on ([\d-]+) is refused$/,
    (books, amount, index, refundedOn = "") => {
      const refund = { amountMinor: minor(amount), method: "cash" as const, refundedOn, reason }
      const answer = index
        ? refundPayment(books.actor, paymentOf(books, index), refund)
        : refundCredit(books.actor, books.family.familyId, refund)
      expect(answer).toMatchObject({ ok: false, since: on })
    },
  ],
  [
    /^credit ([\d.]+) of invoice (\d+)$/,
    (books, amount, index) => {
      const invoice = findInvoice(books.actor, invoiceOf(books, index))
      let left = minor(amount)
      const amounts = new Map<string, number>()
      for (const line of invoice ? listCreditableLines(books.actor, invoice) : []) {
        const part = Math.min(left, line.leftMinor)
        if (part > 0) amounts.set(line.id, part)
        left -= part
      }
      done(creditInvoice(books.actor, { invoiceId: invoice?.id ?? "", amounts, reason }))
    },
  ],
  [
    /^credit charges$/,
    ({ actor, family: { familyId } }) => {
      const chargeIds = listUnbilledCharges(actor, { familyId }).map(({ chargeId }) => chargeId)
      done(creditCharges(actor, { familyId, chargeIds, reason }))
    },
  ],
  [
    /^void invoice (\d+)$/,
    (books, index) => done(voidInvoice(books.actor, { invoiceId: invoiceOf(books, index), reason })),
  ],
  [
    /^run$/,
    ({ actor, family }) => {
      const choice = { from: "2026-11-01", to: "2026-11-30", dueOn: "2026-12-02", note: null }
      const run = billFamilies(actor, { ...choice, familyIds: [family.familyId], asDrafts: false })
      expect(run).toMatchObject({ made: 1, refused: [] })
    },
  ],
  [
    /^undo run$/,
    ({ actor }) => {
      const started = startUndoRun(actor, listStandingRuns(actor)[0]?.id ?? "")
      done(started)
      if (started.ok) while (runNextItems(actor, started.taskId, undoRunWork));
    },
  ],
  [
    /^write off invoice (\d+)$/,
    (books, index) => done(writeOffInvoice(books.actor, { invoiceId: invoiceOf(books, index), reason })),
  ],
  [
    /^plan invoices? (\d+)(?: and (\d+))? in (\d+) installments from ([\d-]+)$/,
    (books, index, other, count, firstOn = "") => {
      const [invoiceId, ...more] = [index, ...(other ? [other] : [])].map((each) => invoiceOf(books, each))
      const open = [invoiceId, ...more].map((id) => findInvoice(books.actor, id ?? "")?.openMinor ?? 0)
      const totalMinor = open.reduce((sum, each) => sum + each, 0)
      const rows = propose({ totalMinor, count: Number(count), firstOn, rhythm: "month" })
      const plan = { invoiceId: invoiceId ?? "", invoiceIds: more, planId: null, rows, reason: "" }
      expect(agreePlan(books.actor, plan)).toMatchObject({ ok: true })
    },
  ],
  [
    /^end the plan of invoice (\d+)$/,
    (books, index) => done(endPlan(books.actor, invoiceOf(books, index), reason)),
  ],
  [
    /^late fees of (\d+)% on ([\d-]+)$/,
    ({ actor }, percent, on = "") => {
      fixClock(instantOf(on, "09:00", actor.school.timeZone))
      const rule = {
        kind: "percent",
        percent: Number(percent) * 1000,
        afterDays: 1,
        isMonthly: false,
      } as const
      changeLateFee(actor, rule)
      chargeLateFees(actor)
    },
  ],
  [
    /^=> ready to invoice ([\d.]+)$/,
    ({ actor, family: { familyId } }, amount) => {
      const waiting = listUnbilledCharges(actor, { familyId })
      expect(waiting.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(minor(amount))
    },
  ],
  [
    /^an employer pays (\d+)%$/,
    ({ actor, family: { familyId } }, percent) => {
      const added = addOutsidePayer(actor, familyId, employer)
      const rules = findPayerRules(actor, familyId)
      if (!added.ok || !rules) throw new Error("No employer was added.")
      const share = Number(percent) * 100
      const ofWhole = (part: number) => (part * (10_000 - share)) / 10_000
      const guardians = rules.guardians.map((each) => ({ ...each, share: ofWhole(each.share) }))
      const others = [{ id: added.payerId, share, amountMinor: null }]
      done(changePayers(actor, familyId, { ...rules, hasOwnInvoices: false, guardians, others }))
    },
  ],
  [
    /^the employer has ended$/,
    ({ actor, family: { familyId } }) => {
      const [other] = findPayerRules(actor, familyId)?.others ?? []
      const which = { familyId, payerId: other?.id ?? "" }
      expect(changeOutsidePayer(actor, which, { ...employer, endsOn: "2026-11-01" })).toEqual({ ok: true })
    },
  ],
  [
    /^=> payer (\d+) of invoice (\d+) owes (.+)$/,
    (books, payer, index, amounts) => {
      const invoice = findInvoice(books.actor, invoiceOf(books, index))
      const share = invoice?.shares[Number(payer) - 1]
      if (!invoice || !share) throw new Error("There is no such share.")
      const { payerId } = share
      const claims = claimsOfPayer(invoice.claims, invoice.shares, payerId)
      expect(claims.map(({ openMinor }) => openMinor)).toEqual(amounts?.split(" ").map(minor))
    },
  ],
  [
    /^=> installments of invoice (\d+) are (.+)$/,
    (books, index, amounts) =>
      expect(
        findInvoice(books.actor, invoiceOf(books, index))?.claims.map(({ openMinor }) => openMinor),
      ).toEqual(amounts === "none" ? [] : amounts?.split(" ").map(minor)),
  ],
  [
    /^=> the plan of invoice (\d+) lists (.+)$/,
    (books, index, amounts) =>
      expect(
        findInvoice(books.actor, invoiceOf(books, index))?.installments.map(({ amountMinor }) => amountMinor),
      ).toEqual(amounts?.split(" ").map(minor)),
  ],
  [
    /^=> ([\d.]+) of invoice (\d+) is overdue on ([\d-]+)$/,
    (books, amount, index, on = "") => {
      const claims = findInvoice(books.actor, invoiceOf(books, index))?.claims ?? []
      expect(dueBy(claims, addDays(on, -1))).toBe(minor(amount))
    },
  ],
  [/^restore invoice (\d+)$/, (books, index) => done(restoreInvoice(books.actor, invoiceOf(books, index)))],
  [
    /^=> balance (-?[\d.]+)$/,
    ({ actor, family: { familyId } }, amount) => {
      expect(familyBalance(actor, familyId)).toBe(minor(amount))
      expect(familyLedger(actor, familyId).at(-1)?.balanceMinor ?? 0).toBe(minor(amount))
    },
  ],
  [
    /^=> account credit ([\d.]+)$/,
    ({ actor, family }, amount) => expect(spareCredit(actor, family.familyId)).toBe(minor(amount)),
  ],
  [
    /^=> invoice (\d+) has ([\d.]+) due, (.+)$/,
    (books, index, amount, word) => {
      const invoice = findInvoice(books.actor, invoiceOf(books, index))
      expect(invoice?.openMinor).toBe(minor(amount))
      expect(invoice && stateLabels[invoice.state].word).toBe(word)
    },
  ],
  [
    /^=> shares of invoice (\d+) are (.+)$/,
    (books, index, amounts) =>
      expect(
        findInvoice(books.actor, invoiceOf(books, index))?.shares.map(({ amountMinor }) => amountMinor),
      ).toEqual(amounts?.split(" ").map(minor)),
  ],
]

/** "payers 40% 60%", the first line of an example about shares; "own" gives each payer an invoice. */
const payersOf = ([first = ""]: string[]) =>
  first.startsWith("payers ")
    ? first
        .slice(7)
        .split(" ")
        .filter((part) => part !== "own")
    : ["100%"]

const pointsOf = (share: string) => Math.round(Number(share.replace("%", "")) * 100)

/** Without percentages the shares are only what the family is imported with. */
function adultsOf(lines: string[]) {
  const shares = payersOf(lines)
  return shares.map((share, index) => ({
    name: shares.length > 1 ? `Payer ${index + 1}` : "Payer",
    payerShare: share.endsWith("%") ? pointsOf(share) : index === 0 ? 10_000 : 0,
  }))
}

function setPayers({ actor, family }: Books, lines: string[]) {
  const shares = payersOf(lines)
  const [first = ""] = shares
  const idOf = (index: number) => family.guardianIds[index] ?? ""
  const shareBy = first.endsWith("%") ? "percent" : /^[\d.]+$/.test(first) ? "amount" : "category"
  const parts = shares.flatMap((share, index) =>
    shareBy === "category" || share === "rest" ? share.split("+").map((part) => [part, idOf(index)]) : [],
  )
  const guardians = shares.map((share, index) => ({
    id: idOf(index),
    share: shareBy === "percent" ? pointsOf(share) : 0,
    amountMinor: shareBy === "amount" && share !== "rest" ? minor(share) : null,
    billingEmail: null,
    billingAddress: null,
  }))
  const hasOwnInvoices = lines[0]?.startsWith("payers own ") ?? false
  const rules = { shareBy, hasOwnInvoices, guardians, parts: Object.fromEntries(parts) } as const
  done(changePayers(actor, family.familyId, rules))
}

beforeEach(() => fixClock(testNow))

describe("the examples of docs/accounting.md", () => {
  const examples = readExamples()

  test("are there, each with something to prove", () => {
    expect(examples.length).toBeGreaterThan(12)
    for (const { lines } of examples) expect(lines.some((line) => line.startsWith("=> "))).toBe(true)
  })

  test.each(examples)("$rule", ({ lines }) => {
    const { actor } = openSchool()
    const books = { actor, family: openFamily(actor, { adults: adultsOf(lines) }), at: testNow }
    setPayers(books, lines)
    for (const [index, line] of lines.filter((each) => !each.startsWith("payers ")).entries()) {
      fixClock(testNow + index * 1000)
      const found = sentences.find(([pattern]) => pattern.test(line))
      if (!found) throw new Error(`No such sentence: ${line}`)
      const [pattern, act] = found
      act(books, ...(pattern.exec(line) ?? []).slice(1))
    }
    booksAreSound()
  })
})
