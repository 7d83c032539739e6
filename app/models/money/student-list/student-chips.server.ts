import { keepUnchanged } from "db/unchanged.server"
import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { countStudents } from "~/models/people/student/list-students.server"
import { type StudentFilter, writeStudentQuery } from "~/models/people/student/student"
import { now, todayOf } from "~/utils/clock.server"
import { countEach } from "./list-students-with.server"

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

const keepCounts = keepUnchanged<readonly (number | null)[]>(500)

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
