import { invoices } from "db/schema/money"
import { creditNotes } from "db/schema/money-corrections"
import { payments } from "db/schema/money-payments"
import { families } from "db/schema/people"
import { desc, eq } from "drizzle-orm"
import { type EInvoiceGap, wantsEInvoices } from "~/models/accounts/school/e-invoices"
import { findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { groupBy } from "~/utils/group-by"
import { formatMoney } from "~/utils/money"
import { listChargeDiscounts } from "../charge/charge-discounts.server"
import { listUnbilledCharges, type UnbilledFilter } from "../charge/unbilled.server"
import { paperGaps } from "../e-invoice/e-invoice"
import { isEmailed, type Payer } from "../payer/payer"
import { payerColumns } from "../payer/payer-key.server"
import { sharesOf, splitLines } from "../payer/split"
import {
  isSplitByOther,
  type Line,
  listSplitFacts,
  type Prepared,
  readCharges,
  sumOf,
} from "./draft-invoice.server"
import { findInvoice } from "./invoice.server"
import { beforeDiscounts } from "./invoice-paper"
import { addressOf } from "./payer-address"

// What is issued for a family at once: one invoice with a share for each payer, or an invoice for each of them.

export type PaperShare = Pick<Payer, "payerId" | "name" | "email" | "basisPoints" | "hasPortal"> & {
  amountMinor: number
}

type Paper = { lines: Line[]; head: Prepared["head"]; shares: PaperShare[] }

/** The papers of a prepared invoice. Their totals add up to its total, and every line is on one of them or shared by them. */
export function papersOf(
  actor: Actor,
  { lines, payers, head, familyAddress }: Pick<Prepared, "lines" | "payers" | "head" | "familyAddress">,
): Paper[] {
  if (!payers.some(({ hasOwnInvoice }) => hasOwnInvoice)) {
    const amounts = sharesOf(lines, payers)
    const shares = payers.map((payer, index) => shareOf(payer, amounts[index] ?? 0))
    const isTold = ({ basisPoints, amountMinor }: PaperShare) => basisPoints !== null || amountMinor !== 0
    return [{ lines, head, shares: head.totalMinor === 0 ? shares : shares.filter(isTold) }]
  }
  const money = (amountMinor: number) => formatMoney(amountMinor, head.currency, actor.school)
  const discountsOf = listChargeDiscounts(
    actor,
    lines.flatMap(({ chargeId }) => chargeId ?? []),
  )
  // As the whole line would show it: before its discounts, and without a tax that is added.
  const partText = (whole: Line) =>
    `part of ${money(beforeDiscounts({ ...whole, discounts: discountsOf(whole.chargeId) }))}`
  return ownLines(lines, payers, partText).map(({ payer, lines: own }) => {
    const totalMinor = sumOf(own)
    return {
      lines: own,
      head: {
        ...head,
        ...payerColumns(actor, payer.payerId),
        billTo: payer.name,
        billToAddress: addressOf(payer, familyAddress),
        billToTaxNumber: payer.taxNumber ?? null,
        billToReference: payer.reference ?? null,
        totalMinor,
      },
      shares: [{ ...shareOf(payer, totalMinor), basisPoints: 10_000 }],
    }
  })
}

/** The payers of each invoice that these lines would make, where payers get their own. */
const payersOfPapers = (lines: readonly Line[], payers: readonly Payer[]): Payer[][] =>
  ownLines(lines, payers, () => "").map(({ payer }) => [payer])

const shareOf = (
  { payerId, name, email, basisPoints, hasPortal }: Payer,
  amountMinor: number,
): PaperShare => ({ payerId, name, email, basisPoints, hasPortal, amountMinor })

/** Each payer's lines, payers without any left out. A shared charge is claimed by the first invoice that has it. */
function ownLines(lines: readonly Line[], payers: readonly Payer[], partText: (whole: Line) => string) {
  const split = splitLines(lines, payers)
  const own = payers.map((payer, index) => ({ payer, lines: split[index] ?? [] }))
  const isBilled = (line: Line & { isPart: boolean }) =>
    line.amountMinor !== 0 || (line.chargeId !== null && !line.isPart)
  const billed = own.filter((paper) => paper.lines.some(isBilled))
  const [first] = billed.length > 0 ? billed : own
  if (!first) return []
  const kept = billed.length > 0 ? billed : [first]
  // A lesson that costs nothing is told of on the first invoice when its payer gets none.
  for (const paper of own)
    if (!kept.includes(paper)) first.lines.push(...paper.lines.filter(({ isPart }) => !isPart))
  const wholes = new Map(lines.map((line) => [line.chargeId, line]))
  const told = ({ isPart, ...line }: Line & { isPart: boolean }): Line => {
    const whole = wholes.get(line.chargeId)
    if (!isPart || !whole || line.amountMinor === whole.amountMinor) return line
    return { ...line, reason: `${line.reason}, ${partText(whole)}` }
  }
  const claimed = new Set<string>()
  return kept.map((paper) => ({
    payer: paper.payer,
    lines: paper.lines.map((each) => {
      const line = told(each)
      const { chargeId } = line
      if (chargeId === null || !claimed.has(chargeId)) {
        if (chargeId) claimed.add(chargeId)
        return line
      }
      return { ...line, chargeId: null, partOfChargeId: chargeId }
    }),
  }))
}

// How many invoices a family gets: one, or one for each payer who has a part of it. Counted by the rule that issues them,
// so that a button says what will be made.

type PaperCount = {
  invoices: number
  /** Those whose payers have no email, or one that comes back. */
  toPrint: number
  /** For each that can't be the e-invoice that the school wants: what it lacks. */
  ordinary: EInvoiceGap[][]
}

type PayingFamily = { familyId: string; payers: readonly Payer[] }

/** The invoices of each family for its unbilled charges, by the family's id. */
export function countPapers(
  actor: Actor,
  paying: readonly PayingFamily[],
  period: Pick<UnbilledFilter, "from" | "to">,
): Map<string, PaperCount> {
  const school = findSchoolSettings(actor)
  const wants = wantsEInvoices(school)
  const read = paying.filter(({ payers }) => wants || isDivided(payers)).map(({ familyId }) => familyId)
  const charges = read.length === 0 ? [] : listUnbilledCharges(actor, { ...period, familyIds: read })
  const facts = listSplitFacts(
    actor,
    charges.filter(({ source }) => isSplitByOther(source)).map(({ chargeId }) => chargeId),
  )
  const linesOf = groupBy(
    charges.map((charge) => ({ ...charge, ...facts.get(charge.chargeId) })),
    ({ familyId }) => familyId,
  )
  const addresses = wants ? addressesOf(actor, read) : new Map<string, string | null>()
  return new Map(
    paying.map(({ familyId, payers }) => {
      const lines = linesOf.get(familyId) ?? []
      const address = addresses.get(familyId) ?? null
      const ordinary = wants ? ordinaryPapers(lines, { payers, address, school }) : []
      return [familyId, { ...countOfLines(lines, payers), ordinary }]
    }),
  )
}

/** What keeps a family's invoices for its unbilled charges from being the e-invoices that the school wants. */
export const gapsOfNext = (actor: Actor, { family, payers, from, to }: NextInvoice): EInvoiceGap[] => [
  ...new Set(
    countPapers(actor, [{ familyId: family.id, payers }], { from, to })
      .get(family.id)
      ?.ordinary.flat(),
  ),
]
type NextInvoice = { family: { id: string }; payers: readonly Payer[]; from: string; to: string }

const addressesOf = (actor: Actor, familyIds: readonly string[]) =>
  new Map(
    ownRows(actor, families, ["id", "address"])
      .where(among(families.id, familyIds))
      .all()
      .map(({ id, address }) => [id, address]),
  )

type Invoiced = {
  payers: readonly Payer[]
  address: string | null
  school: Pick<ReturnType<typeof findSchoolSettings>, "address" | "taxNumber" | "taxExemption">
}

/** What each of a family's invoices lacks to be an e-invoice, of those that lack something. */
function ordinaryPapers(lines: readonly Line[], { payers, address, school }: Invoiced): EInvoiceGap[][] {
  const { address: sellerAddress, taxNumber: sellerTaxNumber, taxExemption } = school
  const seller = { sellerAddress, sellerTaxNumber, taxExemption }
  const papers = isDivided(payers) ? ownLines(lines, payers, () => "") : [{ lines, payer: payers[0] }]
  return papers
    .map(({ lines: those, payer }) => {
      const isOfOne = payer && (isDivided(payers) || payers.length === 1)
      return paperGaps({ ...seller, billToAddress: isOfOne ? addressOf(payer, address) : address }, those)
    })
    .filter((gaps) => gaps.length > 0)
}

/** The invoices that a draft becomes when it is sent. */
export function countPapersOfDraft(actor: Actor, draftId: string, payers: readonly Payer[]): number {
  if (!isDivided(payers)) return 1
  const draft = findInvoice(actor, draftId)
  const lines = draft?.groups.flatMap((group) => group.lines) ?? []
  const chargeIds = lines.flatMap(({ chargeId }) => chargeId ?? [])
  return countOfLines(readCharges(actor, draft?.familyId ?? "", chargeIds).open, payers).invoices
}

const isDivided = (payers: readonly Payer[]) =>
  payers.length > 1 && payers.some((payer) => payer.hasOwnInvoice)

function countOfLines(lines: readonly Line[], payers: readonly Payer[]): Omit<PaperCount, "ordinary"> {
  const papers = isDivided(payers) ? payersOfPapers(lines, payers) : [payers]
  return {
    invoices: papers.length,
    toPrint: papers.filter((those) => those.every((payer) => !isEmailed(payer))).length,
  }
}

/** The last invoices, payments and credit notes of a family, for its activity; none for who sees no invoices. */
export function listFamilyPapers(actor: Actor, familyId: string, most: number) {
  if (!may(actor, "invoice:read")) return []
  const last = (table: typeof invoices | typeof payments | typeof creditNotes) =>
    ownRows(actor, table, ["id"])
      .where(eq(table.familyId, familyId))
      .orderBy(desc(table.createdAt))
      .limit(most)
      .all()
      .map(({ id }) => id)
  return [
    { noun: "invoice", ids: last(invoices) },
    { noun: "payment", ids: last(payments) },
    { noun: "credit-note", ids: last(creditNotes) },
  ]
}
