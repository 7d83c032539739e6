import { transact } from "db/client.server"
import { students, teachers } from "db/schema/people"
import { proofKinds, proofs } from "db/schema/people-proofs"
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm"
import {
  dropFile,
  fileColumns,
  readStored,
  type StoredFile,
  storeFile,
} from "~/models/accounts/school-file/store-file.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, idsOf, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { among, columns, joined, own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { FileRefusal } from "~/texts/accounts/refusals"
import { todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { findPortal } from "../family-access/portal.server"
import { inNameOrder } from "../name-order/name-order.server"
import { findOwnTeacher } from "../teacher/own-teacher.server"
import { tellAccepted, tellDeclined } from "./contacts.server"
import { listKinds, type ProofKind } from "./kinds.server"
import { type Bearer, type Cover, coverOf, isLacking, isToCheck, type ProofAudience } from "./proof"

// The documents that teachers and students have. What the office enters counts at once; what someone hands in counts when the office has
// checked it. The office sees those of students with their records, those of teachers with theirs; a teacher and a family see their own.

/** Of whom the actor sees every document. */
export const audiencesOf = (actor: Actor): ProofAudience[] => [
  ...(may(actor, "teacher:read") ? (["teacher"] as const) : []),
  ...(may(actor, "student:read") ? (["student"] as const) : []),
]

const columnsOf = ({ noun, id }: Bearer) => ({
  teacherId: noun === "teacher" ? id : null,
  studentId: noun === "student" ? id : null,
})
const bearerOf = (row: { teacherId: string | null; studentId: string | null }): Bearer =>
  row.teacherId ? { noun: "teacher", id: row.teacherId } : { noun: "student", id: row.studentId ?? "" }
const columnOf = (noun: ProofAudience) => (noun === "teacher" ? proofs.teacherId : proofs.studentId)

type Person = Bearer & { name: string }

const listTeachers = (actor: Actor, ids?: readonly string[]): Person[] =>
  ownRows(actor, teachers, ["id", "name"])
    .where(and(isNull(teachers.deactivatedAt), isNull(teachers.erasedAt), ids && among(teachers.id, ids)))
    .orderBy(sql`${teachers.name} collate nocase`, asc(teachers.id))
    .all()
    .map((row) => ({ noun: "teacher", ...row }))

const listStudents = (actor: Actor, ids?: readonly string[]): Person[] =>
  ownRows(actor, students, ["id", "firstName", "lastName"])
    .where(
      and(
        inArray(students.status, ["active", "trial", "paused"]),
        isNull(students.erasedAt),
        ids && among(students.id, ids),
      ),
    )
    .orderBy(...inNameOrder)
    .all()
    .map(({ id, ...name }) => ({ noun: "student", id, name: fullName(name) }))

export type Covered = Person & { kind: ProofKind; isWaiting: boolean } & Cover

type Asked = {
  /** Only these teachers and students; everyone without. */
  only?: Record<ProofAudience, readonly string[]>
  /** `YYYY-MM-DD`; today without. */
  on?: string
}

/** How everyone who is with the school stands with each document that is required of them, by kind and name. */
export function listCovered(
  actor: Actor,
  audiences: readonly ProofAudience[],
  { only, on }: Asked = {},
): Covered[] {
  const kinds = listKinds(actor).filter(({ audience }) => audiences.includes(audience))
  if (kinds.length === 0) return []
  const isAsked = (noun: ProofAudience) =>
    kinds.some(({ audience }) => audience === noun) && only?.[noun].length !== 0
  const people = [
    ...(isAsked("teacher") ? listTeachers(actor, only?.teacher) : []),
    ...(isAsked("student") ? listStudents(actor, only?.student) : []),
  ]
  const rows = groupBy(
    ownRows(actor, proofs, ["id", "kindId", "teacherId", "studentId", "state", "validUntil"])
      .where(
        and(
          among(
            proofs.kindId,
            kinds.map(({ id }) => id),
          ),
          only && or(among(proofs.teacherId, only.teacher), among(proofs.studentId, only.student)),
        ),
      )
      .all(),
    (row) => `${row.kindId} ${bearerOf(row).id}`,
  )
  const day = on ?? todayOf(actor)
  return kinds.flatMap((kind) =>
    people
      .filter(({ noun }) => noun === kind.audience)
      .map((person) => {
        const theirs = rows.get(`${kind.id} ${person.id}`) ?? []
        return {
          ...{ ...person, kind, isWaiting: theirs.some((each) => isToCheck(each, day)) },
          ...coverOf(theirs, kind.remindDays, day),
        }
      }),
  )
}

/** Those of these teachers and students who have no valid document of some kind on a day, each with what they lack; of whom the actor sees it. */
export function listUncovered(actor: Actor, only: Record<ProofAudience, readonly string[]>, on?: string) {
  const lacking = listCovered(actor, audiencesOf(actor), { only, on }).filter(
    ({ state }) => state === "missing" || state === "expired",
  )
  return [...groupBy(lacking, ({ id }) => id).values()].flatMap((rows) =>
    rows[0]
      ? [{ noun: rows[0].noun, id: rows[0].id, name: rows[0].name, kinds: rows.map(({ kind }) => kind.name) }]
      : [],
  )
}

/** Of those whom the actor sees: how many documents are missing or expired without one that waits. */
export const countLacking = (actor: Actor): number =>
  listCovered(actor, audiencesOf(actor)).filter(isLacking).length

const isAsked = (actor: Actor) =>
  and(
    own(actor, proofs),
    eq(proofs.state, "asked"),
    or(...audiencesOf(actor).map((noun) => isNotNull(columnOf(noun))), sql`false`),
  )

/** How many documents wait for a check, for a statement that reads it with more. */
export const askedProofsQuery = (actor: Actor) => select({ n: count() }).from(proofs).where(isAsked(actor))

/** What waits for a check of those whom the actor sees, the oldest first; also of who has left, and of kinds that were archived. */
export function listAskedProofs(actor: Actor): (Person & { proofId: string; kind: string })[] {
  return select({
    proofId: proofs.id,
    kind: proofKinds.name,
    teacherId: proofs.teacherId,
    studentId: proofs.studentId,
    teacher: teachers.name,
    firstName: students.firstName,
    lastName: students.lastName,
  })
    .from(proofs)
    .innerJoin(proofKinds, joined(proofKinds, proofs.kindId))
    .leftJoin(teachers, joined(teachers, proofs.teacherId))
    .leftJoin(students, joined(students, proofs.studentId))
    .where(isAsked(actor))
    .orderBy(asc(proofs.createdAt), asc(proofs.id))
    .all()
    .map(({ proofId, kind, teacher, firstName, lastName, ...row }) => ({
      ...{ ...bearerOf(row), proofId, kind },
      name: teacher ?? fullName({ firstName: firstName ?? "", lastName: lastName ?? "" }),
    }))
}

const onlyThese = (bearers: readonly Bearer[]): Record<ProofAudience, string[]> => {
  const idsOf = (noun: ProofAudience) => bearers.flatMap((each) => (each.noun === noun ? [each.id] : []))
  return { teacher: idsOf("teacher"), student: idsOf("student") }
}

/** How these stand with each document that is required of them, which is nothing of who has left. */
export const listCoversOf = (actor: Actor, bearers: readonly Bearer[]) =>
  listCovered(actor, [...new Set(bearers.map(({ noun }) => noun))], { only: onlyThese(bearers) }).map(
    ({ id: bearerId, kind, state, validUntil, isWaiting }) => ({
      ...{ bearerId, kindId: kind.id, name: kind.name, months: kind.months, state, validUntil, isWaiting },
    }),
  )

/** How many documents the reader, or the students whom they look after, lack or have expiring, without what they handed in. */
export function countOwnLacking(actor: Actor): number {
  return listCoversOf(actor, listOwnBearers(actor)).filter(
    ({ state, isWaiting }) => state !== "valid" && !isWaiting,
  ).length
}

/** All documents of these, by kind, the latest first. `isOwn`: as they read them, a declined one only who handed it in. */
export const listProofs = (actor: Actor, bearers: readonly Bearer[], { isOwn = false } = {}) =>
  select({
    bearerId: sql<string>`coalesce(${proofs.teacherId}, ${proofs.studentId})`,
    id: proofs.id,
    kindId: proofs.kindId,
    kindName: proofKinds.name,
    ...columns(proofs, "state", "validUntil", "note", "fileId", "fileName", "answer", "createdAt"),
  })
    .from(proofs)
    .innerJoin(proofKinds, joined(proofKinds, proofs.kindId))
    .where(
      and(
        own(actor, proofs),
        or(
          among(proofs.teacherId, onlyThese(bearers).teacher),
          among(proofs.studentId, onlyThese(bearers).student),
        ),
        isOwn ? or(ne(proofs.state, "declined"), eq(proofs.memberId, actor.memberId ?? "")) : undefined,
      ),
    )
    .orderBy(sql`${proofKinds.name} collate nocase`, desc(proofs.createdAt), desc(proofs.id))
    .all()

/** Whose documents the actor may hand in: their own as a teacher, and those of the students whom they look after or are. */
export function listOwnBearers(actor: Actor): Person[] {
  if (actor.role === "student")
    return findPortal(actor).students.flatMap(({ id, name, as }) =>
      as === "child" ? [] : [{ noun: "student" as const, id, name }],
    )
  const teacher = findOwnTeacher(actor)
  return teacher ? [{ noun: "teacher", id: teacher.id, name: teacher.name }] : []
}

/** A file as it was uploaded. */
export type Upload = { name: string; bytes: Uint8Array }
export type ProofFacts = Pick<typeof proofs.$inferInsert, "note"> & { validUntil: string | null }
type Refusal = "not-found" | "needs-day" | "past-day" | "answered" | "waiting" | `file-${FileRefusal}`

const needsDay = (kind: { months: number | null }, { validUntil }: ProofFacts) =>
  kind.months !== null && validUntil === null

/**
 * Keeps a document that is required of someone: it counts at once, or waits for the office where it is handed in. Refused without a last day
 * where its kind expires, as a file is refused, and where one that was handed in waits already or has expired.
 */
export const addProof = (
  actor: Actor,
  bearer: Bearer,
  { kindId, ...facts }: ProofFacts & { kindId: string },
  { upload, isHandedIn = false }: { upload?: Upload; isHandedIn?: boolean } = {},
): Promise<Result<{ name: string }, Refusal>> => {
  const check = () => {
    const kind = listCoversOf(actor, [bearer]).find((cover) => cover.kindId === kindId)
    if (!kind) return { ok: false, reason: "not-found" } as const
    if (isHandedIn && kind.isWaiting) return { ok: false, reason: "waiting" } as const
    if (isHandedIn && facts.validUntil !== null && facts.validUntil < todayOf(actor))
      return { ok: false, reason: "past-day" } as const
    return needsDay(kind, facts) ? ({ ok: false, reason: "needs-day" } as const) : { ok: true as const, kind }
  }
  return withFile(actor, upload, check, (file) =>
    transact(() => {
      const known = check()
      if (!known.ok) return known
      if (isHandedIn) giveWay(actor, bearer, kindId)
      add(actor, proofs, {
        ...{ ...columnsOf(bearer), ...facts, ...fileColumns(file), kindId, memberId: actor.memberId },
        state: isHandedIn ? "asked" : "valid",
      })
      record(actor, isHandedIn ? "hand-in-proof" : "add-proof", bearer, known.kind.name, facts)
      return { ok: true, name: known.kind.name }
    }),
  )
}

/** What was handed in before and has expired unchecked goes when another one is handed in. */
function giveWay(actor: Actor, bearer: Bearer, kindId: string) {
  const ofSame = and(eq(proofs.kindId, kindId), eq(columnOf(bearer.noun), bearer.id))
  const isExpired = lt(proofs.validUntil, todayOf(actor))
  for (const id of idsOf(actor, proofs, and(ofSame, eq(proofs.state, "asked"), isExpired)))
    removeProof(actor, bearer, id)
}

/**
 * Saves a document as the office typed it, a new file replaces the one it had. With `isAccepted` what was handed in is valid from then on;
 * refused once it is answered.
 */
export const saveProof = (
  actor: Actor,
  bearer: Bearer,
  { proofId, ...facts }: ProofFacts & { proofId: string },
  { upload, isAccepted = false }: { upload?: Upload; isAccepted?: boolean } = {},
): Promise<Result<{ name: string }, Refusal>> => {
  const check = () => {
    const found = findOf(actor, bearer, proofId)
    if (!found) return { ok: false, reason: "not-found" } as const
    if (isAccepted && found.proof.state !== "asked") return { ok: false, reason: "answered" } as const
    return needsDay(found.kind, facts)
      ? ({ ok: false, reason: "needs-day" } as const)
      : { ok: true as const, ...found }
  }
  return withFile(actor, upload, check, (file) =>
    transact(() => {
      const known = check()
      if (!known.ok) return known
      const { proof, kind } = known
      change(actor, proofs, proofId, {
        ...{ ...facts, ...(file ? fileColumns(file) : {}), ...(isAccepted ? { state: "valid" } : {}) },
        remindedAt: facts.validUntil === proof.validUntil ? proof.remindedAt : null,
      })
      if (file) dropFile(actor, proof.fileId, "proof")
      record(actor, isAccepted ? "accept-proof" : "change-proof", bearer, kind.name, facts)
      const { validUntil } = facts
      if (isAccepted) tellAccepted(actor, bearer, { kind: kind.name, validUntil })
      return { ok: true, name: kind.name }
    }),
  )
}

/**
 * Declines what was handed in, with a reason that who handed it in is emailed. What they have besides is reminded of again. Refused once it is
 * answered.
 */
export const declineProof = (
  actor: Actor,
  bearer: Bearer,
  proofId: string,
  answer: string,
): Result<{ name: string }, "not-found" | "answered"> =>
  transact(() => {
    const found = findOf(actor, bearer, proofId)
    if (!found) return { ok: false, reason: "not-found" }
    if (found.proof.state !== "asked") return { ok: false, reason: "answered" }
    change(actor, proofs, proofId, { state: "declined", answer })
    const ofSame = and(eq(proofs.kindId, found.kind.id), eq(columnOf(bearer.noun), bearer.id))
    change(actor, proofs, and(ofSame, eq(proofs.state, "valid")), { remindedAt: null })
    record(actor, "decline-proof", bearer, found.kind.name, { reason: answer })
    tellDeclined(actor, bearer, found.proof.memberId, { kind: found.kind.name, reason: answer })
    return { ok: true, name: found.kind.name }
  })

/** Deletes a document with its file. With `isOwn` only what was handed in, doesn't count, and is shown to its person. */
export const removeProof = (
  actor: Actor,
  bearer: Bearer,
  proofId: string,
  { isOwn = false } = {},
): Result<{ name: string }, "not-found" | "answered"> =>
  transact(() => {
    const found = findOf(actor, bearer, proofId)
    if (!found) return { ok: false, reason: "not-found" }
    if (isOwn && !isOwnToSee(actor, found.proof)) return { ok: false, reason: "not-found" }
    if (isOwn && found.proof.state === "valid") return { ok: false, reason: "answered" }
    remove(actor, proofs, proofId)
    dropFile(actor, found.proof.fileId, "proof")
    record(actor, "remove-proof", bearer, found.kind.name, { validUntil: found.proof.validUntil })
    return { ok: true, name: found.kind.name }
  })

/** Takes back what a family handed in for a student who is in another family from now on. Answers how much it was. */
export function withdrawProofsOf(actor: Actor, studentId: string): number {
  const ids = idsOf(actor, proofs, and(eq(proofs.studentId, studentId), eq(proofs.state, "asked")))
  for (const id of ids) removeProof(actor, { noun: "student", id: studentId }, id)
  return ids.length
}

/** A declined document is shown to who handed it in: a student's family may be another one by now. */
const isOwnToSee = (
  actor: Actor,
  { state, memberId }: Pick<typeof proofs.$inferSelect, "state" | "memberId">,
) => state !== "declined" || memberId === actor.memberId

/** The file of a document, for the office that sees its person and for whoever hands it in; undefined for others. */
export async function readProofFile(actor: Actor, proofId: string) {
  const proof = find(actor, proofs, proofId)
  if (!proof?.fileId) return undefined
  const { noun, id } = bearerOf(proof)
  const isSeen =
    audiencesOf(actor).includes(noun) ||
    (isOwnToSee(actor, proof) && listOwnBearers(actor).some((each) => each.id === id))
  const file = isSeen ? await readStored(actor, proof.fileId, "proof") : undefined
  return file && { ...file, fileName: proof.fileName ?? "document" }
}

function findOf(actor: Actor, { noun, id }: Bearer, proofId: string) {
  return select({ proof: proofs, kind: proofKinds })
    .from(proofs)
    .innerJoin(proofKinds, joined(proofKinds, proofs.kindId))
    .where(and(own(actor, proofs, proofId), eq(columnOf(noun), id)))
    .get()
}

/** A file is stored only for a form that would be taken; its bytes are on the disk before the document knows of it. */
async function withFile<Saved>(
  actor: Actor,
  upload: Upload | undefined,
  check: () => { ok: true } | { ok: false; reason: Refusal },
  save: (file?: StoredFile) => Saved,
): Promise<Saved | { ok: false; reason: Refusal }> {
  if (!upload) return save()
  const known = check()
  if (!known.ok) return known
  const stored = await storeFile(actor, upload, "proof")
  return stored.ok ? save(stored) : { ok: false, reason: `file-${stored.reason}` }
}

type Verb = "add-proof" | "hand-in-proof" | "accept-proof" | "change-proof" | "decline-proof" | "remove-proof"

const record = (
  actor: Actor,
  verb: Verb,
  { noun, id }: Bearer,
  title: string,
  { validUntil, reason }: { validUntil?: string | null; reason?: string },
) =>
  recordEvent(actor, `${noun}.${verb}`, id, {
    after: { title, validUntil: validUntil ?? null, reason: reason ?? null },
  })
