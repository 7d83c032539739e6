import type { Actor } from "~/models/foundation/access/actor"
import { listPortalInvoices } from "~/models/money/family-invoice/portal-invoices.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { findAmong } from "~/utils/find-among"
import { paths } from "~/utils/paths"
import { numberIn } from "./invoice-search.server"
import { type FoundGroup, groupOf, mostOf } from "./search"

/** A family finds its own students and, where it may see money, its invoices. */
export function searchFamilyPages(actor: Actor, text: string): FoundGroup[] {
  const { students, seesMoney } = findPortal(actor)
  const own = students.map(({ id, name }) => ({
    to: paths.studentHome({ child: id }),
    title: name,
    detail: null,
  }))
  return [
    ...groupOf("Students", findAmong(own, text, mostOf.students)),
    ...(seesMoney ? searchOwnInvoices(actor, text) : []),
  ]
}

function searchOwnInvoices(actor: Actor, text: string): FoundGroup[] {
  const typed = numberIn(text)?.toLowerCase()
  if (!typed) return []
  const meant = listPortalInvoices(actor).filter(({ number }) =>
    [number.toLowerCase(), withoutZeros(number.toLowerCase())].some((each) => each.includes(typed)),
  )
  const found = meant.slice(0, mostOf.invoices).map((invoice) => ({
    to: paths.studentInvoice(invoice.id),
    title: `Invoice ${invoice.number}`,
    detail: invoice.state.replace("-", " "),
  }))
  return groupOf("Invoices", { found, more: meant.length > mostOf.invoices }, paths.studentInvoices())
}

/** "2026-17" for 2026-0017. */
const withoutZeros = (number: string) => number.replace(/(?<!\d)0+(?=\d)/g, "")
