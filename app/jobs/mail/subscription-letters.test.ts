import { expect, test } from "vitest"
import type { LeasedMail } from "~/models/foundation/outbox/outbox.server"
import type { SubscriptionMailData } from "~/models/foundation/outbox/subscription-mail-data"
import { composeMail } from "./compose-mail.server"

// What a school's office reads about its subscription: each letter with facts like real ones, so that none is forgotten
// (the type names the one that is missing) and none says "undefined" or "null".

const to = { schoolName: "Aria Academy", name: "Ruth Castellano" }
const failure = {
  ...to,
  amount: "$29.00",
  failedOn: "November 18, 2026",
  nextTryOn: "November 23, 2026",
  openUntil: "December 2, 2026",
}
const accessChanged = { ...to, message: "You wrote to us about the move." }
type Letters = {
  [Template in keyof SubscriptionMailData]: [facts: SubscriptionMailData[Template], says: string][]
}

const letters: Letters = {
  "subscription-active": [
    [
      { ...to, plan: "Standard", interval: "monthly", paidUntil: "December 18, 2026" },
      "Standard plan for Aria Academy",
    ],
  ],
  "subscription-expired": [[{ ...to, plan: "Standard" }, "Choose a plan to reopen it."]],
  "renewal-failed": [
    [failure, "PayPal tries again on November 23, 2026"],
    [{ ...failure, nextTryOn: null }, "PayPal won’t try again without you."],
  ],
  "renewal-reminder": [[failure, "If it isn’t paid by December 2, 2026"]],
  "renewal-recovered": [
    [{ ...to, amount: "$29.00", paidUntil: "December 18, 2026" }, "$29.00"],
    [{ ...to, amount: "$29.00", paidUntil: null }, "$29.00"],
  ],
  "subscription-renewed": [
    [
      {
        ...to,
        plan: "Standard",
        interval: "monthly",
        amount: "$29.00",
        paidUntil: "December 18, 2026",
        receiptId: "PAY-1",
      },
      "December 18, 2026",
    ],
  ],
  "plan-changed": [
    [{ ...to, plan: "Professional", interval: "yearly", price: "$399.00", from: null }, "Professional"],
    [
      { ...to, plan: "Standard", interval: "monthly", price: "$29.00", from: "December 18, 2026" },
      "December 18, 2026",
    ],
  ],
  "subscription-canceled": [
    [{ ...to, endsOn: "December 18, 2026", canReturn: true }, "December 18, 2026"],
    [{ ...to, endsOn: "December 18, 2026", canReturn: false }, "December 18, 2026"],
    [
      { ...to, endsOn: "October 17, 2027", canReturn: false, deletedOn: "February 14, 2027" },
      "all its data will be deleted on February 14, 2027",
    ],
  ],
  "subscription-kept": [
    [{ ...to, renewsOn: "December 18, 2026" }, "December 18, 2026"],
    [{ ...to, renewsOn: null }, "Aria Academy"],
  ],
  "subscription-refunded": [
    [
      { ...to, amount: "$10.00", receiptId: "PAY-1", message: "Sorry for the outage." },
      "Sorry for the outage.",
    ],
    [{ ...to, amount: "$10.00", receiptId: "PAY-1", message: null }, "$10.00"],
  ],
  "access-changed": (
    ["extended", "suspended", "restored", "ended", "credited", "credit-taken-back"] as const
  ).map((change) => [{ ...accessChanged, change }, "You wrote to us about the move."]),
}

const all = Object.entries(letters).flatMap(([template, cases]) =>
  cases.map(([facts, says], index): [string, number, object, string] => [template, index + 1, facts, says]),
)

test.each(all)("%s %i reads whole", async (template, _index, facts, says) => {
  const mail: LeasedMail = {
    id: "mail",
    schoolId: null,
    template,
    recipient: "ruth@harmony.example",
    data: JSON.stringify(facts),
    lane: "bulk",
    state: "queued",
    gatheredFor: null,
    digestId: null,
    soonestAt: null,
    attempts: 1,
    dueAt: 0,
    leaseUntil: null,
    providerId: null,
    lastError: null,
    outcome: null,
    sentAt: null,
    createdAt: 0,
  }
  const { subject, text, html } = await composeMail(mail)
  expect(subject.length).toBeGreaterThan(8)
  for (const part of [subject, text, html]) expect(part).not.toMatch(/undefined|null|NaN|\[object/)
  expect(text).toContain("Hi Ruth")
  expect(text).toContain(says)
  expect(text).toMatch(/http:\/\/localhost:3000\//)
})
