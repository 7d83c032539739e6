import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { marks } from "db/schema/attendance"
import { events } from "db/schema/foundation-audit"
import { classes } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, between, count, eq, exists, gt, gte, isNotNull, isNull, notExists, or, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listTerms } from "~/models/foundation/term/term.server"
import { countOverdueSince } from "~/models/money/invoice/overdue-invoices.server"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { listReminderDays } from "../policies/policies.server"
import { nameOfSuggestion, type Suggestion, type SuggestionKey, suggestionKeys } from "./suggestion"

/** From how many on something is worth a rule. */
const enough = { invoices: 3, absences: 5 }
const weeksBeforeTermEnds = 4

/** The most urgent suggestion that the school's records speak for and nobody dismissed; null without one. */
export function findSuggestion(actor: Actor): Suggestion | null {
  const rules = findRules(actor)
  const dismissed = new Set(rules.dismissed)
  const isOpen = (it: Suggestion | null) => it !== null && !dismissed.has(nameOfSuggestion(it))
  for (const key of suggestionKeys) {
    const found = finders[key](actor, rules)
    if (isOpen(found)) return found
  }
  return null
}

/** What the school does already, and what was dismissed for good. */
function findRules(actor: Actor) {
  const dismissed = select({
    names: sql<string>`json_group_array(json_extract(${events.after}, '$.suggestion'))`,
  })
    .from(events)
    .where(
      and(
        own(actor, events),
        eq(events.noun, "school"),
        eq(events.nounId, actor.school.id),
        eq(events.verb, verb),
      ),
    )
  const rules = select({
    ...columns(schools, "remindsOfInvoices", "remindsOfLessons", "freedTimeHours"),
    dismissed: sql`(${dismissed.getSQL()})`.mapWith((names: string) => JSON.parse(names) as string[]),
  })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  if (!rules) throw new Error("A member’s school is there.")
  return rules
}

type Rules = ReturnType<typeof findRules>

const finders: Record<SuggestionKey, (actor: Actor, rules: Rules) => Suggestion | null> = {
  "roll-over": endingTerm,
  reminders: (actor, { remindsOfInvoices }) => {
    if (remindsOfInvoices && listReminderDays(actor).some((days) => days > 0)) return null
    const invoices = countOverdueSince(actor, addDays(todayOf(actor), -7))
    return invoices < enough.invoices ? null : { key: "reminders", invoices }
  },
  "lesson-reminders": (actor, { remindsOfLessons }) => {
    if (remindsOfLessons) return null
    const absences = countAbsences(actor, 30, and(isNull(seats.noticeAt), eq(marks.code, "absent")))
    return absences < enough.absences ? null : { key: "lesson-reminders", absences }
  },
  "freed-times": (actor, { freedTimeHours }) => {
    if (freedTimeHours > 0) return null
    const inTime = sql`${seats.noticeAt} <= ${sessions.startsAt} - ${actor.school.noticeHours * 3_600_000}`
    const absences = countAbsences(actor, 90, and(isNotNull(seats.noticeAt), inTime))
    return absences < enough.absences ? null : { key: "freed-times", absences }
  },
}

/** How many spots of lessons of the last days a condition holds for. */
function countAbsences(actor: Actor, days: number, condition: ReturnType<typeof and>): number {
  const day = todayOf(actor)
  const found = select({ n: count() })
    .from(sessions)
    .innerJoin(seats, joined(sessions, seats.sessionId))
    .leftJoin(marks, and(joined(seats, marks.seatId), isNull(marks.supersededAt)))
    .where(
      and(
        own(actor, sessions),
        between(sessions.localDate, addDays(day, -days), addDays(day, -1)),
        eq(sessions.state, "planned"),
        condition,
      ),
    )
    .get()
  return found?.n ?? 0
}

/** The term that ends within four weeks, if classes have lessons to its end, none after it and no class that continues them. */
function endingTerm(actor: Actor): Suggestion | null {
  const day = todayOf(actor)
  const terms = listTerms(actor)
  const term = terms.find(
    ({ startsOn, endsOn }) =>
      startsOn <= day && day <= endsOn && endsOn <= addDays(day, weeksBeforeTermEnds * 7),
  )
  if (!term) return null
  const continued = alias(classes, "continued")
  const later = alias(sessions, "later")
  const ofClass = and(own(actor, sessions), joined(classes, sessions.classId), isNotNull(sessions.scheduleId))
  const found = select({ n: count() })
    .from(classes)
    .where(
      and(
        own(actor, classes),
        // One that a roll-over made ends with its term.
        or(isNull(classes.endedOn), and(isNotNull(classes.continuesId), gte(classes.endedOn, term.endsOn))),
        exists(
          select({ id: sessions.id })
            .from(sessions)
            .where(and(ofClass, between(sessions.localDate, addDays(term.endsOn, -13), term.endsOn))),
        ),
        notExists(
          select({ id: later.id })
            .from(later)
            .where(and(own(actor, later), joined(classes, later.classId), gt(later.localDate, term.endsOn))),
        ),
        notExists(
          select({ id: continued.id })
            .from(continued)
            .where(and(own(actor, continued), joined(classes, continued.continuesId))),
        ),
      ),
    )
    .get()
  const hasNext = terms.some(({ startsOn }) => startsOn > term.endsOn)
  if (!found || found.n === 0) return null
  const { id: termId, name, endsOn } = term
  return { key: "roll-over", termId, term: name, endsOn, classes: found.n, hasNext }
}

const verb = "dismiss-suggestion"

/** Dismissed for good, for the whole school; the activity says by whom. */
export function dismissSuggestion(actor: Actor, name: string): boolean {
  const key = suggestionKeys.find((each) => name === each || name.startsWith(`${each}:`))
  if (!key) return false
  return transact(() => {
    if (!findRules(actor).dismissed.includes(name))
      recordEvent(actor, `school.${verb}`, actor.school.id, { after: { suggestion: name } })
    return true
  })
}
