import { schools } from "db/schema/accounts-schools"
import { jobs } from "db/schema/foundation"
import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { invoices } from "db/schema/money"
import { and, eq, lte } from "drizzle-orm"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import { runNextJob } from "~/jobs/run-job.server"
import type { Actor } from "~/models/foundation/access/actor"
import { queueJob } from "~/models/foundation/job/job.server"
import { pullForwardMailOf } from "~/models/foundation/outbox/outbox.server"
import { cancelTask, runNextItems } from "~/models/foundation/task/run-task.server"
import { listTaskItems } from "~/models/foundation/task/task.server"
import { fixClock, now } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import { billFamilies, openFamily, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { inHistoriesAsync } from "../../../../tests/support/histories/count"
import { inAct } from "../../../../tests/support/in-act"
import { payInCash } from "../../../../tests/support/payments"
import { changeRows, openSchool, removeRows, rowsOf } from "../../../../tests/support/school"
import { changeAutoRule } from "../auto-invoicing/auto-invoicing.server"
import { sumUnbilledCharges } from "../charge/unbilled.server"
import { familyBalance } from "../ledger/ledger.server"
import { openOrder } from "../payment-order/payment-order.server"
import { billBatch } from "./invoice-batch.server"
import { findRun, listStandingRuns, sendRunNow, sumRun } from "./invoice-run.server"
import { undoRun, undoRunWork } from "./undo-run.server"
import { voidInvoice } from "./void-invoice.server"

const minute = 60_000
const choice = { from: "2026-11-01", to: "2026-11-30", dueOn: "2026-12-02", note: null, asDrafts: false }

beforeEach(() => {
  removeRows(jobs)
})

function openRun(families = 3) {
  const { actor } = openSchool()
  const owing = Array.from({ length: families }, (_, n) => {
    const adults = [{ name: `Payer ${n}`, email: `payer${n}@mail.example`, payerShare: 10_000 }]
    const family = openFamily(actor, { name: `Family ${n}`, adults, children: ["Mia"] })
    owe(actor, family, 1000 + n)
    return family.familyId
  })
  return { actor, owing }
}

function send(actor: Actor, familyIds: readonly string[], formKey: string | null = null): string {
  const answer = billFamilies(actor, { ...choice, familyIds }, formKey)
  if (!answer.run) throw new Error("There is no run.")
  return answer.run.id
}

const papers = ({ school }: Actor) =>
  rowsOf(
    invoices,
    { schoolId: school.id },
    { only: ["id", "number", "sequence", "state", "voidReason", "familyId", "totalMinor"], by: "sequence" },
  )

/** The invoices' emails that could leave now, and all of them. */
function mails({ school }: Actor) {
  const ofSchool = and(eq(emails.schoolId, school.id), eq(emails.template, "invoice-issued"))
  const due = rowsOf(emails, and(ofSchool, lte(emails.dueAt, now())))
  return { due: due.length, all: rowsOf(emails, ofSchool).length }
}

const pay = (actor: Actor, familyId: string, amountMinor: number) =>
  payInCash(actor, { familyId, amountMinor, payerName: "Payer" })

describe("an invoice run whose emails wait", () => {
  test("leaves its emails when the time is over, each once", async () => {
    const { actor, owing } = openRun()
    const runId = send(actor, owing)
    expect(mails(actor)).toEqual({ due: 0, all: 3 })
    expect(findRun(actor, runId)).toMatchObject({ state: "held", heldUntil: testNow + 2 * minute })
    while (await runNextJob());
    expect(mails(actor).due).toBe(0)
    fixClock(testNow + 2 * minute)
    expect(findRun(actor, runId)?.state).toBe("sent")
    while (await runNextJob());
    expect(mails(actor)).toEqual({ due: 3, all: 3 })
    expect(await undoRun(actor, runId)).toBeRefused("left")
    expect(listStandingRuns(actor)).toEqual([])
  })

  test("is undone as a whole: invoices void under their numbers, items ready again, no email ever", async () => {
    const { actor, owing } = openRun()
    const before = sumUnbilledCharges(actor)
    const runId = send(actor, owing)
    const numbers = papers(actor).map(({ number }) => number)
    const undone = await undoRun(actor, runId)
    expect(undone.ok).toBe(true)
    expect(papers(actor).map(({ state }) => state)).toEqual(["void", "void", "void"])
    expect(papers(actor).map(({ number }) => number)).toEqual(numbers)
    expect(papers(actor)[0]?.voidReason).toBe("Invoice run undone before its emails left")
    expect(sumUnbilledCharges(actor)).toEqual(before)
    expect(findRun(actor, runId)?.state).toBe("undone")
    fixClock(testNow + 60 * minute)
    while (await runNextJob());
    expect(mails(actor)).toEqual({ due: 0, all: 0 })
    const again = send(actor, owing)
    expect(papers(actor).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6])
    expect(sumRun(actor, again)).toEqual({ made: 3, totalMinor: 3003, voided: 0 })
  })

  test("is undone once, by two people at once and by a double click, with one entry in the activity", async () => {
    const { actor, owing } = openRun()
    const runId = send(actor, owing)
    const [one, two] = await Promise.all([undoRun(actor, runId), undoRun(actor, runId)])
    const three = await undoRun(actor, runId)
    expect([one.ok, two.ok, three.ok]).toEqual([true, true, true])
    expect(new Set([one, two, three].map((answer) => answer.ok && answer.taskId)).size).toBe(1)
    const entries = rowsOf(events, { schoolId: actor.school.id, verb: "undo-run" })
    expect(entries.map(({ after }) => after)).toEqual(['{"invoices":3}'])
  })

  test("keeps what a family has paid since, and that email leaves", async () => {
    const { actor, owing } = openRun()
    const runId = send(actor, owing)
    fixClock(testNow + minute)
    expect(pay(actor, owing[1] ?? "", 1001).ok).toBe(true)
    const undone = await undoRun(actor, runId)
    expect(papers(actor).map(({ state }) => state)).toEqual(["void", "issued", "void"])
    const kept = undone.ok ? listTaskItems(actor, undone.taskId, { state: "excepted", page: 1 }) : []
    expect(kept.map(({ note }) => note)).toEqual(["Has a payment since it was sent. Its email leaves now."])
    expect(mails(actor)).toEqual({ due: 1, all: 1 })
  })

  test("keeps an invoice that is paid together with another one, whichever of them the order names", async () => {
    const { actor, owing } = openRun()
    const runId = send(actor, owing)
    const [first, second] = papers(actor)
    const parts = [first, second].map((paper) => ({ invoiceId: paper?.id ?? "", amountMinor: 1_000 }))
    const payer = { memberId: actor.memberId ?? "", linkId: null, payerId: null }
    openOrder(actor, { ...payer, provider: "paypal", payeeEmail: "fees@harmony.example" }, parts)
    await undoRun(actor, runId)
    expect(papers(actor).map(({ state }) => state)).toEqual(["issued", "issued", "void"])
  })

  test("keeps an invoice whose email left because its run took too long", async () => {
    const { actor, owing } = openRun()
    const runId = send(actor, owing)
    const [first] = papers(actor)
    changeRows(emails, { gatheredFor: first?.id ?? "" }, { dueAt: testNow })
    const undone = await undoRun(actor, runId)
    expect(papers(actor).map(({ state }) => state)).toEqual(["issued", "void", "void"])
    const kept = undone.ok ? listTaskItems(actor, undone.taskId, { state: "excepted", page: 1 }) : []
    expect(kept.map(({ note }) => note)).toEqual(["Its email has left already."])
  })

  test("keeps its emails held when the school may send again", async () => {
    const { actor, owing } = openRun()
    const runId = send(actor, owing)
    pullForwardMailOf(actor.school.id)
    expect(mails(actor)).toEqual({ due: 0, all: 3 })
    expect((await undoRun(actor, runId)).ok).toBe(true)
    expect(mails(actor).all).toBe(0)
  })

  test("gives account credit back that it had used", async () => {
    const { actor, owing } = openRun(1)
    pay(actor, owing[0] ?? "", 400)
    fixClock(testNow + minute)
    const balance = () => familyBalance(actor, owing[0] ?? "")
    const before = balance()
    const runId = send(actor, owing)
    fixClock(testNow + 2 * minute)
    await undoRun(actor, runId)
    expect(balance()).toEqual(before)
    expect(papers(actor)[0]?.state).toBe("void")
  })

  test("voided one at a time takes that one's email back alone", () => {
    const { actor, owing } = openRun()
    send(actor, owing)
    voidInvoice(actor, { invoiceId: papers(actor)[0]?.id ?? "", reason: "Wrong month" })
    expect(mails(actor).all).toBe(2)
  })

  test("sent off early has no undo any more, and sends its emails once", async () => {
    const { actor, owing } = openRun()
    const runId = send(actor, owing)
    expect(sendRunNow(actor, runId)).toEqual({ ok: true })
    expect(sendRunNow(actor, runId)).toBeRefused("not-held")
    while (await runNextJob());
    expect(mails(actor)).toEqual({ due: 3, all: 3 })
    expect(await undoRun(actor, runId)).toBeRefused("left")
  })

  test("sent twice by the same form is one run", () => {
    const { actor, owing } = openRun()
    expect(send(actor, owing, "key")).toBe(send(actor, owing, "key"))
    expect(papers(actor)).toHaveLength(3)
  })

  test("of a school that sends at once can't be undone", async () => {
    const { actor, owing } = openRun()
    changeRows(schools, { id: actor.school.id }, { invoiceHoldMinutes: 0 })
    const runId = send(actor, owing)
    expect(mails(actor)).toEqual({ due: 3, all: 3 })
    expect(await undoRun(actor, runId)).toBeRefused("left")
  })

  test("is another school's to no one", async () => {
    const { actor, owing } = openRun()
    const runId = send(actor, owing)
    const other = openSchool().actor
    expect(findRun(other, runId)).toBeUndefined()
    expect(await undoRun(other, runId)).toBeRefused("not-found")
    expect(sendRunNow(other, runId)).toBeRefused("not-found")
  })

  test("of many families is undone in the background", async () => {
    const { actor, owing } = openRun(30)
    const { isOver } = await billBatch(actor, { ...choice, familyIds: owing })
    expect(isOver).toBe(false)
    expect(listStandingRuns(actor)).toEqual([])
    while (await runNextJob());
    const [standing] = listStandingRuns(actor)
    const undone = await undoRun(actor, standing?.id ?? "")
    expect(findRun(actor, standing?.id ?? "")?.state).toBe("undoing")
    expect(undone.ok).toBe(true)
    while (await runNextJob());
    expect(new Set(papers(actor).map(({ state }) => state))).toEqual(new Set(["void"]))
    expect(mails(actor).all).toBe(0)
  })
})

test("an undo stopped in the middle leaves the rest as sent, and emails it", async () => {
  const { actor, owing } = openRun(30)
  billFamilies(actor, { ...choice, familyIds: owing })
  while (await runNextJob());
  const undone = await undoRun(actor, listStandingRuns(actor)[0]?.id ?? "")
  if (!undone.ok) throw new Error(undone.reason)
  runNextItems(actor, undone.taskId, undoRunWork)
  cancelTask(actor, undone.taskId)
  while (await runNextJob());
  const standing = papers(actor).filter(({ state }) => state === "issued").length
  expect(standing).toBeGreaterThanOrEqual(28)
  expect(mails(actor)).toEqual({ due: standing, all: standing })
})

describe("an automatic run", () => {
  test("waits an hour, says so to the office, and is undone like any other", async () => {
    const { actor } = openRun()
    const at = (day: string) => fixClock(instantOf(day, "09:30", actor.school.timeZone))
    at("2026-11-29")
    changeAutoRule(actor, { isOn: true, dayOfMonth: 1, period: "past" })
    for (const day of ["2026-11-30", "2026-12-01"]) {
      at(day)
      inAct(queueJob)({ kind: "invoice-automatically" })
      while (await runNextJob());
    }
    const [told] = rowsOf(emails, { schoolId: actor.school.id, template: "auto-invoices-sent" })
    const [run] = listStandingRuns(actor)
    expect(JSON.parse(told?.data ?? "{}")).toMatchObject({ hold: { runId: run?.id, until: "10:30 AM" } })
    expect(mails(actor)).toEqual({ due: 0, all: 3 })
    expect((await undoRun(actor, run?.id ?? "")).ok).toBe(true)
    expect(sumRun(actor, run?.id ?? "")).toEqual({ made: 3, totalMinor: 3003, voided: 3 })
  })
})

describe("any history of runs, payments and undos", () => {
  test("keeps numbers without a gap, charges on one invoice at most, and balances equal to their parts", async () => {
    const act = fc.oneof(
      fc.record({ verb: fc.constant("send" as const) }),
      fc.record({ verb: fc.constant("undo" as const) }),
      fc.record({
        verb: fc.constant("owe" as const),
        family: fc.nat(2),
        amount: fc.integer({ min: 1, max: 9999 }),
      }),
      fc.record({
        verb: fc.constant("pay" as const),
        family: fc.nat(2),
        amount: fc.integer({ min: 1, max: 9999 }),
      }),
      fc.record({ verb: fc.constant("wait" as const) }),
    )
    await inHistoriesAsync(40, fc.array(act, { maxLength: 14 }), async (acts) => {
      let at = testNow
      fixClock(at)
      const { actor, owing } = openRun()
      const owed = [1000, 1001, 1002]
      const paid = [0, 0, 0]
      let runId: string | undefined
      for (const each of acts) {
        at += 1000
        fixClock(at)
        if (each.verb === "send") {
          const answer = billFamilies(actor, { ...choice, familyIds: owing })
          runId = answer.run?.id ?? runId
        } else if (each.verb === "undo" && runId) await undoRun(actor, runId)
        else if (each.verb === "wait") at += 3 * minute
        else if (each.verb === "owe") {
          owe(actor, { familyId: owing[each.family] ?? "", studentIds: [] }, each.amount)
          owed[each.family] = (owed[each.family] ?? 0) + each.amount
        } else if (each.verb === "pay" && pay(actor, owing[each.family] ?? "", each.amount).ok)
          paid[each.family] = (paid[each.family] ?? 0) + each.amount
      }
      const sequences = papers(actor).map(({ sequence }) => sequence)
      expect(sequences).toEqual(sequences.map((_, index) => index + 1))
      const standing = papers(actor).filter(({ state }) => state === "issued")
      const billed = standing.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
      const unbilled = sumUnbilledCharges(actor).amountMinor
      expect(billed + unbilled).toBe(owed.reduce((sum, each) => sum + each, 0))
      for (const [index, familyId] of owing.entries()) {
        const ofFamily = standing.filter((paper) => paper.familyId === familyId)
        const asked = ofFamily.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
        expect(familyBalance(actor, familyId)).toBe(asked - (paid[index] ?? 0))
      }
    })
  })
})
