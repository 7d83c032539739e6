import type { Router } from "express"
import { z } from "zod"
import type { State } from "../state"
import { announce } from "./events"
import type { Payout } from "./kept"
import { idOf, seconds } from "./objects"
import { accountOf } from "./requests"

// The balance of an account: what each payment, refund and lost dispute did to it, with Stripe's fee, and what was paid out.

type Transaction = {
  id: string
  type: string
  amount: number
  fee: number
  currency: string
  created: number
  source: { object: string; id: string; payment_intent: string }
}

/** Worked out from what happened, the newest first. */
export function transactionsOf(state: State, account: string): Transaction[] {
  const own = <T extends { account: string }>(rows: T[]) => rows.filter((row) => row.account === account)
  const paid = own(state.stripeIntents.list()).filter(({ status }) => status === "succeeded")
  const made = paid.map(({ id, chargeId, amount_received: amount, currency, created, booked }) => ({
    id: `txn_${chargeId}`,
    type: "charge",
    amount,
    fee: Math.round(amount * 0.029) + 30,
    currency,
    created: booked ?? created,
    source: { object: "charge", id: chargeId, payment_intent: id },
  }))
  const refunded = own(state.stripeRefunds.list())
    .filter(({ status, failed }) => status === "succeeded" || failed)
    .flatMap(({ id, amount, currency, created, payment_intent, failed }) => {
      const source = { object: "refund", id, payment_intent }
      const made = { id: `txn_${id}`, type: "refund", amount: -amount, fee: 0, currency, created, source }
      return failed
        ? [made, { ...made, id: `${made.id}_failed`, type: "refund_failure", amount, created: failed }]
        : [made]
    })
  // What is disputed is taken at once, with a fee; won, it comes again without the fee.
  const lost = own(state.stripeDisputes.list()).flatMap(
    ({ id, amount, currency, created, payment_intent, status, closed }) => {
      const source = { object: "dispute", id, payment_intent }
      const taken = {
        id: `txn_${id}`,
        type: "adjustment",
        amount: -amount,
        fee: 1500,
        currency,
        created,
        source,
      }
      return status === "won" && closed
        ? [taken, { ...taken, id: `${taken.id}_won`, amount, fee: 0, created: closed }]
        : [taken]
    },
  )
  return [...made, ...refunded, ...lost].sort((one, other) => other.created - one.created)
}

const netOf = (rows: readonly Transaction[]) => rows.reduce((sum, { amount, fee }) => sum + amount - fee, 0)

/** Pays out all that isn't yet, to arrive two days later. */
export function payOut(state: State, account: string): Payout | undefined {
  const out = new Set(
    ofAccount(state, account).flatMap(({ status, transactions }) =>
      status === "failed" ? [] : transactions,
    ),
  )
  const rows = transactionsOf(state, account).filter(({ id }) => !out.has(id))
  const [first] = rows
  if (!first) return undefined
  const payout = state.stripePayouts.save({
    id: idOf("po"),
    account,
    amount: netOf(rows),
    currency: first.currency,
    status: "in_transit",
    automatic: true,
    arrival_date: seconds(state) + 2 * 86_400,
    transactions: rows.map(({ id }) => id),
    created: seconds(state),
  })
  announce(state, account, "payout.created", show(payout))
  return payout
}

/** A payout has arrived at the bank, or came back. */
export function endPayout(state: State, payout: Payout, status: "paid" | "failed"): Payout {
  const ended = state.stripePayouts.save({ ...payout, status })
  announce(state, ended.account, `payout.${status}`, show(ended))
  return ended
}

const ofAccount = (state: State, account: string): Payout[] =>
  state.stripePayouts.list().filter((payout) => payout.account === account)

const show = ({ account: _, transactions: _in, ...payout }: Payout) => ({ object: "payout", ...payout })

const Listed = z.object({
  created: z.object({ gte: z.coerce.number() }).optional(),
  payout: z.string().optional(),
  limit: z.coerce.number().default(10),
  starting_after: z.string().optional(),
})

export function balanceRoutes(state: State, api: Router) {
  const listed = <T extends { id: string; created: number }>(rows: T[], query: unknown) => {
    const { created, limit, starting_after } = Listed.parse(query)
    const since = rows.filter((row) => row.created >= (created?.gte ?? 0))
    const from = starting_after ? since.findIndex(({ id }) => id === starting_after) + 1 : 0
    return { object: "list", has_more: since.length > from + limit, data: since.slice(from, from + limit) }
  }
  api.get("/v1/balance_transactions", (request, response) => {
    const account = accountOf(response)
    const { payout } = Listed.parse(request.query)
    const within = payout ? new Set(state.stripePayouts.find(payout)?.transactions) : undefined
    const rows = transactionsOf(state, account).filter(({ id }) => !within || within.has(id))
    response.json(
      listed(
        rows.map((row) => ({ object: "balance_transaction", ...row })),
        request.query,
      ),
    )
  })
  api.get("/v1/payouts", (request, response) => {
    const rows = ofAccount(state, accountOf(response)).sort((one, other) => other.created - one.created)
    response.json(listed(rows.map(show), request.query))
  })
}
