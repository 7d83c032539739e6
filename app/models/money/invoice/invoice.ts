// An invoice as a school sees it: its state, and what may be done to it in that state. Pure, so that the
// browser can show what the server will decide.

import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { shownMinor, type TaxedAmount } from "~/models/accounts/tax/tax"
import type { DeclineReason, ProviderName } from "~/providers/payment-provider"
import { formatFigure, formatNumber, formFor } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import type { ChargeSource } from "../charge/charge"
import { isEmailed } from "../payer/payer"
import type { SplitLine } from "../payer/split"

/** In the order of its life. Only draft, issued and void are stored; the rest follows from payments and the due date. */
export const invoiceStates = [
  "draft",
  "sent",
  "part-paid",
  "overdue",
  "paid",
  "credited",
  "written-off",
  "void",
] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** Several states under one word, for figures that count them together. */
export const invoiceGroups = {
  due: { word: "Due", states: ["sent", "part-paid"] },
  open: { word: "Due or overdue", states: ["sent", "part-paid", "overdue"] },
  issued: { word: "All sent", states: ["sent", "part-paid", "overdue", "paid", "credited", "written-off"] },
} as const satisfies Record<string, { word: string; states: readonly InvoiceState[] }>
export type InvoiceGroup = keyof typeof invoiceGroups
export type InvoiceStatus = InvoiceState | InvoiceGroup
export const invoiceStatuses = [...invoiceStates, "due", "open", "issued"] as const

/** The states a filter asks for. */
export const statesOf = (status: InvoiceStatus): readonly InvoiceState[] =>
  status in invoiceGroups ? invoiceGroups[status as InvoiceGroup].states : [status as InvoiceState]

/** Whether an invoice's e-invoice is there to download: that of a void one asks for nothing any more. */
export const offersXml = ({ isEInvoice, state }: { isEInvoice: boolean; state: InvoiceState }): boolean =>
  isEInvoice && state !== "void" && state !== "draft"

type Standing = {
  state: "draft" | "issued" | "void"
  /** `YYYY-MM-DD` */
  dueOn: string
  totalMinor: number
  /** All that settles it: payments, credit and what was written off. */
  paidMinor: number
  /** Its own credit notes. */
  creditedMinor?: number
  writtenOffMinor?: number
}

/**
 * The state people speak of. Overdue from the day after the due date, also when a part is paid. Partly paid says that money or
 * account credit came: its own credit notes, and what was written off, only lower what an unpaid invoice has due.
 * @param today `YYYY-MM-DD` in the school's zone
 */
export function invoiceState(standing: Standing, today: string): InvoiceState {
  const { state, dueOn, totalMinor, paidMinor, creditedMinor = 0, writtenOffMinor = 0 } = standing
  if (state !== "issued") return state
  if (paidMinor >= totalMinor) {
    if (writtenOffMinor > 0) return "written-off"
    return creditedMinor > 0 && creditedMinor >= totalMinor ? "credited" : "paid"
  }
  if (dueOn < today) return "overdue"
  return paidMinor > creditedMinor + writtenOffMinor ? "part-paid" : "sent"
}

/** Word, note head and tone of each state (design.md, table of heads). */
export const stateLabels = {
  draft: { word: "Draft", head: "dash", tone: "dim" },
  sent: { word: "Unpaid", head: "open", tone: undefined },
  "part-paid": { word: "Partly paid", head: "half", tone: undefined },
  overdue: { word: "Overdue", head: "x", tone: "bad" },
  paid: { word: "Paid", head: "on", tone: "ok" },
  credited: { word: "Credited", head: "rest", tone: "dim" },
  "written-off": { word: "Written off", head: "rest", tone: "dim" },
  void: { word: "Void", head: "rest", tone: "dim" },
} as const satisfies Record<InvoiceState, { word: string; head: string; tone: string | undefined }>

export type InvoiceVerb =
  | "change"
  | "issue"
  | "discard"
  | "remind"
  | "record-payment"
  | "void"
  | "credit"
  | "write-off"
  | "restore"

const verbs: Record<InvoiceState, readonly InvoiceVerb[]> = {
  draft: ["change", "issue", "discard"],
  sent: ["remind", "record-payment", "credit", "write-off", "void"],
  "part-paid": ["remind", "record-payment", "credit", "write-off", "void"],
  overdue: ["remind", "record-payment", "credit", "write-off", "void"],
  paid: ["credit", "void"],
  credited: [],
  "written-off": ["restore"],
  void: [],
}

type Correctable = {
  state: InvoiceState
  totalMinor: number
  creditedMinor: number
  writtenOffMinor: number
}

/**
 * Which state allows which verb; asked by the button and by the command. What has a credit note or was written off isn't
 * voided: the rest is credited.
 */
export function invoiceAllows(invoice: Correctable, verb: InvoiceVerb): boolean {
  const { state, totalMinor, creditedMinor, writtenOffMinor } = invoice
  const isCorrected = creditedMinor > 0 || writtenOffMinor > 0
  if (verb === "restore") return writtenOffMinor > 0
  if (!verbs[state].includes(verb)) return false
  if (verb === "void") return !isCorrected
  return verb !== "credit" || totalMinor > creditedMinor + writtenOffMinor
}

/** "2026-0418" of "{year}-{number}": the year of issue, the number with at least four digits. */
export function formatInvoiceNumber(format: string, sequence: number, issuedOn: string): string {
  return format
    .replaceAll("{year}", issuedOn.slice(0, 4))
    .replaceAll("{number}", String(sequence).padStart(4, "0"))
}

/** "Ada Rossi, 50%"; without a percentage where the family shares by amounts or categories. */
export const shareLabel = ({ name, basisPoints }: { name: string; basisPoints: number | null }): string =>
  basisPoints === null ? name : `${name}, ${percentText(basisPoints)}`

/** "50%", "33.33%". */
const percentText = (basisPoints: number): string => `${formatFigure(basisPoints / 100)}%`

/** A line an invoice could hold. `telling` is a lesson that costs nothing and is told of; its id is the seat's. */
export type OfferedLine = TaxedAmount &
  Pick<SplitLine, "corrects" | "boundTo"> & {
    /** What was taken off it and why; its amount is what was left. */
    discounts: { reason: string; amountMinor: number }[]
    id: string
    source: ChargeSource | "telling"
    /** How a lesson was marked; null when it was not, or for anything else. */
    mark: MarkCode | null
    studentName: string | null
    description: string
    reason: string
    /** `YYYY-MM-DD` */
    occurredOn: string
  }

const sourceLabels: Record<ChargeSource, string> = {
  seat: "Lessons",
  flat: "Monthly fees",
  package: "Packages",
  hire: "Instrument rental",
  material: "Materials",
  late_fee: "Late fees",
  item: "Other charges",
  package_rest: "Unused lessons",
  correction: "Corrections",
}

/** Subtotals by kind of charge, in that order, kinds without a line left out; tax that is added is not among them. Amounts in minor units. */
export function subtotals(
  lines: readonly Pick<OfferedLine, "source" | "amountMinor" | "taxMinor" | "taxIsAdded">[],
) {
  return (Object.keys(sourceLabels) as ChargeSource[]).flatMap((source) => {
    const ofSource = lines.filter((line) => line.source === source)
    if (ofSource.length === 0) return []
    const amountMinor = ofSource.reduce((sum, line) => sum + shownMinor(line), 0)
    return [{ label: `${sourceLabels[source]}, ${formatNumber(ofSource.length)}`, amountMinor }]
  })
}

/** "Send to both", "Send to Mateo Okafor": whom the mail goes to. Without an address the invoice is only issued. */
export function sendText(
  payers: readonly { name: string; email: string | null; emailReturns?: boolean }[],
): string {
  const reached = payers.filter(isEmailed)
  const [first] = reached
  if (!first) return "Issue without email"
  if (reached.length === 1) return `Send to ${first.name}`
  return reached.length === 2 ? "Send to both" : `Send to all ${reached.length}`
}

/** Whose an invoice will be and who gets it, as the page of one that isn't sent says. */
export const payersText = (
  payers: readonly (Parameters<typeof shareLabel>[0] & Parameters<typeof sendText>[0][number])[],
): string => [...payers.map(shareLabel), sendText(payers)].join("; ")

/** "Invoices 2026-0004 and 2026-0005". */
export const numbersText = (numbers: readonly string[]): string =>
  `${formFor(numbers.length, "Invoice")} ${joinNames(numbers)}`

/** A payer's try to pay an invoice that was declined: the amount in minor units and the school's day. */
export type DeclinedOrder = {
  amountMinor: number
  provider: ProviderName
  declineReason: DeclineReason | null
  on: string
}
