import { oneTimeLinks } from "db/schema/foundation"
import { and, asc, eq, gt, inArray, isNull } from "drizzle-orm"
import { among } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { hashOf, newId } from "~/utils/ids.server"
import { derivedTokens } from "~/utils/seal.server"
import { type Params, platformAdd, platformChange, platformQuery, select } from "../access/door.server"

// A link in a mail: one purpose, one subject, one use. The token is derived from the row's id and the server's secret,
// so neither the table nor the outbox holds it, and a mail that is sent again carries the same link.

export type OneTimeLink = typeof oneTimeLinks.$inferSelect
export type LinkPurpose = OneTimeLink["purpose"]

/** By each of our session secrets, newest first. */
const tokensOf = (linkId: string) => derivedTokens(`one-time-link:${linkId}`)

/** The token to put into the link: the one it was made with, also after the secret was changed. */
export function tokenOf(linkId: string): string {
  const [newest = "", ...older] = tokensOf(linkId)
  if (older.length === 0) return newest
  const link = select({ tokenHash: oneTimeLinks.tokenHash })
    .from(oneTimeLinks)
    .where(eq(oneTimeLinks.id, linkId))
    .get()
  return [newest, ...older].find((token) => hashOf(token) === link?.tokenHash) ?? newest
}

/** Makes a link in the caller's transaction and revokes earlier unused ones of the same purpose and subject. Returns its id. */
export function makeOneTimeLink(link: {
  purpose: LinkPurpose
  schoolId: string | null
  subjectId: string
  email: string
  lifetimeMs: number
}): string {
  const id = newId()
  const at = now()
  revokeLinks(link.purpose, link.subjectId)
  platformAdd(oneTimeLinks, {
    id,
    schoolId: link.schoolId,
    purpose: link.purpose,
    tokenHash: hashOf(tokensOf(id)[0] ?? ""),
    subjectId: link.subjectId,
    email: link.email,
    createdAt: at,
    expiresAt: at + link.lifetimeMs,
  })
  return id
}

export function revokeLinks(purpose: LinkPurpose, subjectId: string) {
  platformChange(
    oneTimeLinks,
    and(
      eq(oneTimeLinks.purpose, purpose),
      eq(oneTimeLinks.subjectId, subjectId),
      isNull(oneTimeLinks.usedAt),
      isNull(oneTimeLinks.revokedAt),
    ),
    { revokedAt: now() },
  )
}

/** The link behind a token, whatever became of it; a token of another purpose is unknown. */
export function findLink(purposes: readonly LinkPurpose[], token: string): OneTimeLink | undefined {
  return select()
    .from(oneTimeLinks)
    .where(and(eq(oneTimeLinks.tokenHash, hashOf(token)), inArray(oneTimeLinks.purpose, [...purposes])))
    .get()
}

/** The links made for these subjects, whatever became of them, oldest first. */
export const listLinks = (purpose: LinkPurpose, subjectIds: readonly string[]): OneTimeLink[] =>
  subjectIds.length === 0 ? [] : linksQuery.all({ purpose, subjectIds: JSON.stringify(subjectIds) })

/** The last link made for each of these subjects, whatever became of it, by the subject. */
export function listNewestLinks(
  purpose: LinkPurpose,
  subjectIds: readonly string[],
): Map<string, OneTimeLink> {
  // The last one of a subject stays.
  return new Map(listLinks(purpose, subjectIds).map((link) => [link.subjectId, link]))
}

const linksQuery = platformQuery((p: Params<{ purpose: string; subjectIds: string }>) =>
  select()
    .from(oneTimeLinks)
    .where(and(eq(oneTimeLinks.purpose, p.purpose), among(oneTimeLinks.subjectId, p.subjectIds)))
    .orderBy(asc(oneTimeLinks.createdAt), asc(oneTimeLinks.id)),
)

export type LinkState = "open" | "used" | "revoked" | "expired"

export function linkState({ usedAt, revokedAt, expiresAt }: OneTimeLink): LinkState {
  if (usedAt !== null) return "used"
  if (revokedAt !== null) return "revoked"
  return expiresAt <= now() ? "expired" : "open"
}

/** Uses up a link in the caller's transaction; false when someone was faster, or it is revoked or past its time. */
export function consumeLink(linkId: string): boolean {
  const changes = platformChange(
    oneTimeLinks,
    and(
      eq(oneTimeLinks.id, linkId),
      isNull(oneTimeLinks.usedAt),
      isNull(oneTimeLinks.revokedAt),
      gt(oneTimeLinks.expiresAt, now()),
    ),
    { usedAt: now() },
  )
  return changes === 1
}
