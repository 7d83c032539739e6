// Automatic payment with an account, a card or a bank account that is saved at a provider: its rules and texts. Safe in the browser.

import type { autoChargeStates, holdKinds, savedMethodStates } from "db/schema/choices"
import type { DeclineReason, ProviderName } from "~/providers/payment-provider"
import {
  declineTexts,
  methodTexts,
  notAnnouncedText,
  refusedText,
  unannouncedText,
} from "~/texts/money/saved-methods"
import { addDays } from "~/utils/dates"
import { platformWay } from "~/utils/payment-providers"
import { providerLabels } from "../payment-provider/payment-provider"

export type SavedMethodState = (typeof savedMethodStates)[number]
export type HoldKind = (typeof holdKinds)[number]
export type AutoChargeState = (typeof autoChargeStates)[number]

export type AutoPayRule = {
  isOffered: boolean
  /** How many days before a charge it is announced by email. */
  daysBefore: number
}

/** Days after the charge day on which a declined charge is tried again; after the last one it is given up. */
export const retryDays = [3, 7] as const

/** Why a charge waits without the school having held it. */
export const heldByUs = ["unannounced", "refused"] as const satisfies readonly HoldKind[]

/** So many days a charge that no email could announce waits for the office; then it is given up. */
export const unannouncedDays = 14

/** Why, as the office reads it. */
export const holdReasons = { unannounced: unannouncedText, refused: refusedText }

export const notAnnounced = notAnnouncedText(unannouncedDays)

/** A charge that wasn't tried by this many days after its day is announced again before it is taken. */
export const latestDays = 3

/** How long before a charge it is announced: as the school's rule says, and never later than the payer was promised. */
export const noticeOf = ({ daysBefore }: AutoPayRule, { noticeDays }: { noticeDays: number }): number =>
  Math.max(daysBefore, noticeDays)

/** The day of a charge: when the invoice or installment is due, but never before the announcement has been out for the agreed days. */
export function chargeDay(dueOn: string, announcedOn: string, daysBefore: number): string {
  const earliest = addDays(announcedOn, daysBefore)
  return dueOn > earliest ? dueOn : earliest
}

/** The next try after so many failures, never on a day that has passed; undefined when it is given up. */
export function nextTry(chargeOn: string, failures: number, today: string): string | undefined {
  const days = retryDays[failures - 1]
  if (days === undefined) return undefined
  const planned = addDays(chargeOn, days)
  const tomorrow = addDays(today, 1)
  return planned > tomorrow ? planned : tomorrow
}

/** What is taken: the payer's balance due now, and never more than was announced. */
export const chargedAmount = (announcedMinor: number, openMinor: number): number =>
  Math.max(0, Math.min(announcedMinor, openMinor))

type Shown = { provider: ProviderName; payerEmail: string | null; title: string | null }

/** What a saved method is called: "Visa ending 4242", an account by its email; null where it isn't known. */
export const titleOf = ({ provider, payerEmail, title }: Shown): string | null =>
  title ?? (payerEmail ? `${methodTexts[provider].kind} ${payerEmail}` : null)

/** The same within a sentence to its payer. */
export const titleIn = (title: string | null, provider: ProviderName): string =>
  title ?? `your ${methodTexts[provider].kind}`

/** The month on a card, as it is printed there. */
export const expiryText = (expires: string): string => `${expires.slice(5)}/${expires.slice(2, 4)}`

/** How many days before its last month begins the payer of a card is told. */
export const expiryNoticeDays = 30

export const declineText = (reason: DeclineReason | null, provider: ProviderName): string =>
  reason ? declineTexts[reason] : `${providerLabels[provider]} declined it.`

/** What a payer agrees to, as it is stored with their agreement. */
export const agreementText = (
  { schoolName, daysBefore }: { schoolName: string; daysBefore: number },
  way: ProviderName = platformWay,
) =>
  [
    `I allow ${schoolName} to charge my ${methodTexts[way].kind} automatically for my share of its invoices: those that are unpaid now and those it sends later.`,
    `Each charge is announced by email at least ${daysBefore === 1 ? "1 day" : `${daysBefore} days`} before, with the invoice and the amount. It is made on the day that the invoice, or an installment I agreed to, is due, or on the announced date if that is later, and is never more than the announced amount or the balance due.`,
    `If ${methodTexts[way].refusing} declines a charge, it is tried again ${retryDays[0]} and ${retryDays[1]} days after that date. After that, automatic payment is paused.`,
    `I can end automatic payment at any time under Invoices in the family pages${methodTexts[way].alsoEnds}, or by telling the school. Charges that are already being made aren’t affected.`,
  ].join("\n\n")

export const chargeStateLabels: Record<AutoChargeState, string> = {
  announced: "Announced",
  held: "On hold",
  charging: "Being charged",
  paid: "Paid",
  failed: "Declined",
  dropped: "Not needed",
}

/** An automatic charge of an invoice as the office reads it; one that isn't announced yet has no id. */
export type InvoiceCharge = {
  id: string | null
  /** Null of a family without payers of its own. */
  guardianId: string | null
  payer: string
  account: string | null
  provider: ProviderName
  amountMinor: number
  on: string
  holdReason: string | null
  /** Why the last try was declined. */
  declined: string | null
}
