import { users } from "db/schema/accounts"
import { invoices } from "db/schema/money"
import { autoCharges, savedMethods } from "db/schema/money-auto-pay"
import { families, members } from "db/schema/people"
import { and, asc, count, eq, gt, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { tellApart } from "~/models/people/family/family-name.server"
import type { PortalAccount } from "~/models/people/family-access/portal"
import { findPortal } from "~/models/people/family-access/portal.server"
import { openAmount } from "../payment/open-amount.server"
import { amountNow } from "./amount-now.server"
import { heldByUs, titleOf } from "./auto-pay"
import { autoPayRefusal } from "./auto-pay-rule.server"
import { findStanding, isStanding, type SavedMethod } from "./find-methods.server"
import { listPlannedCharges } from "./planned-charge.server"

// Automatic payment as the office and the payer see it.

type Page = { page: number; perPage: number }

/** The charges of unpaid invoices that are to come, are held, under way, or were given up; the next one first. One alone where it's asked. */
export function listCharges(actor: Actor, { page, perPage }: Page, chargeId?: string) {
  const isShown = and(
    own(actor, autoCharges),
    chargeId === undefined ? undefined : eq(autoCharges.id, chargeId),
    inArray(autoCharges.state, ["announced", "held", "charging", "failed"]),
    gt(openAmount, 0),
  )
  const from = select({
    ...columns(
      autoCharges,
      "id",
      "state",
      "amountMinor",
      "dueOn",
      "nextTryOn",
      "failures",
      "holdKind",
      "holdReason",
    ),
    ...columns(savedMethods, "guardianId", "memberId"),
    isWhole: isUntouched,
    invoiceId: invoices.id,
    number: invoices.number,
    familyId: families.id,
    familyName: families.name,
    declineReason: autoCharges.declineReason,
    ...methodColumns,
  })
    .from(autoCharges)
    .innerJoin(invoices, joined(invoices, autoCharges.invoiceId))
    .innerJoin(families, joined(families, autoCharges.familyId))
    .innerJoin(savedMethods, joined(savedMethods, autoCharges.methodId))
    .where(isShown)
  const total =
    select({ total: count() })
      .from(autoCharges)
      .innerJoin(invoices, joined(invoices, autoCharges.invoiceId))
      .where(isShown)
      .get()?.total ?? 0
  const rows = from
    .orderBy(asc(autoCharges.nextTryOn), asc(autoCharges.id))
    .limit(perPage)
    .offset((page - 1) * perPage)
    .all()
  return {
    rows: tellApart(actor, rows).map(({ guardianId, memberId, dueOn, isWhole, ...row }) =>
      withTitle({
        ...row,
        amountMinor: isWhole
          ? row.amountMinor
          : amountNow(actor, { ...row, dueOn }, { guardianId, memberId }),
      }),
    ),
    total,
  }
}

/** How many charges of unpaid invoices wait for the office without its having held them. */
export const waitingChargesQuery = (actor: Actor) =>
  select({ total: count() })
    .from(autoCharges)
    .innerJoin(invoices, joined(invoices, autoCharges.invoiceId))
    .where(
      and(
        own(actor, autoCharges),
        eq(autoCharges.state, "held"),
        inArray(autoCharges.holdKind, heldByUs),
        gt(openAmount, 0),
      ),
    )

/** Nothing of the invoice is paid or credited: what was announced of it is what is charged. */
const isUntouched = sql<number>`${openAmount} = ${invoices.totalMinor}`.mapWith(Boolean)

const methodColumns = columns(savedMethods, "provider", "payerEmail", "title")

const withTitle = <Row extends Parameters<typeof titleOf>[0]>({ payerEmail, title, ...row }: Row) => ({
  ...row,
  account: titleOf({ payerEmail, title, provider: row.provider }),
})

/** Who pays automatically, or did until charges failed; of one family where that is asked. */
export function listPayers(actor: Actor, { page, perPage }: Page, familyId?: string) {
  const ofFamily = familyId === undefined ? undefined : eq(savedMethods.familyId, familyId)
  const isShown = and(own(actor, savedMethods), isStanding(), ofFamily)
  const rows = select({
    id: savedMethods.id,
    state: savedMethods.state,
    ...methodColumns,
    expires: savedMethods.expires,
    agreedAt: savedMethods.agreedAt,
    payer: users.name,
    familyId: families.id,
    familyName: families.name,
  })
    .from(savedMethods)
    .innerJoin(families, joined(families, savedMethods.familyId))
    .innerJoin(members, joined(members, savedMethods.memberId))
    .innerJoin(users, eq(users.id, members.userId))
    .where(isShown)
    .orderBy(asc(families.name), asc(savedMethods.agreedAt), asc(savedMethods.id))
    .limit(perPage)
    .offset((page - 1) * perPage)
    .all()
  const isWhole = page === 1 && rows.length < perPage
  const counted = isWhole ? undefined : select({ total: count() }).from(savedMethods).where(isShown).get()
  return { rows: tellApart(actor, rows).map(withTitle), total: counted?.total ?? rows.length }
}

/** The families whose invoices the reader pays, each with the account that is saved for it and its charges to come. */
export const listOwnAutoPay = (actor: Actor) =>
  findPortal(actor).accounts.map(({ familyId }) => {
    const method = findStanding(actor, familyId)
    const family = find(actor, families, familyId)
    return {
      familyId,
      familyName: family?.name ?? "",
      method: method && {
        id: method.id,
        state: method.state,
        account: titleOf(method),
        provider: method.provider,
        expires: method.expires,
        agreedAt: method.agreedAt,
        agreement: method.agreement,
      },
      charges: method ? listComing(actor, method) : [],
      planned: method ? listPlannedCharges(actor, method) : [],
    }
  })

const listComing = (actor: Actor, method: SavedMethod) =>
  select({
    ...columns(autoCharges, "id", "state", "amountMinor", "dueOn", "nextTryOn", "failures", "declineReason"),
    isWhole: isUntouched,
    invoiceId: invoices.id,
    number: invoices.number,
  })
    .from(autoCharges)
    .innerJoin(invoices, joined(invoices, autoCharges.invoiceId))
    .where(
      and(
        own(actor, autoCharges),
        eq(autoCharges.methodId, method.id),
        inArray(autoCharges.state, ["announced", "held", "charging"]),
        gt(openAmount, 0),
      ),
    )
    .orderBy(asc(autoCharges.nextTryOn))
    .limit(24)
    .all()
    .map(({ isWhole, ...charge }) => ({
      ...charge,
      amountMinor: isWhole ? charge.amountMinor : amountNow(actor, charge, method),
    }))
    .filter(({ amountMinor }) => amountMinor > 0)

/** Whether the reader has something to set up or to look after: it is offered, or an account of theirs is saved. */
export const hasAutoPay = (actor: Actor, accounts: readonly PortalAccount[]): boolean =>
  autoPayRefusal(actor) === undefined ||
  accounts.some(({ familyId }) => findStanding(actor, familyId) !== undefined)
