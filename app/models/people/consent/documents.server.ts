import { transact } from "db/client.server"
import { consentDocuments, consentVersions } from "db/schema/people-consents"
import { and, asc, desc, eq, isNotNull, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { type AskedDocument, isOneLine, mostDocuments } from "./consent"

// The documents that a school asks its families to agree to. A text that was published never changes: another one is its next
// version, and the school says whether families are asked again.

export type ConsentDocument = Omit<typeof consentDocuments.$inferSelect, "schoolId" | "createdAt"> & {
  /** What is in force. */
  versionId: string
  number: number
  body: string
  publishedAt: number
  /** The number of the version that asked families last; 0 when none has. */
  asked: number
}

/** Those in use, or those that were archived, in the order in which they were added. */
export function listDocuments(actor: Actor, { archived = false } = {}): ConsentDocument[] {
  const rows = select({ document: consentDocuments, version: consentVersions })
    .from(consentDocuments)
    .innerJoin(consentVersions, joined(consentVersions.documentId, consentDocuments.id))
    .where(
      and(
        own(actor, consentDocuments),
        archived ? isNotNull(consentDocuments.archivedAt) : isNull(consentDocuments.archivedAt),
      ),
    )
    .orderBy(asc(consentDocuments.createdAt), asc(consentDocuments.id), asc(consentVersions.number))
    .all()
  const found = new Map<string, ConsentDocument>()
  for (const { document, version } of rows) {
    const { schoolId: _school, createdAt: _at, ...facts } = document
    const asked = version.asksAgain ? version.number : (found.get(document.id)?.asked ?? 0)
    found.set(document.id, {
      ...facts,
      ...{ versionId: version.id, number: version.number, body: version.body, asked },
      publishedAt: version.createdAt,
    })
  }
  return [...found.values()]
}

export const findDocument = (actor: Actor, documentId: string): ConsentDocument | undefined => {
  const found = find(actor, consentDocuments, documentId)
  return (
    found && listDocuments(actor, { archived: found.archivedAt !== null }).find(({ id }) => id === documentId)
  )
}

/** All versions of a document, newest first. */
export const listVersions = (actor: Actor, documentId: string) =>
  ownRows(actor, consentVersions, ["id", "number", "body", "asksAgain", "createdAt"])
    .where(eq(consentVersions.documentId, documentId))
    .orderBy(desc(consentVersions.number))
    .all()

/** What the form of the public page asks, as strangers read it. */
export const listAtEnrollment = (actor: Actor): AskedDocument[] =>
  listDocuments(actor).flatMap(({ id, versionId, title, body, atEnrollment }) =>
    atEnrollment === "no"
      ? []
      : [{ id, versionId, title, line: isOneLine(body) ? body : null, isNeeded: atEnrollment === "must" }],
  )

/** What the office types. `asksAgain` asks those, too, who have answered an earlier version. */
type Text = Pick<typeof consentDocuments.$inferInsert, "title" | "atEnrollment" | "isForLogins"> & {
  body: string
  asksAgain: boolean
}
type NewDocument = Text & Pick<typeof consentDocuments.$inferInsert, "kind" | "per">

/** Adds a document with its first version. */
export function addDocument(
  actor: Actor,
  { body, asksAgain, ...facts }: NewDocument,
): Result<{ id: string }, "too-many"> {
  return transact(() => {
    if (listDocuments(actor).length >= mostDocuments) return { ok: false, reason: "too-many" }
    const id = add(actor, consentDocuments, facts)
    add(actor, consentVersions, { documentId: id, number: 1, body, asksAgain })
    recordEvent(actor, "school.add-consent", actor.school.id, { after: { title: facts.title } })
    return { ok: true, id }
  })
}

/** Saves a document. Another text is its next version; refused where someone has published one since the form was shown. */
export function saveDocument(
  actor: Actor,
  documentId: string,
  { title, atEnrollment, isForLogins = false, body, asksAgain, number }: Text & { number: number },
): Result<{ version: number | null }, "not-found" | "changed"> {
  return transact(() => {
    const found = findDocument(actor, documentId)
    if (!found || found.archivedAt !== null) return { ok: false, reason: "not-found" }
    if (found.number !== number && found.body !== body) return { ok: false, reason: "changed" }
    const isSame = found.body === body && (!asksAgain || found.asked === found.number)
    const version = isSame ? null : found.number + 1
    if (version) add(actor, consentVersions, { documentId, number: version, body, asksAgain })
    const facts = { title, atEnrollment, isForLogins: isForLogins && found.per === "student" }
    if (
      title !== found.title ||
      atEnrollment !== found.atEnrollment ||
      facts.isForLogins !== found.isForLogins
    )
      change(actor, consentDocuments, documentId, facts)
    const school = actor.school.id
    if (version)
      recordEvent(actor, "school.publish-consent", school, { after: { title, version, asksAgain } })
    else recordEvent(actor, "school.change-consent", school, { after: { title } })
    return { ok: true, version }
  })
}

/** Archives a document, which no one is asked then, or brings it back. Answers stay. */
export function setArchived(
  actor: Actor,
  documentId: string,
  isArchived: boolean,
): Result<{ title: string }, "not-found" | "too-many"> {
  return transact(() => {
    const found = find(actor, consentDocuments, documentId)
    if (!found) return { ok: false, reason: "not-found" }
    if ((found.archivedAt !== null) === isArchived) return { ok: true, title: found.title }
    if (!isArchived && listDocuments(actor).length >= mostDocuments) return { ok: false, reason: "too-many" }
    change(actor, consentDocuments, documentId, { archivedAt: isArchived ? now() : null })
    recordEvent(actor, isArchived ? "school.archive-consent" : "school.restore-consent", actor.school.id, {
      after: { title: found.title },
    })
    return { ok: true, title: found.title }
  })
}
