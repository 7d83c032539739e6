import { charges, invoiceLines } from "db/schema/money"
import { packages } from "db/schema/money-packages"
import { families, students } from "db/schema/people"
import { and, count, eq, isNull, ne, or } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import { withTax } from "~/models/accounts/tax/tax"
import { readTaxes } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import type { BuyRefusal } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { formatMoney } from "~/utils/money"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { findPortalInvoice } from "../family-invoice/portal-invoices.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import type { PackageOffer } from "../package/package"
import { listNonUsers, listPackageOffers, sellPackage } from "../package/sell-package.server"
import { listPaidFamilies } from "../payer/paid-families.server"
import { listPayers } from "../payer/payer-key.server"

// A family buys a package in its portal: the office's sale, with an invoice of its own at once. Only who pays the family's invoices
// buys, and only what the school lets families buy.

/** So many packages a family buys a day by itself; a slip of the finger stays small. */
const purchasesADay = 5

/** A package with its price as the family pays it, tax within, in minor units. */
export type OfferToBuy = Pick<
  PackageOffer,
  "id" | "name" | "lessons" | "classKind" | "validDays" | "restRule"
> & { grossMinor: number }

/** What the reader can buy by name; none for someone who doesn’t pay the family’s invoices. */
export function listPackagesToBuy(actor: Actor): OfferToBuy[] {
  if (listPaidFamilies(actor).length === 0) return []
  return listPackageOffers(actor).filter(isForSale).map(withGross(actor))
}

/** Whether there are any. */
export const hasPackagesToBuy = (actor: Actor): boolean =>
  listPackageOffers(actor).some(isForSale) && listPaidFamilies(actor).length > 0

/** One of them; `gone` where the school doesn't sell it here any more, undefined for another school's. */
export function findPackageToBuy(actor: Actor, offerId: string): OfferToBuy | "gone" | undefined {
  const offer = listPackageOffers(actor).find(({ id }) => id === offerId)
  if (!offer || listPaidFamilies(actor).length === 0) return undefined
  return isForSale(offer) ? withGross(actor)(offer) : "gone"
}

const isForSale = ({ isForFamilies, isArchived }: PackageOffer) => isForFamilies && !isArchived

const withGross =
  (actor: Actor) =>
  (offer: PackageOffer): OfferToBuy => {
    const { id, name, lessons, classKind, validDays, restRule, priceMinor } = offer
    const grossMinor = withTax(priceMinor, readTaxes(actor)(offer)).amountMinor
    return { id, name, lessons, classKind, validDays, restRule, grossMinor }
  }

/** Who can use what the reader buys, and who pays it: each student, and a family as a whole where it has several. */
export type Holder = {
  value: string
  /** Null: all children of the family. */
  firstName: string | null
  name: string | null
  familyId: string
  familyName: string
  payers: string[]
}

/**
 * Students who don't take lessons here any more, or not yet, are left out, and where an offer is given those who have classes, none of
 * which would use it.
 */
export function listHolders(actor: Actor, offer?: Pick<OfferToBuy, "classKind">): Holder[] {
  const familyIds = listPaidFamilies(actor)
  const rows = select({
    id: students.id,
    firstName: students.firstName,
    lastName: students.lastName,
    familyId: families.id,
    familyName: families.name,
  })
    .from(students)
    .innerJoin(families, joined(families, students.familyId))
    .where(
      and(
        own(actor, students),
        among(students.familyId, familyIds),
        isNull(students.erasedAt),
        ne(students.status, "former"),
        ne(students.status, "lead"),
      ),
    )
    .orderBy(students.firstName, students.id)
    .all()
  return familyIds.flatMap((familyId) => {
    const without = offer ? listNonUsers(actor, familyId, offer.classKind) : []
    const theirs = rows.filter((row) => row.familyId === familyId && !without.includes(row.id))
    const [first] = theirs
    if (!first) return []
    const { familyName } = first
    const payers = listPayers(actor, { id: familyId, name: familyName }).map(({ name }) => name)
    const common = { familyId, familyName, payers }
    return [
      ...theirs.map((child) => ({
        ...common,
        value: child.id,
        firstName: child.firstName,
        name: fullName(child),
      })),
      ...(theirs.length > 1 ? [{ ...common, value: familyId, firstName: null, name: null }] : []),
    ]
  })
}

export type Purchase = {
  offerId: string
  /** A student's id, or a family's for all its children. */
  holder: string
  /** The price that the family was told, tax within, in minor units. */
  price: number
  /** Of the form that buys it; the same form buys once. */
  formKey: string
}

type Bought = {
  name: string
  /** An invoice that the reader sees; null where it is another payer's alone. */
  invoiceId: string | null
  isRepeat: boolean
}

/**
 * Buys a package today: the sale, its invoice, the emails to its payers and the word to the office are one transaction. The same
 * form twice buys once. `not-found` for another school's package, and for who may not see money.
 */
export function buyPackage(actor: Actor, purchase: Purchase): Result<Bought, BuyRefusal | "not-found"> {
  return allOrNothing(() => {
    const offer = findPackageToBuy(actor, purchase.offerId)
    if (!offer) return { ok: false, reason: "not-found" }
    const earlier = findEarlier(actor, purchase)
    if (earlier) return earlier
    if (offer === "gone") return { ok: false, reason: "offer-gone" }
    const isChosen = ({ value }: Holder) => value === purchase.holder
    const holder = listHolders(actor, offer).find(isChosen)
    if (!holder && listHolders(actor).some(isChosen)) return { ok: false, reason: "not-used" }
    if (!holder) return { ok: false, reason: whyNoHolder(actor, purchase.holder) }
    if (offer.grossMinor !== purchase.price) return { ok: false, reason: "price-changed" }
    const day = todayOf(actor)
    const { familyId } = holder
    if (countBought(actor, familyId, day) >= purchasesADay) return { ok: false, reason: "too-often" }
    const { offerId, formKey } = purchase
    const studentId = holder.firstName === null ? null : holder.value
    const sale = { offerId, familyId, studentId, soldOn: day, formKey, isBought: true }
    const sold = sellPackage(actor, sale)
    if (!sold.ok) return { ok: false, reason: sold.reason === "sent-before" ? "sent-before" : "not-now" }
    const charge = chargeOf(actor, sold.packageId)
    const issued = issueInvoice(actor, {
      familyId,
      from: day,
      to: day,
      dueOn: addDays(day, actor.school.invoiceDueDays),
      note: null,
      chargeIds: charge ? [charge.id] : [],
      unchargedSeatIds: [],
    })
    if (!issued.ok) return { ok: false, reason: "not-now" }
    tellOffice(actor, {
      ...holder,
      packageName: sold.name,
      numbers: issued.numbers,
      totalMinor: issued.totalMinor,
    })
    return { ok: true, name: sold.name, invoiceId: ownInvoice(actor, sold.packageId), isRepeat: false }
  })
}

/** What the same form bought before; another purchase by it is refused. */
function findEarlier(
  actor: Actor,
  { formKey, offerId, holder }: Purchase,
): Result<Bought, "sent-before"> | undefined {
  const found = ownRows(actor, packages).where(eq(packages.formKey, formKey)).get()
  if (!found) return undefined
  const isSame = found.offerId === offerId && (found.studentId ?? found.familyId) === holder
  const isOwn = findPortal(actor).accounts.some(({ familyId }) => familyId === found.familyId)
  if (!isSame || !isOwn) return { ok: false, reason: "sent-before" }
  return { ok: true, name: found.name, invoiceId: ownInvoice(actor, found.id), isRepeat: true }
}

/** A student of the reader's who no longer takes lessons, or no one of theirs. */
function whyNoHolder(actor: Actor, holder: string): "former" | "holder-unknown" {
  const { students: seen, accounts } = findPortal(actor)
  const isTheirs =
    seen.some(({ id }) => id === holder) || accounts.some(({ familyId }) => familyId === holder)
  return isTheirs ? "former" : "holder-unknown"
}

const countBought = (actor: Actor, familyId: string, day: string): number =>
  ownRows(actor, packages, { n: count() })
    .where(
      and(
        eq(packages.familyId, familyId),
        eq(packages.soldOn, day),
        eq(packages.soldBy, actor.memberId ?? ""),
      ),
    )
    .get()?.n ?? 0

const chargeOf = (actor: Actor, packageId: string) =>
  ownRows(actor, charges, ["id"])
    .where(and(eq(charges.packageId, packageId), eq(charges.source, "package")))
    .get()

/** The first invoice of a package that the reader may open. */
function ownInvoice(actor: Actor, packageId: string): string | null {
  const chargeId = chargeOf(actor, packageId)?.id ?? ""
  const lines = ownRows(actor, invoiceLines, ["invoiceId"])
    .where(or(eq(invoiceLines.chargeId, chargeId), eq(invoiceLines.partOfChargeId, chargeId)))
    .all()
  return lines.find(({ invoiceId }) => findPortalInvoice(actor, invoiceId))?.invoiceId ?? null
}

function tellOffice(
  actor: Actor,
  bought: Holder & { packageName: string; numbers: string[]; totalMinor: number },
) {
  const { name, familyId, familyName, packageName, numbers, totalMinor } = bought
  for (const office of listOffice(actor))
    mailTo(actor, office, "package-bought", {
      buyerName: actor.name,
      packageName,
      studentName: name,
      familyName,
      numbers,
      total: formatMoney(totalMinor, actor.school.currency, actor.school),
      familyId,
    })
}
