import { users } from "db/schema/accounts"
import { events } from "db/schema/foundation-audit"
import { members } from "db/schema/people"
import { and, asc, count, desc, eq, gte, isNull, lt, ne, type SQL } from "drizzle-orm"
import { addDays, isDate } from "~/utils/dates"
import { instantOf } from "~/utils/zones"
import type { Actor } from "../access/actor"
import { query, select, selectDistinct } from "../access/door.server"
import { columns, own } from "../access/own.server"

// The school's audit log as its office reads it: who did what when, filtered, a page of it or all of it.

export const eventsPerPage = 25
const mostInFile = 20_000

/** `who` is a member's id, or "school" for what the school's own jobs did; days are the school's, both included. */
export type LogFilter = { who: string; noun: string; from: string; to: string }

/** What of an address is a filter; whatever is not known counts as not asked. */
export function readLogFilter(search: URLSearchParams): LogFilter {
  const text = (name: string) => (search.get(name) ?? "").trim().slice(0, 60)
  const day = (name: string) => (isDate(text(name)) ? text(name) : "")
  return { who: text("who"), noun: text("noun"), from: day("from"), to: day("to") }
}

/** That a family opened an invoice stands at the invoice: here it would hide what people changed. */
const listed = ne(events.verb, "open")

function conditionsOf(actor: Actor, { who, noun, from, to }: LogFilter): SQL | undefined {
  const zone = actor.school.timeZone
  return and(
    own(actor, events),
    listed,
    who === "school" ? isNull(events.memberId) : who ? eq(events.memberId, who) : undefined,
    noun ? eq(events.noun, noun) : undefined,
    from ? gte(events.createdAt, instantOf(from, "00:00", zone)) : undefined,
    to ? lt(events.createdAt, instantOf(addDays(to, 1), "00:00", zone)) : undefined,
  )
}

/** A page of the log, newest first; without a page everything that passes, up to twenty thousand lines. */
export function listEvents(actor: Actor, filter: LogFilter, page: number | null) {
  if (page === 1 && Object.values(filter).every((value) => value === ""))
    return { rows: firstQuery.all(actor), total: allQuery.get(actor)?.n ?? 0 }
  const where = conditionsOf(actor, filter)
  const rows = newestFirst(where)
    .limit(page === null ? mostInFile : eventsPerPage)
    .offset(page === null ? 0 : (page - 1) * eventsPerPage)
    .all()
  return { rows, total: countWhere(where).get()?.n ?? 0 }
}

const newestFirst = (where: SQL | undefined) =>
  select({
    id: events.id,
    at: events.createdAt,
    who: events.actorName,
    ...columns(events, "verb", "noun", "nounId", "before", "after"),
  })
    .from(events)
    .where(where)
    .orderBy(desc(events.createdAt), desc(events.id))
    .$dynamic()

const countWhere = (where: SQL | undefined) => select({ n: count() }).from(events).where(where)

/** The first page of all of it, which is opened most. */
const firstQuery = query((_, own) => newestFirst(and(own(events), listed)).limit(eventsPerPage))
const allQuery = query((_, own) => countWhere(and(own(events), listed)))

/** What the filters offer: those who run or teach in the school, and the kinds of things something happened to. */
export function listLogChoices(actor: Actor) {
  return { people: peopleQuery.all(actor), nouns: nounsQuery.all(actor).map(({ noun }) => noun) }
}

const peopleQuery = query((_, own) =>
  select({ memberId: members.id, name: users.name })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(own(members), ne(members.role, "student")))
    .orderBy(asc(users.name)),
)

const nounsQuery = query((_, own) =>
  selectDistinct({ noun: events.noun }).from(events).where(own(events)).orderBy(asc(events.noun)),
)
