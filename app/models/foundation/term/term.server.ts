import { cacheUntilWrite } from "db/cache-until-write.server"
import { transact } from "db/client.server"
import { terms } from "db/schema/foundation"
import { asc } from "drizzle-orm"
import type { Result } from "~/utils/result"
import type { Actor } from "../access/actor"
import { add, query, remove, select } from "../access/door.server"
import { recordEvent } from "../audit/audit.server"
import { deleteToBin } from "../deleted-record/deleted-record.server"
import { halfYear } from "./period"

// The terms of the school's year. They don't overlap; make-up credits are capped per term.

export type Term = { id: string; name: string; startsOn: string; endsOn: string }

/** The school's terms, the earliest first. */
export const listTerms = (actor: Actor): Term[] => termsQuery.all(actor)

const termsQuery = query((_, own) =>
  select({ id: terms.id, name: terms.name, startsOn: terms.startsOn, endsOn: terms.endsOn })
    .from(terms)
    .where(own(terms))
    .orderBy(asc(terms.startsOn)),
)

type Period = { startsOn: string; endsOn: string }

const keepTerms = cacheUntilWrite<readonly Term[]>(500)

/** The term a day is in; where none is recorded, the half of the calendar year. Days, both included. */
export function periodAround(actor: Actor, day: string): Period {
  const terms = keepTerms([actor.school.id], () => listTerms(actor))
  const found = terms.find(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)
  return found ? { startsOn: found.startsOn, endsOn: found.endsOn } : halfYear(day)
}

/** From when “this term” counts on a day: the first day of the term it is in, or of the half-year. */
export const termStart = (actor: Actor, day: string): string => periodAround(actor, day).startsOn

/** Until when it counts: the last day of the same term or half-year. */
export const termEnd = (actor: Actor, day: string): string => periodAround(actor, day).endsOn

/** Writes a term down. Refused when the days are in the wrong order, or another term has one of them. */
export function addTerm(
  actor: Actor,
  term: Omit<Term, "id">,
): Result<void, "wrong-order"> | { ok: false; reason: "overlaps"; name: string } {
  if (term.endsOn < term.startsOn) return { ok: false, reason: "wrong-order" }
  return transact(() => {
    const other = listTerms(actor).find(
      ({ startsOn, endsOn }) => startsOn <= term.endsOn && endsOn >= term.startsOn,
    )
    if (other) return { ok: false, reason: "overlaps", name: other.name }
    const id = add(actor, terms, term)
    recordEvent(actor, "term.add", id, { after: term })
    return { ok: true }
  })
}

/** Takes a term away; nothing hangs on it but the cap on credits. False when it is not there. */
export function removeTerm(actor: Actor, termId: string): boolean {
  return transact(() => {
    const term = listTerms(actor).find(({ id }) => id === termId)
    if (!term) return false
    deleteToBin(actor, { noun: "term", recordId: termId, name: term.name }, () => {
      remove(actor, terms, termId)
    })
    const { id: _, ...before } = term
    recordEvent(actor, "term.remove", termId, { before })
    return true
  })
}
