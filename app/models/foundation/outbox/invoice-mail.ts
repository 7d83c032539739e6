import type { DeclineReason, ProviderName } from "~/providers/payment-provider"
import type { Greeting } from "./greeting"

// What the mails about invoices and where their money goes need.

/** How a family pays an invoice: as the invoice says it, online, or by asking the school. */
export type HowToPay = {
  /** Frozen with the invoice; several lines. */
  instructions: string | null
  /** Whether the school takes payments online, which people with family pages can use. */
  online: boolean
  /** Through whom; the platform's provider in earlier ones. */
  ways?: ProviderName[]
  /** The school's email and phone. */
  contact: string | null
  /** The school's account, what to write on a transfer, and the text of the code for banking apps. */
  transfer?: {
    holder: string
    iban: string
    bic: string | null
    reference: string
    code: string | null
  } | null
}

export type InvoiceMailData = {
  "invoice-issued": Greeting & {
    number: string
    total: string
    share: string | null
    /** What the family had in its favor and is paid with; absent in mail of before it was. */
    credit?: string | null
    open?: string
    dueOn: string
    invoiceId: string
    hasPortal: boolean
    /** The link that opens and pays the invoice without a login; absent while the office has it turned off. */
    linkId?: string
    /** Absent when nothing is left to pay. */
    howToPay?: HowToPay
    /** The days and amounts of a payment plan by the family's rule. */
    installments?: [day: string, amount: string][]
  }
  /** To who got the invoice: nothing of it is to be paid any more. Amounts as text. */
  "invoice-voided": Greeting & {
    number: string
    total: string
    reason: string
    /** What was paid on it and is account credit now. */
    credit: string | null
    /** What was charged for being late with it and ends with it; absent in mail of before it did. */
    lateFees?: string | null
    invoiceId: string
    hasPortal: boolean
    linkId?: string
  }
  /** To each payer: what was agreed, changed, or ended. */
  "payment-plan": Greeting & {
    act: "agreed" | "changed" | "ended"
    /** Of its invoices, as text. */
    numbers: string
    several: boolean
    open: string
    /** Days and amounts of what is still due; of the invoices themselves when it ended. */
    installments: [day: string, amount: string][]
    reason: string | null
    invoiceId: string
    hasPortal: boolean
    linkId?: string
    howToPay?: HowToPay
  }
  /** To the office: a family would like to pay an invoice in installments. */
  "plan-asked": Greeting & {
    askerName: string
    number: string
    open: string
    installments: number
    firstOn: string
    note: string | null
  }
  /** To the office: a family has bought a package in its portal. */
  "package-bought": Greeting & {
    buyerName: string
    packageName: string
    /** Null: all children of the family. */
    studentName: string | null
    familyName: string
    /** Of its invoices. */
    numbers: string[]
    total: string
    familyId: string
  }
  /** To who bought a gift voucher, or to whom it’s for; the voucher is attached. */
  voucher: Greeting & {
    /** Who gives it, in the email to whom it’s for. */
    from: string | null
    amount: string
    expiresOn: string | null
    voucherId: string
  }
  /** To who asked: the office doesn’t agree. */
  "plan-declined": Greeting & {
    number: string
    open: string
    dueOn: string
    reason: string
    invoiceId: string
  }
  "payee-changed": Greeting & {
    changedBy: string
    before: string
    after: string
    changedAt: string
  }
  /** The Stripe account that card payments go to was changed, as text. */
  "stripe-changed": Greeting & {
    changedBy: string
    before: string
    after: string
    changedAt: string
  }
  /** The account that text messages are sent from was changed, as text. */
  "texts-changed": Greeting & {
    changedBy: string
    before: string
    after: string
    changedAt: string
  }
  /** The bank account on invoices was changed, as text. */
  "bank-changed": Greeting & {
    changedBy: string
    before: string
    after: string
    changedAt: string
  }
  "invoice-reminder": Greeting & {
    number: string
    total: string
    open: string
    dueOn: string
    isOverdue: boolean
    /** Which installments of a plan are due, as "2 of 3" or "1 and 2 of 3", and what is due of it and of earlier ones. */
    installment?: string
    installmentDue?: string
    invoiceId: string
    hasPortal: boolean
    linkId?: string
    /** The school's own subject and text, instead of the usual ones. */
    subject?: string
    paragraphs?: string[]
    howToPay?: HowToPay
  }
  /** To the office: what the automatic invoices send tomorrow. */
  "auto-invoices-announced": Greeting & {
    runOn: string
    invoices: number
    total: string
    held: number
    problems: number
    /** Fees and rentals of a month that begins with the run, which aren't charged before. */
    coming?: { month: string; total: string; families: number }
  }
  /** To the office: what they sent, and which families got none, with the reason. */
  "auto-invoices-sent": Greeting & {
    invoices: number
    total: string
    refused: [string, string][]
    more: number
    /** Until when the emails to families wait, and the run can be undone. */
    hold?: { runId: string; until: string }
  }
  /** To the payer: what they agreed to, word for word. */
  "auto-pay-started": SavedMethodMail & { agreement: string }
  /** Who ended it; `off` when the school offers it to no one any more, `account` when its own account there is gone. */
  "auto-pay-ended": SavedMethodMail & {
    by: "family" | "office" | "provider" | "off" | "account" | "left"
    isBeingCharged?: boolean
  }
  /** To the office: it ended because the provider no longer has what a payer saved there. */
  "auto-pay-lost": SavedMethodMail & { payerName: string; familyId: string; isTold?: boolean }
  /** To the payer: their card can be charged no longer than the month that is printed on it. */
  "auto-pay-expiring": SavedMethodMail & { expires: string }
  /** To the payer, some days before an automatic charge. */
  "auto-charge-announced": AutoChargeMail & { chargeOn: string }
  /** To the payer: it was declined and is tried again. */
  "auto-charge-declined": AutoChargeMail & { reason: string; nextTryOn: string }
  /** To the payer: what they paid online, and was on its way, didn't arrive. */
  "payment-declined": Greeting & {
    amount: string
    provider: ProviderName
    reason: DeclineReason | null
    /** Where it is paid; null for the holder of an invoice's link, who has that in an email. */
    path: string | null
  }
  /** To the payer: their bank wants to ask them, which it can where they pay by themselves. */
  "auto-charge-confirm": AutoChargeMail
  /** To the payer: it isn't tried again. */
  "auto-charge-failed": AutoChargeMail & { reason: string; hasEnded?: boolean; isUnannounced?: boolean }
  /** The same to the office; `isTold` says whether an email reaches the payer, of letters since December 2026. */
  "auto-charge-given-up": AutoChargeMail & {
    payerName: string
    reason: string
    hasEnded?: boolean
    isTold?: boolean
  }
  /** To the office: the provider refused it, and not because of the payer; or no email could announce it to `unreached`. */
  "auto-charge-held": AutoChargeMail & { code: string; unreached?: string }
  /** To the office: an online payment that isn't recorded, as it isn't what was asked for or can't be asked about any more. */
  "payment-mismatch": Greeting & {
    /** Empty where no invoice was paid but the balance of a family. */
    number: string
    invoiceId: string | null
    familyId?: string | null
    amount: string
    /** The provider's own ID. */
    order: string
    /** Its name; the platform's provider in earlier ones. */
    provider?: string
    /** Not what was asked for, no longer known there, in an account whose key the school took away, or declined days later; the first in earlier ones. */
    why?: "mismatch" | "unknown" | "no-key" | "declined"
    /** Why it was declined. */
    reason?: DeclineReason | null
  }
}

type SavedMethodMail = Greeting & {
  /** What is charged, such as "Visa ending 4242", where that is known. */
  account: string | null
  provider: ProviderName
}

type AutoChargeMail = SavedMethodMail & {
  number: string
  invoiceId: string
  amount: string
}
