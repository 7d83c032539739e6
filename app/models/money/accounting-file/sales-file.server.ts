import { payments } from "db/schema/money-payments"
import { type SQL, sql } from "drizzle-orm"
import { taxText } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll } from "~/models/foundation/access/door.server"
import { writeCsv } from "~/utils/csv.server"
import { monthBounds } from "~/utils/dates"
import { usualFormats } from "~/utils/formats"
import type { PaymentMethod } from "../payment/payment"
import type { AccountCodes } from "./account-codes"
import { findAccountCodes } from "./account-codes.server"

// A month's sales and payments in the layouts that Xero imports: its template of sales invoices, and a bank statement. What
// they say adds up to the month sheet: docs/accounting-pay.md names the columns.

export const salesHeadings = [
  "*ContactName",
  "EmailAddress",
  "POAddressLine1",
  "POAddressLine2",
  "POAddressLine3",
  "POAddressLine4",
  "POCity",
  "PORegion",
  "POPostalCode",
  "POCountry",
  "*InvoiceNumber",
  "Reference",
  "*InvoiceDate",
  "*DueDate",
  "InventoryItemCode",
  "*Description",
  "*Quantity",
  "*UnitAmount",
  "Discount",
  "*AccountCode",
  "*TaxType",
  "TrackingName1",
  "TrackingOption1",
  "TrackingName2",
  "TrackingOption2",
  "Currency",
  "BrandingTheme",
] as const

export const paymentHeadings = [
  "*Date",
  "*Amount",
  "Payee",
  "Description",
  "Reference",
  "Check Number",
] as const

/** A further column of the files of methods by which families pay online. */
export const feeHeading = "Fee"

/** One line of a paper; a paper that takes something off has negative amounts. */
export type SalesLine = {
  contact: string
  number: string
  reference: string
  issuedOn: string
  dueOn: string
  description: string
  /** Tax included; minor units. */
  amountMinor: number
  taxName: string | null
  taxRate: number | null
  isWriteOff: number
}

/**
 * Every line of a month: of invoices sent, credit notes and write-offs, and of invoices voided that were sent before. An
 * invoice that was sent and voided in the same month isn't in it.
 */
export function listSales(actor: Actor, month: string): SalesLine[] {
  const { first: from, last: to } = monthBounds(month)
  const school = actor.school.id
  const isVoidedHere = sql`(i.state = 'void' and i.voided_on between ${from} and ${to})`
  const isSentHere = sql`(i.issued_on between ${from} and ${to})`
  return askAll<SalesLine>(sql`
    select contact, number, reference, issuedOn, dueOn, description, amountMinor, taxName, taxRate, isWriteOff from (
      select i.bill_to as contact, i.number, '' as reference, i.issued_on as issuedOn, i.due_on as dueOn,
        l.description, l.amount_minor as amountMinor, l.tax_name as taxName, l.tax_rate as taxRate, 0 as isWriteOff,
        l.position
      from invoices i cross join invoice_lines l on l.school_id = i.school_id and l.invoice_id = i.id
      where i.school_id = ${school} and i.state <> 'draft' and ${isSentHere} and not ${isVoidedHere}
      union all
      select i.bill_to, i.number || '-VOID', i.number, ${to}, ${to}, l.description, -l.amount_minor, l.tax_name,
        l.tax_rate, 0, l.position
      from invoices i cross join invoice_lines l on l.school_id = i.school_id and l.invoice_id = i.id
      where i.school_id = ${school} and ${isVoidedHere} and not ${isSentHere}
      union all
      select n.bill_to, n.number, coalesce(i.number, ''), n.issued_on, n.issued_on, l.description, -l.amount_minor,
        l.tax_name, l.tax_rate, 0, l.position
      from credit_notes n cross join credit_note_lines l on l.school_id = n.school_id and l.credit_note_id = n.id
        left join invoices i on i.school_id = n.school_id and i.id = n.invoice_id
      where n.school_id = ${school} and n.issued_on between ${from} and ${to}
      union all
      select i.bill_to, i.number || '-W' || (select count(*) from write_offs o where o.school_id = w.school_id
          and o.invoice_id = w.invoice_id and (o.written_off_at, o.id) <= (w.written_off_at, w.id)), i.number, w.written_off_on, w.written_off_on, w.reason, -w.amount_minor, null, null, 1, 0
      from write_offs w join invoices i on i.school_id = w.school_id and i.id = w.invoice_id
      where w.school_id = ${school} and w.written_off_on between ${from} and ${to})
    where amountMinor <> 0
    order by issuedOn, number, position`)
}

/** A line as the sales file has it; Xero is told that amounts include tax. */
export const salesRow = (
  line: SalesLine,
  {
    codes,
    currency,
    dateText,
  }: { codes: AccountCodes; currency: string; dateText: (date: string) => string },
) => {
  const tax =
    line.taxName !== null && line.taxRate !== null ? { name: line.taxName, rate: line.taxRate } : null
  const taxName = tax ? taxText(tax) : "no-tax"
  return [
    line.contact,
    ...Array<string>(9).fill(""),
    line.number,
    line.reference,
    dateText(line.issuedOn),
    dateText(line.dueOn),
    "",
    line.description,
    1,
    line.amountMinor / 100,
    "",
    codes.get(line.isWriteOff ? "write-off" : "sales") ?? "",
    codes.get(taxName) ?? taxName,
    ...Array<string>(4).fill(""),
    currency,
    "",
  ]
}

/** A month's sales as CSV. Xero reads decimal points only, whatever the school writes. */
export function writeSalesFile(actor: Actor, month: string): { fileName: string; csv: string } {
  const { currency, dateOrder } = actor.school
  const facts = { codes: findAccountCodes(actor), currency, dateText: accountingDate(dateOrder) }
  const rows = listSales(actor, month).map((line) => salesRow(line, facts))
  return { fileName: `sales-${month}.csv`, csv: writeCsv(salesHeadings, rows, usualFormats) }
}

export type Movement = {
  on: string
  amountMinor: number
  payee: string
  description: string
  reference: string
  isRefund: number
  /** What the provider booked as its fee for that payment in the month; on a line of its own, of 0, for one of another month. */
  feeMinor: number
}

/** The invoices that a payment `p` was put on, in their order. */
const numbersPaid = (which: SQL) => sql`(select group_concat(number, ', ') from (
  select i.number from allocations a
    cross join invoices i on i.school_id = a.school_id and i.id = a.invoice_id
  where a.school_id = p.school_id and a.payment_id = p.id group by i.id ${which} order by i.sequence))`

/**
 * The movements of one payment method in a month, as a bank statement: refunds are negative. A payment names the invoices it
 * settles; where it settles none anymore, those it did. The fees of all methods add up to what providers booked for payments.
 */
export function listMovements(actor: Actor, month: string, method: PaymentMethod): Movement[] {
  const { first: from, last: to } = monthBounds(month)
  const school = actor.school.id
  return askAll<Movement>(sql`
    select p.received_on as "on", p.amount_minor as amountMinor, p.payer_name as payee,
      coalesce(${numbersPaid(sql`having sum(a.amount_minor) > 0`)}, ${numbersPaid(sql``)}, '') as description,
      coalesce(p.provider_reference, '') as reference, 0 as isRefund,
      coalesce((select sum(e.fee_minor) from provider_entries e where e.school_id = p.school_id and e.payment_id = p.id
        and e.booked_on between ${from} and ${to}), 0) as feeMinor
    from payments p
    where p.school_id = ${school} and p.method = ${sql.param(method, payments.method)} and p.received_on between ${from} and ${to}
      and p.is_opening = 0
    union all
    select r.refunded_on, -r.amount_minor, coalesce(p.payer_name, n.bill_to),
      coalesce(r.reason, case r.kind when 'reversal' then 'Chargeback' when 'won' then
        iif((select o.kind from refunds o where o.school_id = r.school_id and o.id = r.won_of) = 'refund', 'Refund returned', 'Chargeback won')
        else '' end),
      coalesce(r.provider_reference, ''), 1, 0
    from refunds r left join payments p on p.school_id = r.school_id and p.id = r.payment_id
      left join credit_notes n on n.school_id = r.school_id and n.id = r.credit_note_id
    where r.school_id = ${school} and r.method = ${method} and r.refunded_on between ${from} and ${to}
      and (r.kind <> 'mistake' or coalesce(p.is_opening, 0) = 0)
    union all
    select v.sold_on, v.amount_minor, v.buyer_name, 'Gift voucher ending ' || substr(v.code, -4), coalesce(v.reference, ''), 0, 0
    from vouchers v where v.school_id = ${school} and v.method = ${method} and v.sold_on between ${from} and ${to}
      and v.removed_at is null
    union all
    select v.ended_on, -v.end_minor, v.buyer_name, 'Gift voucher ending ' || substr(v.code, -4) || ' canceled', '', 1, 0
    from vouchers v where v.school_id = ${school} and v.end_method = ${method} and v.ended_on between ${from} and ${to}
    union all
    select max(e.booked_on), 0, p.payer_name, 'Fee of a payment of ' || p.received_on, coalesce(p.provider_reference, ''), 2,
      sum(e.fee_minor)
    from provider_entries e cross join payments p on p.school_id = e.school_id and p.id = e.payment_id
    where e.school_id = ${school} and e.booked_on between ${from} and ${to} and p.method = ${method}
      and p.received_on not between ${from} and ${to}
    group by p.id having sum(e.fee_minor) <> 0
    order by 1, 6, 3`)
}

/** Dates as Xero reads them in a school's region: day first, or month first in the US. */
export const accountingDate =
  (dateOrder: string) =>
  (date: string): string => {
    const [year = "", month = "", day = ""] = date.split("-")
    return dateOrder === "mdy" ? `${month}/${day}/${year}` : `${day}/${month}/${year}`
  }
