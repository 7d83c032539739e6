import { stripeAccounts } from "db/schema/accounts-stripe"
import { isNotNull } from "drizzle-orm"
import { expect, vi } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { add, remove } from "~/models/foundation/access/door.server"
import { seal } from "~/utils/seal.server"
import { startSandbox } from "../../sandbox/sandbox"
import { inAct } from "./in-act"
import { withSettings } from "./settings"

type Fault = {
  path?: string
  method?: string
  kind: string
  status?: number
  times?: number
  ms?: number
  afterwards?: boolean
}
type Intent = { id: string; status: string; amount: number; amount_received: number }
type Message = { body: string; signature: string }

export const webhookSecret = "whsec_standinstandinstandin"
export const cards = {
  good: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  checked: "4000 0025 0000 3155",
  /** Saved without a question, then declined at each charge. */
  declinedLater: "4000 0000 0000 0341",
  debit: "DE89 3704 0044 0532 0130 00",
  usDebit: "000123456789",
  ideal: "iDEAL",
}

let accounts = 0

/** Starts the practice Stripe for one test file and points the app at it. */
export async function startStripe() {
  const sandbox = await startSandbox({ port: 0, appUrl: "http://localhost:3000" })
  withSettings({ STRIPE_API_BASE: `${sandbox.url}/stripe`, PAYPAL_API_BASE: `${sandbox.url}/paypal` })

  async function control(path: string, body?: unknown, method = body === undefined ? "GET" : "POST") {
    const response = await fetch(`${sandbox.url}/__control${path}`, {
      method,
      headers: { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    expect(response.ok, await response.clone().text()).toBe(true)
    return response
  }

  return {
    url: sandbox.url,
    control,
    close: () => sandbox.close(),
    fault: (fault: Fault) => control("/faults", { target: "stripe", ...fault }),
    noFaults: () => control("/faults", undefined, "DELETE"),
    /** Waits until the app has asked for what every fault waits for. */
    struck: () =>
      vi.waitFor(async () => expect(await (await control("/faults")).json()).toEqual([]), {
        timeout: 10_000,
        interval: 10,
      }),
    /** Has an account's messages written, and sent only by `deliver`. */
    tell: (account: string, url = "http://localhost:3000/nowhere") =>
      control("/stripe/endpoints", { account, url, secret: webhookSecret, isPaused: true }),
    deliver: (account: string) => control(`/stripe/${account}/deliver`, {}),
    messages: async (account: string): Promise<Message[]> =>
      (await control(`/stripe/${account}/messages`)).json(),
    payments: async (account: string): Promise<Intent[]> =>
      (await control(`/stripe/${account}/payments`)).json(),
    sessions: async (account: string): Promise<{ id: string; status: string; expires_at: number }[]> =>
      (await control(`/stripe/${account}/sessions`)).json(),
    refunds: async (account: string): Promise<{ id: string; amount: number }[]> =>
      (await control(`/stripe/${account}/refunds`)).json(),
    failRefund: (refundId: string) => control(`/stripe/refunds/${refundId}/fail`, {}),
    /** Pays out all that is there, to arrive two days later; its amount. */
    payOut: async (account: string): Promise<{ id: string; amount: number } | null> =>
      (await control(`/stripe/${account}/payout`, {})).json(),
    endPayouts: (account: string, status: "paid" | "failed") =>
      control(`/stripe/${account}/payout`, { status }),
    change: (paymentId: string, body: unknown) => control(`/stripe/payments/${paymentId}`, body),
    methods: async (account: string): Promise<{ id: string; customer: string | null }[]> =>
      (await control(`/stripe/${account}/methods`)).json(),
    changeMethod: (methodId: string, body: unknown) => control(`/stripe/methods/${methodId}`, body),
    /** Sets the clock of Stripe forward with ours. */
    pass: (advance: string) => control("/clock", { advance }),
    /** Presses a button on Stripe's page; answers the path the browser is sent to, or null where it stays there. */
    async press(
      pageUrl: string,
      choice: string,
      number = cards.good,
      expires = "08/27",
    ): Promise<string | null> {
      const answer = await fetch(pageUrl, {
        method: "POST",
        body: new URLSearchParams({ choice, number, expires }),
        redirect: "manual",
      })
      const location = answer.headers.get("Location")
      if (!location) return null
      const to = new URL(location)
      return `${to.pathname}${to.search}`
    },
  }
}

/** Gives a school a Stripe account of its own; answers its ID there. */
export function giveStripe(school: Actor): string {
  accounts += 1
  const account = `school${String(accounts).padStart(6, "0")}`
  const key = `sk_test_${account}_1`
  inAct(() =>
    add(school, stripeAccounts, {
      account: `acct_${account}`,
      name: `Account ${account}`,
      isTest: true,
      sealedKey: seal("stripe-key", key),
      keyEnd: key.slice(-4),
      sealedWebhookSecret: seal("stripe-webhook", webhookSecret),
      checkedAt: 1,
    }),
  )()
  return `acct_${account}`
}

/** Takes a school's Stripe account away, as if its key were removed. */
export const takeStripe = (school: Actor) =>
  inAct(() => remove(school, stripeAccounts, isNotNull(stripeAccounts.account)))()
