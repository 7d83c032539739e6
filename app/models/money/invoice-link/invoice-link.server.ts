import { transact } from "db/client.server"
import { invoices } from "db/schema/money"
import { invoiceLinks } from "db/schema/money-links"
import { invoiceShares } from "db/schema/money-shares"
import { and, asc, eq, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  change,
  find,
  ownRows,
  type Params,
  query,
  select,
} from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { hashOf } from "~/utils/ids.server"
import type { Result } from "~/utils/result"
import { derivedSecrets } from "~/utils/seal.server"
import { instantOf } from "~/utils/zones"
import { emailOfShare, payerColumns, payerIdOf, payerOf } from "../payer/payer-key.server"

// The address in an invoice's mail that opens and pays this one invoice without a login. Each payer of an invoice has
// their own. Its secret is derived from the row's id and our sealing key; the table holds only the hash. It can be
// turned off on the invoice's page, and it ends some time after the due date.

type StoredLink = typeof invoiceLinks.$inferSelect

const day = 86_400_000
/** How long after the due date, or after the last mail that carried it, an address works. */
const lifetimeMs = 180 * day

/** By each of our keys, newest first. */
const secretsOf = (linkId: string) => derivedSecrets(`invoice-link:${linkId}`)

/** The secret of a link's address, or null when the key it was made with is no longer in the settings. */
export const secretOf = ({ id, tokenHash }: Pick<StoredLink, "id" | "tokenHash">): string | null =>
  secretsOf(id).find((secret) => hashOf(secret) === tokenHash) ?? null

/** The secret that a mail puts into its address: null when the link was turned off since. */
export function secretForMail(actor: Actor, linkId: string): string | null {
  const link = find(actor, invoiceLinks, linkId)
  return link && isOpen(link) ? secretOf(link) : null
}

const isOpen = ({ revokedAt, expiresAt }: StoredLink) => revokedAt === null && expiresAt > now()

type Payer = { payerId: string | null; name: string; email: string | null }

/**
 * The link a mail about an invoice carries for this payer, made or extended in the caller's transaction. Undefined when
 * the office turned the invoice's links off.
 */
export function linkForMail(
  actor: Actor,
  { invoiceId, dueOn }: { invoiceId: string; dueOn: string },
  payer: Payer,
): string | undefined {
  const known = listLinks(actor, invoiceId)
  const expiresAt = Math.max(now(), instantOf(dueOn, "00:00", actor.school.timeZone)) + lifetimeMs
  const standing = known.find((link) => isOf(link, payer) && link.revokedAt === null)
  if (standing) {
    setExpiry(actor, standing.id, expiresAt)
    return standing.id
  }
  return known.some((link) => isOf(link, payer)) ? undefined : makeLink(actor, invoiceId, payer, expiresAt)
}

const isOf = (link: StoredLink, { payerId, name }: Payer) =>
  payerId === null ? payerIdOf(link) === null && link.name === name : payerIdOf(link) === payerId

function makeLink(actor: Actor, invoiceId: string, payer: Payer, expiresAt: number): string {
  const row = newRow(actor)
  const { payerId, name, email } = payer
  add(actor, invoiceLinks, {
    ...row,
    invoiceId,
    ...payerColumns(actor, payerId),
    name,
    email,
    tokenHash: hashOf(secretsOf(row.id)[0] ?? ""),
    expiresAt,
  })
  return row.id
}

const setExpiry = (actor: Actor, linkId: string, expiresAt: number) =>
  change(actor, invoiceLinks, linkId, { expiresAt: sql`max(${invoiceLinks.expiresAt}, ${expiresAt})` })

/** All links of an invoice, also those turned off, oldest first. */
export const listLinks = (actor: Actor, invoiceId: string): StoredLink[] =>
  linksQuery.all(actor, { invoiceId })

const linksQuery = query((p: Params<{ invoiceId: string }>, own) =>
  select()
    .from(invoiceLinks)
    .where(and(own(invoiceLinks), eq(invoiceLinks.invoiceId, p.invoiceId)))
    .orderBy(asc(invoiceLinks.createdAt), asc(invoiceLinks.id)),
)

/** The links of an invoice that work now: whose, their secret, and until when (UTC ms). */
export function listOpenLinks(actor: Actor, invoiceId: string) {
  return listLinks(actor, invoiceId).flatMap((link) => {
    const secret = isOpen(link) ? secretOf(link) : null
    return secret ? [{ payerId: payerIdOf(link), name: link.name, secret, expiresAt: link.expiresAt }] : []
  })
}

/** Turns off every link of an invoice: their addresses answer 404 from now on, and mail carries none. */
export function revokeInvoiceLinks(actor: Actor, invoiceId: string): Result<void, "none"> {
  return transact(() => {
    const changes = change(
      actor,
      invoiceLinks,
      and(eq(invoiceLinks.invoiceId, invoiceId), isNull(invoiceLinks.revokedAt)),
      { revokedAt: now() },
    )
    if (changes === 0) return { ok: false, reason: "none" }
    recordEvent(actor, "invoice.end-link", invoiceId, {
      after: { number: issuedInvoice(actor, invoiceId)?.number ?? null },
    })
    return { ok: true }
  })
}

/** Makes new links for the payers of an issued invoice; addresses turned off before stay off. */
export function renewInvoiceLinks(actor: Actor, invoiceId: string): Result<void, "not-issued"> {
  return transact(() => {
    const invoice = issuedInvoice(actor, invoiceId)
    if (!invoice) return { ok: false, reason: "not-issued" }
    if (listOpenLinks(actor, invoiceId).length > 0) return { ok: true }
    const due = instantOf(invoice.dueOn, "00:00", actor.school.timeZone)
    for (const payer of payersOf(actor, invoiceId))
      makeLink(actor, invoiceId, payer, Math.max(now(), due) + lifetimeMs)
    recordEvent(actor, "invoice.renew-link", invoiceId, { after: { number: invoice.number } })
    return { ok: true }
  })
}

const issuedInvoice = (actor: Actor, invoiceId: string) =>
  ownRows(actor, invoices, ["number", "dueOn"])
    .where(and(eq(invoices.id, invoiceId), eq(invoices.state, "issued")))
    .get()

const payersOf = (actor: Actor, invoiceId: string): Payer[] =>
  ownRows(actor, invoiceShares, {
    payerId: payerOf(invoiceShares),
    name: invoiceShares.name,
    email: emailOfShare,
  })
    .where(eq(invoiceShares.invoiceId, invoiceId))
    .all()

/** A link that works, with whose it is. */
export type InvoiceLink = StoredLink & { payerId: string | null }

/** The link behind an address, for the guard; undefined when it doesn't work. */
export function findInvoiceLink(secret: string): InvoiceLink | undefined {
  const link = select()
    .from(invoiceLinks)
    .where(eq(invoiceLinks.tokenHash, hashOf(secret)))
    .get()
  return link && isOpen(link) ? { ...link, payerId: payerIdOf(link) } : undefined
}
