import { bouncedAddresses, emails } from "db/schema/foundation-mail"
import { and, eq, lt, type SQL, sql } from "drizzle-orm"
import { among, columns } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import {
  type Params,
  platformAddOrChange,
  platformChange,
  platformQuery,
  platformRemove,
  select,
} from "../access/door.server"
import type { BounceKind } from "./bounce"
import { withParts } from "./digest.server"

// Addresses that can't be mailed. Mail of the lane `bulk` is withheld from them; what someone waits for in front of a
// screen, such as a new password, is tried all the same, and clears the address when it arrives.

const year = 365 * 86_400_000
const folded = (address: string) => address.trim().toLowerCase()

export type Bounce = typeof bouncedAddresses.$inferSelect

export const isBounced = (address: string | null): boolean =>
  address !== null &&
  select({ address: bouncedAddresses.address })
    .from(bouncedAddresses)
    .where(eq(bouncedAddresses.address, folded(address)))
    .get() !== undefined

/**
 * Those of some people whom mail can't reach, as their address returned what was sent: before it is sent, to be named, and
 * afterwards, not to be counted. Mail that someone waits for in front of a screen is tried all the same.
 */
export function listBounced<Person extends { email: string | null }>(people: readonly Person[]): Person[] {
  const returned = findBounces(people.map(({ email }) => email))
  return people.filter(({ email }) => email !== null && returned.has(folded(email)))
}

/** What is known of these addresses, by the address in small letters. */
export function findBounces(addresses: readonly (string | null)[]): Map<string, Bounce> {
  const wanted = [...new Set(addresses.flatMap((address) => (address ? folded(address) : [])))]
  if (wanted.length === 0) return new Map()
  const rows = bounceQuery.all({ addresses: JSON.stringify(wanted) })
  return new Map(rows.map((row) => [row.address, row]))
}

const bounceQuery = platformQuery((p: Params<{ addresses: string }>) =>
  select().from(bouncedAddresses).where(among(bouncedAddresses.address, p.addresses)),
)

/** The mail that the provider knows under an ID of its own. */
export const findSentMail = (providerId: string) => mailWhere(eq(emails.providerId, providerId))

/** A mail by our own ID. */
export const findMail = (mailId: string) => mailWhere(eq(emails.id, mailId))

const mailWhere = (condition: SQL) =>
  select(columns(emails, "id", "schoolId", "template", "recipient", "sentAt"))
    .from(emails)
    .where(condition)
    .get()

/** Marks an address and the mail that came back, in the caller's transaction. True when the address was fine before. */
export function noteBounce(
  mail: { id: string; recipient: string },
  { kind, reason }: { kind: BounceKind; reason: string },
): boolean {
  const at = now()
  const address = folded(mail.recipient)
  const isNew = !isBounced(address)
  const facts = { kind, reason: reason.slice(0, 300), lastAt: at }
  platformAddOrChange(
    bouncedAddresses,
    { address, ...facts, firstAt: at },
    { as: [bouncedAddresses.address], to: { ...facts, times: sql`${bouncedAddresses.times} + 1` } },
  )
  platformChange(emails, withParts(mail.id), {
    outcome: kind,
    lastError: `${kind === "bounced" ? "Came back" : "Marked as spam"}: ${reason}`.slice(0, 500),
  })
  return isNew
}

/**
 * Mail goes there again. False when nothing kept it from going, or what arrived was sent before the last one came back:
 * the provider's messages come in any order.
 */
export const clearBounce = (address: string, arrivedSentAt?: number): boolean =>
  platformRemove(
    bouncedAddresses,
    and(
      eq(bouncedAddresses.address, folded(address)),
      arrivedSentAt === undefined ? undefined : lt(bouncedAddresses.lastAt, arrivedSentAt),
    ),
  ) > 0

/** A mail that is not sent, since others to its recipient came back. */
export function withholdMail(mailId: string) {
  platformChange(emails, withParts(mailId), {
    state: "withheld",
    leaseUntil: null,
    lastError: "Not sent: earlier emails to this address came back.",
  })
}

/** After a year an address is tried again. */
export const forgetOldBounces = () =>
  platformRemove(bouncedAddresses, lt(bouncedAddresses.lastAt, now() - year))
