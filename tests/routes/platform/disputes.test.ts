import { platformPayments, providerEvents, subscriptionCases } from "db/schema/accounts-subscriptions"
import { emails } from "db/schema/foundation-mail"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import { applyProviderEvent } from "~/jobs/apply-provider-event.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock, now } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { inHistoriesAsync } from "../../support/histories/count"
import { addRows, openSchool, rowsOf } from "../../support/school"
import { addStaff } from "../../support/support-chat"

// Disputes of what schools paid us: each is a case of its own, however late and in whatever order PayPal’s messages come.

const minute = 60_000
const cases = "/super-admin/paid-subscriptions"
let count = 0
let actor: Actor
let paymentId: string
let staff: Browser
beforeEach(async () => {
  count += 1
  actor = openSchool({ name: `Sforzando School ${count}` }).actor
  paymentId = pay()
  staff = await Browser.of(addStaff().userId)
})

function pay() {
  count += 1
  const id = `PAY-${count}`
  addRows(platformPayments, {
    id,
    schoolId: actor.school.id,
    providerSubscriptionId: "I-1",
    amountMinor: 14_900,
    currency: "USD",
    status: "COMPLETED",
    paidAt: testNow,
    updatedAt: testNow,
  })
  return id
}

type Told = { verb: string; id?: string; of?: string; at?: number; status?: string; amount?: string }

/** A message of PayPal; `at` is in minutes, by PayPal's clock. */
async function tell({ verb, id, of = paymentId, at, status, amount }: Told) {
  count += 1
  const event = { id: `WH-${count}`, kind: `CUSTOMER.DISPUTE.${verb}`, resourceId: of }
  const resource = {
    ...(id ? { dispute_id: id } : {}),
    ...(status ? { status } : {}),
    ...(at === undefined ? {} : { update_time: new Date(testNow + at * minute).toISOString() }),
    ...(amount ? { dispute_amount: { currency_code: "USD", value: amount } } : {}),
    seller_response_due_date: "2026-12-02T10:00:00.000Z",
    disputed_transactions: [{ seller_transaction_id: of }],
  }
  const raw = JSON.stringify({ id: event.id, event_type: event.kind, resource })
  addRows(providerEvents, { ...event, raw, receivedAt: now() })
  await applyProviderEvent({ eventId: event.id })
}

const filed = () =>
  rowsOf(subscriptionCases, { schoolId: actor.school.id, reason: "dispute" }, { by: ["createdAt", "id"] })
const open = () => filed().filter(({ closedAt }) => closedAt === null)
const mailed = () =>
  rowsOf(emails, { template: "case-opened" }).filter(({ data }) => data.includes(actor.school.name))

describe("disputes", () => {
  test("of one school are cases of their own: both are counted, shown and mailed, and each closes alone", async () => {
    const second = pay()
    await tell({ verb: "CREATED", id: "PP-D-1", at: 0, amount: "49.00" })
    await tell({ verb: "CREATED", id: "PP-D-2", of: second, at: 1 })
    const page = await staff.read(cases)
    const name = actor.school.name
    expect(page).toMatch(
      new RegExp(`${name} Payment disputed Disputed: \\$49\\.00 Answer by: Dec 2, 2026 .*Dispute ID: PP-D-1`),
    )
    expect(page).toMatch(new RegExp(`${name} Payment disputed .*Dispute ID: PP-D-2`))
    const cards = await staff.read("/super-admin")
    const all = rowsOf(subscriptionCases, { closedAt: null })
    expect(cards).toContain(`${all.length} cases to review`)
    const recipients = new Set(mailed().map(({ recipient }) => recipient))
    expect(mailed()).toHaveLength(2 * recipients.size)

    await tell({ verb: "RESOLVED", id: "PP-D-1", at: 2 })
    expect(filed().map(({ subject, closedBy }) => [subject, closedBy])).toEqual([
      ["PP-D-1", "settled at PayPal"],
      ["PP-D-2", null],
    ])
    expect(await staff.read(cases)).toMatch(/Needs review.*PP-D-2.*Closed cases.*PP-D-1/)
  })

  test("of one payment, too, and of a PayPal that names no dispute", async () => {
    await tell({ verb: "CREATED", id: "PP-D-3" })
    await tell({ verb: "CREATED", id: "PP-D-4" })
    await tell({ verb: "CREATED" })
    expect(open()).toHaveLength(3)
    await tell({ verb: "RESOLVED" })
    expect(open().map(({ subject }) => subject)).toEqual(["PP-D-3", "PP-D-4"])
  })

  test("late, that one began which is settled already, is no case; another dispute is one", async () => {
    await tell({ verb: "RESOLVED", id: "PP-D-1" })
    await tell({ verb: "CREATED", id: "PP-D-1" })
    expect(filed()).toEqual([])
    await tell({ verb: "UPDATED", id: "PP-D-2" })
    expect(filed()).toMatchObject([{ closedAt: null }])
  })

  test("that staff closed stay closed for what PayPal said before, and come back for what it says after", async () => {
    await tell({ verb: "CREATED", id: "PP-D-5", at: 0 })
    const [dispute] = open()
    fixClock(testNow + 10 * minute)
    await staff.submit(cases, { intent: "close", schoolId: actor.school.id, caseId: dispute?.id ?? "" })
    await tell({ verb: "UPDATED", id: "PP-D-5", at: 5 })
    expect(open()).toEqual([])
    await tell({ verb: "UPDATED", id: "PP-D-5", at: 15, status: "WAITING_FOR_SELLER_RESPONSE" })
    expect(open()).toMatchObject([{ subject: "PP-D-5" }])
    await tell({ verb: "UPDATED", id: "PP-D-5", at: 16, status: "RESOLVED" })
    expect(open()).toEqual([])
    // The buyer appeals.
    await tell({ verb: "UPDATED", id: "PP-D-5", at: 30, status: "UNDER_REVIEW" })
    expect(open()).toHaveLength(1)
  })

  test("stand as PayPal’s newest message says, in whatever order and however often the messages come", async () => {
    // By our clock all of it comes late.
    fixClock(testNow + 60 * minute)
    const told = fc.record({
      verb: fc.constantFrom("CREATED", "UPDATED", "RESOLVED"),
      id: fc.constantFrom("A", "B"),
      at: fc.integer({ min: 0, max: 50 }),
    })
    await inHistoriesAsync(
      40,
      fc.uniqueArray(told, { minLength: 1, maxLength: 7, selector: ({ id, at }) => `${id}${at}` }),
      async (messages) => {
        count += 1
        const run = `${count}`
        for (const message of messages) await tell({ ...message, id: `${message.id}-${run}` })
        const expected = ["A", "B"].filter((id) => {
          const [newest] = messages.filter((each) => each.id === id).sort((one, other) => other.at - one.at)
          return newest && newest.verb !== "RESOLVED"
        })
        const standing = open()
          .map(({ subject }) => subject)
          .filter((subject) => subject.endsWith(`-${run}`))
        expect(standing.sort()).toEqual(expected.map((id) => `${id}-${run}`))
      },
    )
  })
})
