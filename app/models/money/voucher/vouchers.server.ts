import { schools } from "db/schema/accounts-schools"
import { payments } from "db/schema/money-payments"
import { voucherRedemptions, vouchers } from "db/schema/money-vouchers"
import { families } from "db/schema/people"
import { and, asc, between, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm"
import { readLogo } from "~/models/accounts/school/logo.server"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, change, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { drawPaper, drawRow, ink, margin, quiet, rule, widthOf } from "~/models/foundation/paper/paper.server"
import type { Sheet } from "~/models/foundation/paper/sheet.server"
import { todayOf } from "~/utils/clock.server"
import { addMonths } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { inFormats } from "~/utils/formats.server"
import { containing } from "~/utils/like-pattern"
import { formatMoney } from "~/utils/money"
import { fold } from "~/utils/names"
import { PER_PAGE } from "~/utils/page-number"
import { paperSize } from "../invoice/invoice-paper"
import type { PaymentMethod } from "../payment/payment"
import { codeOf, codeText, type VoucherState, type VoucherSums, voucherState } from "./voucher"
import type { VoucherQuery } from "./voucher-query"

// The gift vouchers that were sold, what is left of each, and what a month did with them. A sale that was entered by mistake and removed is
// in none of the sums.

/** What of it was redeemed and not undone; named by hand, because a query of one table leaves its name away. */
const redeemedMinor = sql<number>`(select coalesce(sum(r.amount_minor), 0) from voucher_redemptions r
  where r.school_id = vouchers.school_id and r.voucher_id = vouchers.id and r.undone_at is null)`
const restMinor = sql<number>`(${vouchers.amountMinor} - ${redeemedMinor} - ${vouchers.endMinor})`

const columns = {
  id: vouchers.id,
  createdAt: vouchers.createdAt,
  code: vouchers.code,
  amountMinor: vouchers.amountMinor,
  redeemedMinor,
  restMinor,
  currency: vouchers.currency,
  soldOn: vouchers.soldOn,
  method: vouchers.method,
  reference: vouchers.reference,
  buyerName: vouchers.buyerName,
  buyerEmail: vouchers.buyerEmail,
  recipientName: vouchers.recipientName,
  recipientEmail: vouchers.recipientEmail,
  message: vouchers.message,
  expiresOn: vouchers.expiresOn,
  endKind: vouchers.endKind,
  endedOn: vouchers.endedOn,
  endMinor: vouchers.endMinor,
  endMethod: vouchers.endMethod,
  endReason: vouchers.endReason,
}

const rowsOf = (actor: Actor, where: SQL | undefined) =>
  select(columns)
    .from(vouchers)
    .where(and(own(actor, vouchers), where))
    .$dynamic()

type Row = ReturnType<ReturnType<typeof rowsOf>["all"]>[number]
export type Voucher = Row & { state: VoucherState }

const withState =
  (actor: Actor) =>
  (row: Row): Voucher => ({ ...row, state: voucherState(row, todayOf(actor)) })

/** A voucher that was sold; undefined for another school's. One whose sale was removed is found only where it is asked for. */
export function findVoucher(
  actor: Actor,
  voucherId: string,
  { evenRemoved = false } = {},
): Voucher | undefined {
  const isMeant = and(eq(vouchers.id, voucherId), evenRemoved ? undefined : isNull(vouchers.removedAt))
  const row = rowsOf(actor, isMeant).get()
  return row && withState(actor)(row)
}

/** The voucher of a code as someone typed it; another school's is unknown. */
export function findByCode(actor: Actor, typed: string): Voucher | undefined {
  const found = ownRows(actor, vouchers, ["id"])
    .where(eq(vouchers.code, codeOf(typed)))
    .get()
  return found && findVoucher(actor, found.id)
}

/** The same rule as `voucherState`, for lists. */
const stateIs = (state: VoucherState, day: string): SQL | undefined => {
  if (state === "canceled" || state === "income") return eq(vouchers.endKind, state)
  const isSpent = sql`${vouchers.endKind} is null and ${restMinor} = 0`
  if (state === "redeemed") return isSpent
  const isOver = sql`coalesce(${vouchers.expiresOn} < ${day}, 0)`
  return sql`${restMinor} > 0 and ${state === "expired" ? isOver : sql`not ${isOver}`}`
}

/**
 * A name, the last four letters of a code, or all of it where the reader may redeem it: by parts, whoever may only read could find a code
 * letter by letter.
 */
function isSought(actor: Actor, search: string): SQL {
  const pattern = containing(search)
  const code = codeOf(search)
  const isEnding = code.length === 4 ? sql`substr(${vouchers.code}, -4) = ${code}` : sql`0`
  const isCode = code.length === 16 && may(actor, "payment:record") ? eq(vouchers.code, code) : sql`0`
  return sql`(${vouchers.buyerName} like ${pattern} escape '\\' or ${vouchers.recipientName} like ${pattern} escape '\\'
    or ${isEnding} or ${isCode})`
}

/** By when and how they were sold; of those that ended in one way, when they did and how they were paid back. */
function isWithin({ state, method, from, to }: Omit<VoucherQuery, "page">): SQL | undefined {
  const isEnd = state === "canceled" || state === "income"
  return and(
    from || to
      ? between(isEnd ? vouchers.endedOn : vouchers.soldOn, from ?? "1900-01-01", to ?? "9999-12-31")
      : undefined,
    method && eq(state === "canceled" ? vouchers.endMethod : vouchers.method, method),
  )
}

/** The newest first, 50 a page; `page` null for all of them. With how many there are, and what is left of all of them. */
export function listVouchers(
  actor: Actor,
  { state, search, page, ...period }: Omit<VoucherQuery, "page"> & { page: number | null },
) {
  const where = and(
    isNull(vouchers.removedAt),
    state && stateIs(state, todayOf(actor)),
    isWithin({ state, ...period }),
    search ? isSought(actor, search) : undefined,
  )
  const rows = rowsOf(actor, where).orderBy(desc(vouchers.soldOn), desc(vouchers.id))
  const sums = ownRows(actor, vouchers, {
    total: sql<number>`count(*)`,
    openMinor: sql<number>`coalesce(sum(${restMinor}), 0)`,
  })
    .where(where)
    .get()
  const shown = page === null ? rows : rows.limit(PER_PAGE).offset((page - 1) * PER_PAGE)
  return { rows: shown.all().map(withState(actor)), total: sums?.total ?? 0, openMinor: sums?.openMinor ?? 0 }
}

/** When it was redeemed, for which family, oldest first; what was undone as well. */
export const listRedemptions = (actor: Actor, voucherId: string) =>
  select({
    id: voucherRedemptions.id,
    redeemedOn: voucherRedemptions.redeemedOn,
    amountMinor: voucherRedemptions.amountMinor,
    undoneAt: voucherRedemptions.undoneAt,
    familyId: families.id,
    familyName: families.name,
  })
    .from(voucherRedemptions)
    .innerJoin(payments, joined(payments, voucherRedemptions.paymentId))
    .innerJoin(families, joined(families, payments.familyId))
    .where(and(own(actor, voucherRedemptions), eq(voucherRedemptions.voucherId, voucherId)))
    .orderBy(asc(voucherRedemptions.createdAt), asc(voucherRedemptions.id))
    .all()

/** How many months after its sale a voucher expires; null for never. */
export const readVoucherMonths = (actor: Actor): number | null =>
  select({ months: schools.voucherMonths }).from(schools).where(eq(schools.id, actor.school.id)).get()
    ?.months ?? null

/** The last day of a voucher that is sold on a day, by the school's rule; null without an end. */
export function usualExpiry(actor: Actor, soldOn: string): string | null {
  const months = readVoucherMonths(actor)
  return months === null ? null : addMonths(soldOn, months)
}

/**
 * What happened to vouchers, as amounts of what the school still has to give for them: a sale adds, the others take off. `method` is how
 * money came in or was paid back.
 */
export const voucherEntries = sql`
  select 'sold' as kind, school_id, sold_on as day, method, amount_minor as amountMinor, buyer_name as name, code
  from vouchers where removed_at is null
  union all
  select 'redeemed', school_id, redeemed_on, null, -amount_minor, null, null from voucher_redemptions where undone_at is null
  union all
  select end_kind, school_id, ended_on, end_method, -end_minor, buyer_name, code from vouchers where ended_on is not null`

type VoucherDay = { on: string; method: PaymentMethod; receivedMinor: number; refundedMinor: number }

/** The days of a period on which money came in for vouchers or was paid back, by the way it was paid, newest first. */
export const listVoucherDays = (actor: Actor, { from, to }: { from: string; to: string }): VoucherDay[] =>
  askAll<VoucherDay>(sql`
    select day as "on", method, sum(iif(kind = 'sold', amountMinor, 0)) as receivedMinor,
      sum(iif(kind = 'sold', 0, -amountMinor)) as refundedMinor
    from (${voucherEntries}) where school_id = ${actor.school.id} and day between ${from} and ${to} and method is not null
    group by day, method order by day desc, method`)

/** Which vouchers some redemptions took from, by the payment that each is. */
export function listRedeemed(actor: Actor, paymentIds: readonly string[]): Record<string, string> {
  if (paymentIds.length === 0) return {}
  const rows = ownRows(actor, voucherRedemptions, ["paymentId", "voucherId"])
    .where(inArray(voucherRedemptions.paymentId, [...paymentIds]))
    .all()
  return Object.fromEntries(rows.map(({ paymentId, voucherId }) => [paymentId, voucherId]))
}

/** The sums between two days, both included. */
export function sumVouchers(actor: Actor, { from, to }: { from: string; to: string }): VoucherSums {
  const rows = askAll<{
    kind: "sold" | "redeemed" | "canceled" | "income"
    method: PaymentMethod | null
    before: number
    within: number
  }>(sql`
    select kind, method, sum(iif(day < ${from}, amountMinor, 0)) as before, sum(iif(day < ${from}, 0, amountMinor)) as within
    from (${voucherEntries}) where school_id = ${actor.school.id} and day <= ${to} group by kind, method order by method`)
  const sum = (kind?: string, part: "before" | "within" = "within") =>
    rows.reduce((all, row) => all + (kind === undefined || row.kind === kind ? row[part] : 0), 0)
  const opening = sum(undefined, "before")
  const methods = new Map<PaymentMethod, VoucherSums["methods"][number]>()
  for (const { kind, method, within } of rows) {
    if (method === null || within === 0) continue
    const of = methods.get(method) ?? { method, receivedMinor: 0, refundedMinor: 0 }
    methods.set(method, {
      ...of,
      ...(kind === "sold" ? { receivedMinor: within } : { refundedMinor: 0 - within }),
    })
  }
  return {
    opening,
    sold: sum("sold"),
    redeemed: sum("redeemed"),
    canceled: sum("canceled"),
    income: sum("income"),
    closing: opening + sum(),
    methods: [...methods.values()],
  }
}

// A gift voucher as a PDF, to print and to give. It says what was sold, so its bytes are the same at any time.

/** Undefined when the school has no such voucher. */
export async function voucherPdf(
  actor: Actor,
  voucherId: string,
): Promise<{ fileName: string; bytes: Buffer } | undefined> {
  const voucher = findVoucher(actor, voucherId, { evenRemoved: true })
  if (!voucher) return undefined
  const bytes = await drawPaper(
    {
      size: paperSize(voucher.currency),
      title: "Gift voucher",
      author: actor.school.name,
      createdAt: voucher.createdAt,
      logo: await readLogo(actor.school.logoId),
    },
    (sheet) => inFormats(actor.school, () => draw(sheet, voucher, actor.school.name)),
  )
  return { fileName: `gift-voucher-${voucher.code.slice(-4)}.pdf`, bytes }
}

function draw(sheet: Sheet, voucher: Voucher, schoolName: string) {
  const { amountMinor, currency, recipientName, buyerName, message, expiresOn, code } = voucher
  const width = widthOf(sheet)
  sheet.font("italic").fontSize(11).fillColor(quiet).text(schoolName, margin, margin)
  sheet.moveDown(2)
  sheet.font("serif").fontSize(34).fillColor(ink).text("Gift voucher", margin)
  sheet.moveDown(0.3)
  sheet.fontSize(28).text(formatMoney(amountMinor, currency))
  sheet.moveDown(0.8)
  if (message) {
    sheet.font("italic").fontSize(13).text(message, margin, sheet.y, { width })
    sheet.moveDown(0.8)
  }
  rule(sheet, { color: ink, width: 0.7 })
  sheet.y += 8
  // Names can be longer than a line.
  for (const [label, name] of [
    ["For", recipientName],
    ["From", buyerName],
  ]) {
    if (!name) continue
    sheet
      .font("italic")
      .fontSize(9)
      .fillColor(quiet)
      .text(label ?? "", margin)
    sheet.font("text").fontSize(12).fillColor(ink).text(name, { width })
    sheet.moveDown(0.4)
  }
  drawRow(sheet, "Last day", expiresOn ? formatDate(expiresOn, "full") : "No end date")
  drawRow(sheet, "Code", codeText(code), "serif", 15)
  drawRow(sheet, "Redeem it", "in your family’s portal, under Invoices, or at the school")
  rule(sheet, { color: ink, width: 0.7 })
}

/**
 * Takes who was erased off the vouchers they bought or got, in the caller's transaction: by their addresses, in small letters, and where a
 * voucher has no address, by their names, whatever their case and accents. Give it those alone that no one else has. What it was sold for
 * and its code stay.
 */
export function forgetOnVouchers(
  actor: Actor,
  {
    addresses,
    names,
    erasedName,
  }: { addresses: readonly string[]; names: readonly string[]; erasedName: string },
) {
  const folded = names.map(fold)
  const isTheirs = (email: string | null, name: string | null) =>
    email === null ? name !== null && folded.includes(fold(name)) : addresses.includes(email)
  const { id, buyerName, buyerEmail, recipientName, recipientEmail } = vouchers
  const all = ownRows(actor, vouchers, { id, buyerName, buyerEmail, recipientName, recipientEmail }).all()
  for (const each of all) {
    if (isTheirs(each.recipientEmail, each.recipientName))
      change(actor, vouchers, each.id, { recipientName: null, recipientEmail: null, message: null })
    if (isTheirs(each.buyerEmail, each.buyerName))
      change(actor, vouchers, each.id, { buyerName: erasedName, buyerEmail: null, message: null })
  }
}
