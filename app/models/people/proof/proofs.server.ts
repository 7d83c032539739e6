import { transact } from "db/client.server"
import { files } from "db/schema/foundation-files"
import { students, teachers } from "db/schema/people"
import { proofKinds, proofs } from "db/schema/people-proofs"
import { and, asc, desc, eq, inArray, isNull, or, sql } from "drizzle-orm"
import { isSchoolHeld } from "~/models/accounts/school/legal-hold.server"
import { readStored, type StoredFile, storeFile } from "~/models/accounts/school-file/store-file.server"
import type { Actor } from "~/models/foundation/access/actor"
import { among } from "~/models/foundation/access/among.server"
import { add, change, find, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { FileRefusal } from "~/texts/accounts/refusals"
import { todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { findPortal } from "../family-access/portal.server"
import { findOwnTeacher } from "../teacher/own-teacher.server"
import { listKinds, type ProofKind } from "./kinds.server"
import { type Bearer, type Cover, coverOf, type ProofAudience } from "./proof"

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
  select({ id: teachers.id, name: teachers.name })
    .from(teachers)
    .where(
      and(
        own(actor, teachers),
        isNull(teachers.deactivatedAt),
        isNull(teachers.erasedAt),
        ids && among(teachers.id, ids),
      ),
    )
    .orderBy(sql`${teachers.name} collate nocase`, asc(teachers.id))
    .all()
    .map((row) => ({ noun: "teacher", ...row }))

const listStudents = (actor: Actor, ids?: readonly string[]): Person[] =>
  select({ id: students.id, firstName: students.firstName, lastName: students.lastName })
    .from(students)
    .where(
      and(
        own(actor, students),
        inArray(students.status, ["active", "trial", "paused"]),
        isNull(students.erasedAt),
        ids && among(students.id, ids),
      ),
    )
    .orderBy(
      sql`${students.lastName} collate nocase`,
      sql`${students.firstName} collate nocase`,
      asc(students.id),
    )
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
    select({
      id: proofs.id,
      kindId: proofs.kindId,
      teacherId: proofs.teacherId,
      studentId: proofs.studentId,
      state: proofs.state,
      validUntil: proofs.validUntil,
    })
      .from(proofs)
      .where(
        and(
          own(actor, proofs),
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
          ...{ ...person, kind, isWaiting: theirs.some(({ state }) => state === "asked") },
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

/** Of those whom the actor sees: how many documents wait for a check, and how many are missing, expired or about to expire. */
export function countLacking(actor: Actor): { waiting: number; lacking: number } {
  const all = listCovered(actor, audiencesOf(actor))
  return {
    waiting: all.filter(({ isWaiting }) => isWaiting).length,
    lacking: all.filter(({ state, isWaiting }) => state !== "valid" && !isWaiting).length,
  }
}

/** How one person stands with each document that is required of them. */
export const listCoversOf = (actor: Actor, { noun, id }: Bearer) =>
  listCovered(actor, [noun], { only: { teacher: [], student: [], [noun]: [id] } }).map(
    ({ kind, state, validUntil, isWaiting }) => ({
      kindId: kind.id,
      name: kind.name,
      state,
      validUntil,
      isWaiting,
    }),
  )

/** How many documents the reader, or the students whom they look after, lack or have expiring, without what they handed in. */
export function countOwnLacking(actor: Actor): number {
  const own = listOwnBearers(actor)
  const idsOf = (noun: ProofAudience) => own.flatMap((each) => (each.noun === noun ? [each.id] : []))
  return listCovered(actor, actor.role === "student" ? ["student"] : ["teacher"], {
    only: { teacher: idsOf("teacher"), student: idsOf("student") },
  }).filter(({ state, isWaiting }) => state !== "valid" && !isWaiting).length
}

/** All documents of someone, by kind, the latest first. */
export const listProofs = (actor: Actor, { noun, id }: Bearer) =>
  select({
    id: proofs.id,
    kindId: proofs.kindId,
    kindName: proofKinds.name,
    state: proofs.state,
    validUntil: proofs.validUntil,
    note: proofs.note,
    fileId: proofs.fileId,
    fileName: proofs.fileName,
    answer: proofs.answer,
    createdAt: proofs.createdAt,
  })
    .from(proofs)
    .innerJoin(proofKinds, joined(proofKinds, proofs.kindId))
    .where(and(own(actor, proofs), eq(columnOf(noun), id)))
    .orderBy(sql`${proofKinds.name} collate nocase`, desc(proofs.createdAt), desc(proofs.id))
    .all()

export type Proof = ReturnType<typeof listProofs>[number]

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
type Refusal = "not-found" | "needs-day" | `file-${FileRefusal}`

const needsDay = (kind: { months: number | null }, { validUntil }: ProofFacts) =>
  kind.months !== null && validUntil === null

/**
 * Keeps a document of someone: it counts at once, or waits for the office where it is handed in. Refused without a last day where its kind
 * expires, and as a file is refused.
 */
export const addProof = (
  actor: Actor,
  bearer: Bearer,
  { kindId, ...facts }: ProofFacts & { kindId: string },
  { upload, isHandedIn = false }: { upload?: Upload; isHandedIn?: boolean } = {},
): Promise<Result<{ name: string }, Refusal>> => {
  const check = () => {
    const kind = listKinds(actor).find(({ id, audience }) => id === kindId && audience === bearer.noun)
    if (!kind || !isWithSchool(actor, bearer)) return { ok: false, reason: "not-found" } as const
    return needsDay(kind, facts) ? ({ ok: false, reason: "needs-day" } as const) : { ok: true as const, kind }
  }
  return withFile(actor, upload, check, (file) =>
    transact(() => {
      const known = check()
      if (!known.ok) return known
      add(actor, proofs, {
        ...{ ...columnsOf(bearer), ...facts, ...fileColumns(file), kindId, memberId: actor.memberId },
        state: isHandedIn ? "asked" : "valid",
      })
      record(actor, isHandedIn ? "hand-in-proof" : "add-proof", bearer, known.kind.name, facts)
      return { ok: true, name: known.kind.name }
    }),
  )
}

/**
 * Saves a document as the office typed it, which is valid from then on: that is also how what was handed in is accepted. A new file
 * replaces the one it had.
 */
export const saveProof = (
  actor: Actor,
  bearer: Bearer,
  { proofId, ...facts }: ProofFacts & { proofId: string },
  { upload }: { upload?: Upload } = {},
): Promise<Result<{ name: string }, Refusal>> => {
  const check = () => {
    const found = findOf(actor, bearer, proofId)
    if (!found) return { ok: false, reason: "not-found" } as const
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
        ...{ ...facts, ...(file ? fileColumns(file) : {}), state: "valid", answer: null },
        remindedAt: facts.validUntil === proof.validUntil ? proof.remindedAt : null,
      })
      if (file) dropFile(actor, proof.fileId)
      record(actor, proof.state === "asked" ? "accept-proof" : "change-proof", bearer, kind.name, facts)
      return { ok: true, name: kind.name }
    }),
  )
}

/** Declines what was handed in, with a reason that its person reads. Refused once it is answered. */
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
    record(actor, "decline-proof", bearer, found.kind.name, { reason: answer })
    return { ok: true, name: found.kind.name }
  })

/** Deletes a document with its file. With `isOwn` only what was handed in and doesn't count. */
export const removeProof = (
  actor: Actor,
  bearer: Bearer,
  proofId: string,
  { isOwn = false } = {},
): Result<{ name: string }, "not-found" | "answered"> =>
  transact(() => {
    const found = findOf(actor, bearer, proofId)
    if (!found) return { ok: false, reason: "not-found" }
    if (isOwn && found.proof.state === "valid") return { ok: false, reason: "answered" }
    remove(actor, proofs, proofId)
    dropFile(actor, found.proof.fileId)
    record(actor, "remove-proof", bearer, found.kind.name, { validUntil: found.proof.validUntil })
    return { ok: true, name: found.kind.name }
  })

/** The file of a document, for the office that sees its person and for whoever hands it in; undefined for others. */
export async function readProofFile(actor: Actor, proofId: string) {
  const proof = find(actor, proofs, proofId)
  if (!proof?.fileId) return undefined
  const { noun, id } = bearerOf(proof)
  const isSeen = audiencesOf(actor).includes(noun) || listOwnBearers(actor).some((each) => each.id === id)
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

function isWithSchool(actor: Actor, { noun, id }: Bearer): boolean {
  const row = noun === "teacher" ? find(actor, teachers, id) : find(actor, students, id)
  return row?.erasedAt === null
}

const fileColumns = (file: StoredFile | undefined) => ({
  fileId: file?.fileId ?? null,
  fileName: file?.fileName ?? null,
})

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

/** Its bytes go with the next round of the file store. In a school whose records have to stay, it stays as well. */
function dropFile(actor: Actor, fileId: string | null) {
  if (fileId === null || isSchoolHeld(actor)) return
  remove(actor, files, and(eq(files.id, fileId), eq(files.purpose, "proof")))
}

type Verb = "add-proof" | "hand-in-proof" | "accept-proof" | "change-proof" | "decline-proof" | "remove-proof"

const record = (
  actor: Actor,
  verb: Verb,
  { noun, id }: Bearer,
  title: string,
  { validUntil, reason }: { validUntil?: string | null; reason?: string },
) =>
  recordEvent(actor, {
    verb,
    noun,
    nounId: id,
    after: { title, validUntil: validUntil ?? null, reason: reason ?? null },
  })
