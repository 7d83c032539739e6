import { cacheUntilWrite } from "db/cache-until-write.server"
import { students } from "db/schema/people"
import { and, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { queryEach, select } from "~/models/foundation/access/door.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { isFieldSort } from "~/models/foundation/custom-field/answer-filter"
import { inAnswerOrder, listAnswering } from "~/models/foundation/custom-field/answers.server"
import { pageOfIds } from "~/models/foundation/saved-filter/list-view"
import { findNextSessions, listComing } from "~/models/people/next-session/next-session.server"
import { countStudents, listStudentIds, listStudents } from "~/models/people/student/list-students.server"
import {
  type StudentFilter,
  statusesOf,
  type Traits,
  writeStudentQuery,
} from "~/models/people/student/student"
import { now, todayOf } from "~/utils/clock.server"
import { PER_PAGE } from "~/utils/page-number"
import { balancesOf, creditsOf, overdueFamilies, portalOf } from "./student-facts.server"

// The list of students narrowed and sorted by what other wings know of them: balance, credits, portal and next lesson.
// What one page shows is read for that page; only a filter or an order by these reads all of the school.

type Page = number | "all"

/** Sorted here and not by the database. */
const computed: ReadonlySet<string> = new Set(["next", "balance", "credits", "portal"])

/** Whether the database itself has the order. */
export const isInDatabase = ({ sort = "name", isReversed }: StudentFilter) =>
  !isReversed && !computed.has(sort) && !isFieldSort(sort)

/** One page of the students that pass the filter with how many pass in all, as `listStudents`, but for every filter. */
export function listStudentsWith(actor: Actor, filter: StudentFilter, page: Page = 1) {
  const narrowed = narrow(actor, filter)
  if (isInDatabase(filter)) return listStudents(actor, narrowed, page)
  const ids = orderedIds(actor, narrowed)
  const shown = pageOfIds(ids, page, PER_PAGE)
  const rows = new Map(listStudents(actor, { ids: shown }, "all").students.map((row) => [row.id, row]))
  return { total: ids.length, students: shown.flatMap((id) => rows.get(id) ?? []) }
}

/** The ids of those that pass, in the list's order: of one page, or all. */
export function listIdsWith(actor: Actor, filter: StudentFilter, page: Page): string[] {
  const narrowed = narrow(actor, filter)
  if (isInDatabase(filter)) return listStudentIds(actor, narrowed, page)
  return [...pageOfIds(orderedIds(actor, narrowed), page, PER_PAGE)]
}

/** How many pass each of these filters, which name a status and traits only: the school is read once for all of them. Undefined in a school with more students than `most`. */
function countEach(
  actor: Actor,
  filters: readonly Pick<StudentFilter, "status" | "traits">[],
  most: number,
): number[] | undefined {
  const all = listFamilies(actor, most + 1)
  if (all.length > most) return undefined
  const facts = factsOf(actor)
  return filters.map(({ status, traits = {} }) => {
    const statuses: readonly string[] | undefined = status && statusesOf(status)
    return all.filter(
      (student) => (!statuses || statuses.includes(student.status)) && hasTraits(student, traits, facts),
    ).length
  })
}

/** The filter with its traits and answers looked up: only these students have all of them. */
function narrow(actor: Actor, filter: StudentFilter): StudentFilter {
  const { traits, answers, ...rest } = filter
  // Who doesn’t see balances finds no one by them: all would be wrong for a message to those who owe.
  if (traits?.balance && !seesFamilyMoney(actor)) return { ...rest, ids: [] }
  const ids = traits && listWithTraits(actor, traits)
  const answering = answers && listAnswering(actor, "student", answers)
  if (!answering) return ids ? { ...rest, ids } : rest
  return { ...rest, ids: ids ? ids.filter((id) => answering.has(id)) : [...answering] }
}

function listWithTraits(actor: Actor, traits: Traits): string[] {
  const facts = factsOf(actor)
  return listFamilies(actor)
    .filter((student) => hasTraits(student, traits, facts))
    .map(({ id }) => id)
}

/** What traits ask of a school's students, each read when it is first asked for. */
const factsOf = (actor: Actor) => ({
  balances: once(() => balancesOf(actor)),
  overdue: once(() => overdueFamilies(actor)),
  portal: once(() => portalOf(actor)),
  credits: once(() => creditsOf(actor)),
  coming: once(() => listComing(actor)),
})

type SchoolFacts = ReturnType<typeof factsOf>

function once<Fact>(read: () => Fact) {
  let known: { fact: Fact } | undefined
  return () => {
    known ??= { fact: read() }
    return known.fact
  }
}

function hasTraits(
  { id, familyId }: { id: string; familyId: string },
  { balance, portal, credits, next }: Traits,
  facts: SchoolFacts,
): boolean {
  const minor = balance && balance !== "overdue" ? (facts.balances().get(familyId) ?? 0) : 0
  return (
    (balance !== "overdue" || facts.overdue().has(familyId)) &&
    (balance !== "due" || minor > 0) &&
    (balance !== "credit" || minor < 0) &&
    (!portal || (facts.portal().get(id) ?? "none") === portal) &&
    (credits !== "open" || facts.credits().has(id)) &&
    (credits !== "expiring" || facts.credits().get(id)?.isExpiring === true) &&
    (!next || !facts.coming().has(id))
  )
}

/** By name where two are equal; those without a value come last. */
function orderedIds(actor: Actor, filter: StudentFilter): string[] {
  const { isReversed } = filter
  const sort = filter.sort === "balance" && !seesFamilyMoney(actor) ? "name" : (filter.sort ?? "name")
  const ids = listStudentIds(actor, filter, "all")
  if (isFieldSort(sort)) return inAnswerOrder(actor, { noun: "student", sort, isReversed }, ids)
  const rank = computed.has(sort) ? rankBy(actor, sort, ids) : undefined
  const ordered = rank ? [...ids].sort((a, b) => rank(a) - rank(b)) : ids
  return isReversed ? ordered.reverse() : ordered
}

/** Lower comes first: the soonest lesson, the highest balance, the most credits, those who aren't invited. */
function rankBy(actor: Actor, sort: string, ids: readonly string[]): (id: string) => number {
  if (sort === "next") {
    const coming = findNextSessions(actor, { resource: "student", ids })
    return (id) => {
      const next = coming.get(id)
      return next ? Date.parse(`${next.localDate}T${next.startTime}Z`) : Number.MAX_SAFE_INTEGER
    }
  }
  if (sort === "credits") {
    const credits = creditsOf(actor)
    return (id) => -(credits.get(id)?.n ?? 0)
  }
  if (sort === "portal") {
    const states = portalOf(actor)
    return (id) => (states.has(id) ? (states.get(id) === "invited" ? 1 : 2) : 0)
  }
  const balances = balancesOf(actor)
  const familyOf = new Map(listFamilies(actor).map(({ id, familyId }) => [id, familyId]))
  return (id) => -(balances.get(familyOf.get(id) ?? "") ?? 0)
}

const listFamilies = (actor: Actor, most = Number.MAX_SAFE_INTEGER) => familiesQuery(`${most}`).all(actor)

const familiesQuery = queryEach((most: `${number}`, _, own) =>
  select({ id: students.id, familyId: students.familyId, status: students.status })
    .from(students)
    .where(and(own(students), isNull(students.erasedAt)))
    .limit(Number(most)),
)

// The filters an office asks for most, above the list. In a large school they go without their counts, which read it whole.

const usual: { label: string; filter: StudentFilter }[] = [
  { label: "All", filter: {} },
  { label: "Current", filter: { status: "learning" } },
  { label: "Not invited", filter: { status: "plan", traits: { portal: "none" } } },
  { label: "Overdue", filter: { traits: { balance: "overdue" } } },
  { label: "Credits expiring", filter: { traits: { credits: "expiring" } } },
  { label: "No next lesson", filter: { status: "learning", traits: { next: "none" } } },
  { label: "Former", filter: { status: "former" } },
]

const usualFor = (actor: Actor) =>
  seesFamilyMoney(actor) ? usual : usual.filter(({ filter }) => !filter.traits?.balance)

/** Larger schools see these without counts. */
const mostCounted = 1000

const keepCounts = cacheUntilWrite<readonly (number | null)[]>(500)

/** The usual filters with how many students each finds, and which of them is the present one. */
export function listChips(actor: Actor, present: StudentFilter) {
  const day = todayOf(actor)
  const counts = keepCounts(
    [actor.school.id, seesFamilyMoney(actor), day, Math.floor(now() / 600_000)],
    () => {
      const filters = usualFor(actor).map(({ filter }) => filter)
      const counted = countEach(actor, filters, mostCounted)
      return counted ?? filters.map((_, index) => (index === 0 ? countStudents(actor, {}) : null))
    },
  )
  const { sort: _, isReversed: __, ...narrowing } = present
  const text = textOf(narrowing)
  return usualFor(actor).map(({ label, filter }, index) => ({
    label,
    query: writeStudentQuery({ filter, page: 1 }),
    count: counts[index] ?? null,
    isCurrent: textOf(filter) === text,
  }))
}

const textOf = (filter: StudentFilter) => JSON.stringify(writeStudentQuery({ filter, page: 1 }))
