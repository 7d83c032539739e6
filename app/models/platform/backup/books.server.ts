import type { Copy } from "db/snapshot.server"
import { countOf } from "~/utils/formats"

// What must hold in every school's books whatever happened to the machine. These are the rules the invoice, payment and
// ledger models keep when they write; here they are asked of what was written.

const rules: { says: string; exceptions: string }[] = [
  {
    says: "an invoice equals the sum of its lines",
    exceptions: `select count(*) as n from invoices i where total_minor <> (select coalesce(sum(amount_minor), 0)
      from invoice_lines l where l.school_id = i.school_id and l.invoice_id = i.id)`,
  },
  {
    says: "the shares of an issued invoice add up to it",
    exceptions: `select count(*) as n from invoices i where state <> 'draft' and total_minor <> (select
      coalesce(sum(amount_minor), 0) from invoice_shares s where s.school_id = i.school_id and s.invoice_id = i.id)`,
  },
  {
    says: "what payers have of a charge adds up to it",
    exceptions: `select count(*) as n from charges c where exists (select 1 from invoice_lines p
      where p.school_id = c.school_id and p.part_of_charge_id = c.id and p.released_at is null)
      and amount_minor <> (select sum(l.amount_minor) from invoice_lines l where l.school_id = c.school_id
      and (l.charge_id = c.id or l.part_of_charge_id = c.id) and l.released_at is null)`,
  },
  {
    says: "no payment covers more than its amount less what was refunded",
    exceptions: `select count(*) as n from payments p where max(0, amount_minor - (select
      coalesce(sum(amount_minor), 0) from refunds r where r.school_id = p.school_id and r.payment_id = p.id)) < (select
      coalesce(sum(amount_minor), 0) from allocations a where a.school_id = p.school_id and a.payment_id = p.id)`,
  },
  {
    says: "the office hands out no more of a payment than its amount",
    exceptions: `select count(*) as n from payments p where amount_minor < (select coalesce(sum(amount_minor), 0)
      from refunds r where r.school_id = p.school_id and r.payment_id = p.id and r.kind in ('refund', 'mistake')
      and r.provider_reference is null)`,
  },
  {
    says: "a provider takes no more of a payment back than its amount",
    exceptions: `select count(*) as n from payments p where amount_minor < (select coalesce(sum(amount_minor), 0)
      from refunds r where r.school_id = p.school_id and r.payment_id = p.id
      and (r.kind <> 'refund' or r.provider_reference is not null))`,
  },
  {
    says: "a chargeback is won whole, and a refund returned whole, on its own payment",
    exceptions: `select count(*) as n from refunds w join refunds r on r.school_id = w.school_id and r.id = w.won_of
      where r.kind not in ('reversal', 'refund') or r.payment_id is not w.payment_id or r.amount_minor <> -w.amount_minor`,
  },
  {
    says: "no credit note covers more than its amount less what was refunded",
    exceptions: `select count(*) as n from credit_notes c where total_minor < (select coalesce(sum(amount_minor), 0)
      from allocations a where a.school_id = c.school_id and a.credit_note_id = c.id) + (select
      coalesce(sum(amount_minor), 0) from refunds r where r.school_id = c.school_id and r.credit_note_id = c.id)`,
  },
  {
    says: "a credit note equals the sum of its lines",
    exceptions: `select count(*) as n from credit_notes c where total_minor <> (select coalesce(sum(amount_minor), 0)
      from credit_note_lines l where l.school_id = c.school_id and l.credit_note_id = c.id)`,
  },
  {
    says: "no line of an invoice is credited beyond its amount",
    exceptions: `select count(*) as n from invoice_lines l where max(amount_minor, 0) < (select
      coalesce(sum(amount_minor), 0) from credit_note_lines c where c.school_id = l.school_id and c.invoice_line_id = l.id)`,
  },
  {
    says: "nothing settles an invoice below zero",
    exceptions: `select count(*) as n from (select 1 from allocations group by school_id, invoice_id, payment_id,
      credit_note_id, write_off_id having sum(amount_minor) < 0)`,
  },
  {
    says: "a charge is on one invoice or one credit note",
    exceptions: `select count(*) as n from invoice_lines l join credit_note_lines c on c.school_id = l.school_id
      and c.charge_id = l.charge_id where l.released_at is null`,
  },
  {
    says: "no invoice is paid more than its total",
    exceptions: `select count(*) as n from invoices i where total_minor < (select coalesce(sum(amount_minor), 0)
      from allocations a where a.school_id = i.school_id and a.invoice_id = i.id)`,
  },
  {
    says: "no voucher gives more than it was sold for, and one that has ended has nothing left",
    exceptions: `select count(*) as n from vouchers v where removed_at is null and (select coalesce(sum(r.amount_minor), 0)
      from voucher_redemptions r where r.school_id = v.school_id and r.voucher_id = v.id and r.undone_at is null) + end_minor
      not between iif(end_kind is null, 0, amount_minor) and amount_minor`,
  },
  {
    says: "what was redeemed of a voucher is account credit, once, until it is undone",
    exceptions: `select count(*) as n from voucher_redemptions r join payments p on p.school_id = r.school_id
      and p.id = r.payment_id where not p.is_opening or p.amount_minor <> r.amount_minor
      or (p.reversed_at is null) <> (r.undone_at is null)`,
  },
  {
    says: "a charge knows on how many lines it is",
    exceptions: `select count(*) as n from charges c where billed_lines <> (select count(*) from invoice_lines l
      where l.school_id = c.school_id and l.charge_id = c.id and l.released_at is null)
      + (select count(*) from credit_note_lines l where l.school_id = c.school_id and l.charge_id = c.id)`,
  },
  {
    says: "a charge knows what credit notes took off it",
    exceptions: `select count(*) as n from charges c where credited_net_minor <> (select
      coalesce(sum(n.amount_minor - n.tax_minor), 0) from invoice_lines l join credit_note_lines n
      on n.school_id = l.school_id and n.invoice_line_id = l.id
      where l.school_id = c.school_id and (l.charge_id = c.id or l.part_of_charge_id = c.id)
      and l.released_at is null)`,
  },
  {
    says: "an invoice knows what of it is settled",
    exceptions: `select count(*) as n from invoices i where settled_minor <> (select coalesce(sum(amount_minor), 0)
      from allocations a where a.school_id = i.school_id and a.invoice_id = i.id)`,
  },
  {
    says: "no payments go to draft or void invoices",
    exceptions: `select count(*) as n from (select sum(amount_minor) as settled from allocations a
      join invoices i on i.school_id = a.school_id and i.id = a.invoice_id where i.state <> 'issued'
      group by i.school_id, i.id) where settled <> 0`,
  },
  {
    says: "a payment pays its own family’s invoices, in their currency",
    exceptions: `select count(*) as n from allocations a
      join invoices i on i.school_id = a.school_id and i.id = a.invoice_id
      join payments p on p.school_id = a.school_id and p.id = a.payment_id
      where i.family_id <> p.family_id or i.currency <> p.currency`,
  },
  {
    says: "invoice numbers have no gaps and match the school’s count",
    exceptions: `select count(*) as n from (select s.invoice_sequence as counted, min(sequence) as first,
      max(sequence) as last, count(sequence) as issued from schools s join invoices i on i.school_id = s.id
      where sequence is not null group by s.id) where last - first + 1 <> issued or last > counted`,
  },
  {
    says: "an order over several invoices is the sum of its parts and of what it pays beside them",
    exceptions: `select count(*) as n from payment_orders o join (select school_id, order_id, sum(amount_minor) as parts
      from payment_order_parts group by school_id, order_id) p on p.school_id = o.school_id and p.order_id = o.id
      where p.parts + o.beside_minor <> o.amount_minor`,
  },
  {
    says: "credit note numbers have no gaps and match the school’s count",
    exceptions: `select count(*) as n from (select s.credit_note_sequence as counted, min(sequence) as first,
      max(sequence) as last, count(sequence) as issued from schools s join credit_notes c on c.school_id = s.id
      group by s.id) where last - first + 1 <> issued or last > counted`,
  },
  {
    says: "a reversed payment is worth nothing",
    exceptions: `select count(*) as n from payments p where reversed_at is not null and amount_minor <> (select
      coalesce(sum(amount_minor), 0) from refunds r where r.school_id = p.school_id and r.payment_id = p.id)`,
  },
  {
    says: "a completed order has its payment, of the same amount",
    exceptions: `select count(*) as n from payment_orders o left join payments p on p.school_id = o.school_id
      and p.id = o.payment_id where o.state = 'completed' and (p.id is null or p.amount_minor <> o.amount_minor)`,
  },
]

type Questioned = Pick<Copy, "prepare">

/** How often each rule is broken; zero where the books add up. */
export function checkBooks(database: Questioned): { says: string; n: number }[] {
  return rules.map(({ says, exceptions }) => ({
    says,
    n: (database.prepare(exceptions).get() as { n: number }).n,
  }))
}

/** The rules that a database's books break, each with how often; empty when they add up. */
export function findBookFaults(database: Questioned): string[] {
  return checkBooks(database).flatMap(({ says, n }) =>
    n > 0 ? [`${countOf(n, "exception", "exceptions")} to “${says}”`] : [],
  )
}
