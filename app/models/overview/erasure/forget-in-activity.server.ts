import { transact } from "db/client.server"
import { erasures, events } from "db/schema/foundation-audit"
import { guardians, members, students } from "db/schema/people"
import { and, asc, gt } from "drizzle-orm"
import { z } from "zod"
import { forgetExports } from "~/models/accounts/school/school-export.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { now } from "~/utils/clock.server"
import type { ErasedNoun } from "./erasure"
import { findNextImport, forgetInImport } from "./forget-in-imports.server"
import { type ErasedPerson, isNameOfOthers, isUsedByOthers } from "./forget-mail.server"
import { forgetStaffWords } from "./forget-staff-words.server"
import { listRecordsOf } from "./forget-tasks.server"
import { facts, type Traces, withoutTraces } from "./without-facts"

// The activity keeps who did what and when, and loses what it says of an erased person; so do the files that were imported,
// and exports that wait for their download go. There can be many: a job goes through them, a few at a time, by what it
// recognized the person.

const eventsAtOnce = 300
/** So long an import or an export that is under way is waited for. */
const pauseMs = 5 * 60_000

const Person = z.object({
  ids: z.array(z.string()),
  memberId: z.string().nullable(),
  familyId: z.string().nullable(),
  uniqueNames: z.array(z.string()),
  names: z.array(z.string()),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  addresses: z.array(z.string()),
  erasedName: z.string(),
  classIds: z.array(z.string()).default([]),
  renamed: z.array(z.object({ from: z.string(), to: z.string() })).default([]),
  /** Of a teacher or a member of the team: where what is said of them is looked for first, and up to which row. */
  words: z
    .object({ memberId: z.string().nullable(), stage: z.number(), after: z.string() })
    .nullable()
    .default(null),
  /** Files whose import was under way. */
  passedOver: z.array(z.string()).default([]),
}) satisfies z.ZodType<Traces>

type Known = Pick<Traces, "ids" | "memberId" | "firstName" | "lastName">

/** What of a person's record is looked for later, read before it is gone. */
export function gatherTraces(actor: Actor, noun: ErasedNoun, id: string): Known {
  const ids = listRecordsOf(actor, noun, id)
  if (noun === "payer") return { ids, memberId: null, firstName: null, lastName: null }
  if (noun === "student") {
    const found = find(actor, students, id)
    const { memberId = null, firstName = null, lastName = null } = found ?? {}
    return { ids, memberId, firstName, lastName }
  }
  const found = find(actor, guardians, id)
  const words = found?.name.trim().split(/\s+/) ?? []
  const lastName = words.length > 1 ? (words.at(-1) ?? null) : null
  return { ids, memberId: found?.memberId ?? null, firstName: words.slice(0, -1).join(" ") || null, lastName }
}

/**
 * Begins to forget a person there, in the caller's transaction; call it once their record and login hold nothing more.
 * `emptied` is the family that has no one left, by the name it had. Answers the names that no one else has.
 */
export function forgetInActivity(
  actor: Actor,
  { names, erasedName, addresses }: Pick<ErasedPerson, "names" | "erasedName" | "addresses">,
  {
    known,
    emptied,
    staff,
  }: {
    known: Known & Pick<Traces, "classIds" | "renamed">
    emptied?: { id: string; name: string }
    /** Who of the team they were, if they were: what they wrote loses their name in steps, too. */
    staff?: { teacherId: string | null }
  },
): string[] {
  const memberId = hasEnded(actor, known.memberId) ? known.memberId : null
  const person: Traces = {
    ...known,
    ids: memberId ? [...known.ids, memberId] : known.ids,
    memberId,
    familyId: emptied?.id ?? null,
    names: [...names],
    uniqueNames: names.filter((name) => !isNameOfOthers(actor, name)),
    addresses: addresses.filter((address) => !isUsedByOthers(actor, address)),
    erasedName,
  }
  const { firstName, lastName } = known
  const said = [...names, firstName, lastName, ...person.addresses].filter(Boolean)
  const ofStaff = staff && { teacherId: staff.teacherId, words: { memberId, stage: 0, after: "" } }
  const erasureId = add(actor, erasures, { person: JSON.stringify({ ...person, said, facts, ...ofStaff }) })
  queueJob({ kind: "forget-person", payload: { erasureId }, schoolId: actor.school.id })
  return person.uniqueNames
}

const hasEnded = (actor: Actor, memberId: string | null): boolean =>
  memberId !== null && find(actor, members, memberId)?.deactivatedAt !== null

/** The next entries, then the next file; true while there is more. */
export async function continueErasure(actor: Actor, erasureId: string): Promise<boolean> {
  const here = own(actor, erasures, erasureId)
  const found = select().from(erasures).where(here).get()
  if (!found) return false
  const { passedOver, words, ...traces } = Person.parse(JSON.parse(found.person))
  const note = (more: Partial<z.output<typeof Person>>, after = found.afterImport) =>
    change(actor, erasures, erasureId, {
      person: JSON.stringify({ ...JSON.parse(found.person), ...more }),
      afterImport: after,
    })
  if (words) {
    transact(() => {
      const next = forgetStaffWords(actor, { ...traces, ownId: words.memberId }, words)
      note({ words: next ? { ...words, ...next } : null })
    })
    return true
  }
  if (transact(() => forgetInEvents(actor, erasureId, found.afterEvent, traces))) return true
  const next = findNextImport(actor, found.afterImport)
  if (next) {
    const isDone = await forgetInImport(actor, next, traces)
    note({ passedOver: isDone ? passedOver : [...passedOver, next] }, next)
    return true
  }
  const left: string[] = []
  for (const importId of passedOver) if (!(await forgetInImport(actor, importId, traces))) left.push(importId)
  const isToWait = (await forgetExports(actor, now())) === "wait" || left.length > 0
  if (isToWait) {
    const dueAt = now() + pauseMs
    transact(() => {
      note({ passedOver: left })
      queueJob({ kind: "forget-person", payload: { erasureId }, schoolId: actor.school.id, dueAt })
    })
    return false
  }
  remove(actor, erasures, here)
  return false
}

function forgetInEvents(actor: Actor, erasureId: string, after: string, traces: Traces): boolean {
  const entries = select()
    .from(events)
    .where(and(own(actor, events), gt(events.id, after)))
    .orderBy(asc(events.id))
    .limit(eventsAtOnce)
    .all()
  for (const entry of entries) {
    const isTheirs = traces.memberId !== null && entry.memberId === traces.memberId
    const text = `${entry.actorName} ${entry.nounId} ${entry.before ?? ""}${entry.after ?? ""}`
    if (!isTheirs && !mentions(text, traces)) continue
    const isTheirName = isTheirs || traces.uniqueNames.includes(entry.actorName)
    const next = {
      actorName: isTheirName ? traces.erasedName : entry.actorName,
      ...withoutTraces(entry, traces),
    }
    const isSame =
      next.actorName === entry.actorName && next.before === entry.before && next.after === entry.after
    if (!isSame) change(actor, events, entry.id, next)
  }
  const last = entries.at(-1)?.id
  if (last) change(actor, erasures, erasureId, { afterEvent: last })
  return last !== undefined
}

/** Whether an entry can say anything of them; most don't. */
function mentions(entry: string, { ids, familyId, classIds, renamed, names, addresses }: Traces): boolean {
  const folded = entry.toLowerCase()
  const written = [...names, ...addresses, ...renamed.map(({ from }) => from)].map((text) =>
    JSON.stringify(text.toLowerCase()).slice(1, -1),
  )
  return (
    written.some((text) => folded.includes(text)) ||
    [...ids, ...classIds, familyId].some((id) => id && entry.includes(id))
  )
}
