import { families } from "db/schema/people"
import { asc, sql } from "drizzle-orm"
import { z } from "zod"
import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { startTask, type TaskWork } from "~/models/foundation/task/run-task.server"
import { halfYear, type Period } from "~/models/foundation/term/period"
import { listTerms } from "~/models/foundation/term/term.server"
import { todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/date-text"
import { addDays } from "~/utils/dates"
import type { Result } from "~/utils/result"
import { countGrantedByHand, readAbsences } from "./read-absences.server"
import { replayTerm, sumOf, type TrialRow, type TrialRules } from "./rule-trial"
import type { RuleTrialForm } from "./rule-trial-form"

// A term replayed under other rules, family by family in the steps of a task. Nothing but the task's own items is written.

const mostTerms = 12

/** The terms that can be replayed, the latest first: those that have begun, or the last half-years where none is recorded. */
export function listTrialTerms(actor: Actor): (Period & { label: string })[] {
  const day = todayOf(actor)
  const begun = listTerms(actor).filter(({ startsOn }) => startsOn <= day)
  const terms =
    begun.length > 0 ? begun.map((term) => ({ ...term, name: `${term.name}, ` })) : lastHalves(day)
  return terms
    .map(({ name, startsOn, endsOn }) => ({
      startsOn,
      endsOn,
      label: `${name}${formatDate(startsOn, "medium", actor.school)} to ${formatDate(endsOn, "medium", actor.school)}`,
    }))
    .reverse()
    .slice(0, mostTerms)
}

function lastHalves(day: string) {
  const halves = [halfYear(day)]
  for (const _ of [1, 2, 3]) halves.unshift(halfYear(addDays(halves[0]?.startsOn ?? day, -1)))
  return halves.map((half) => ({ ...half, name: "" }))
}

/** The school's rules as they are now. */
export const rulesNow = ({ school }: Actor): TrialRules => ({
  noticeHours: school.noticeHours,
  lateAllowance: school.lateAllowance,
  creditCap: school.creditCap,
  creditExpiry: school.creditExpiry,
  creditExpiryDays: school.creditExpiryDays,
  countsIllness: true,
})

/** Starts the replay of a term under these rules. A form sent twice starts it once. */
export function tryRules(
  actor: Actor,
  { term: startsOn, formKey, ...rules }: RuleTrialForm,
): Result<{ taskId: string }, "term-unknown" | "no-families"> {
  const term = listTrialTerms(actor).find((each) => each.startsOn === startsOn)
  if (!term) return { ok: false, reason: "term-unknown" }
  const items = select({ subjectId: families.id, name: families.name })
    .from(families)
    .where(own(actor, families))
    .orderBy(sql`${families.name} collate nocase`, asc(families.id))
    .all()
  if (items.length === 0) return { ok: false, reason: "no-families" }
  const about: TrialFacts = { term, rules, now: rulesNow(actor), today: todayOf(actor) }
  return { ok: true, taskId: startTask(actor, { kind: "try-rules", about, items, formKey: formKey ?? null }) }
}

const Rules = z.object({
  noticeHours: z.number(),
  lateAllowance: z.number(),
  creditCap: z.number().nullable(),
  creditExpiry: z.enum(["days", "term", "next_term"]),
  creditExpiryDays: z.number(),
  countsIllness: z.boolean(),
})
/** What a replay was started with. */
export const TrialFacts = z.object({
  term: z.object({ startsOn: z.string(), endsOn: z.string(), label: z.string() }),
  rules: Rules,
  now: Rules,
  today: z.string(),
})
export type TrialFacts = z.output<typeof TrialFacts>

/** A family's part of the answer, as its item keeps it. */
export type FamilyTrial = { rows: (TrialRow & { studentId: string })[] }

/** One family; one without an absence in the term leaves nothing behind. */
export const tryRulesWork: TaskWork<TrialFacts> = {
  about: TrialFacts,
  atMost: 40,
  carryOut: (actor, { term, rules, now: before, today: day }, { subjectId }) => {
    const earning = new Set(
      listOutcomes(actor).flatMap(({ code, issuesCredit }) => (issuesCredit ? [code] : [])),
    )
    const school = {
      now: before,
      terms: listTerms(actor),
      earns: (code: Parameters<typeof earning.has>[0]) => earning.has(code),
      today: day,
    }
    const rows = [...readAbsences(actor, subjectId, term)].flatMap(([studentId, absences]) =>
      replayTerm(absences, rules, school).flatMap((row, index) =>
        row.was === "none" && row.would === "none" && absences[index]?.noticeAt === null
          ? []
          : [{ studentId, ...row }],
      ),
    )
    const byHand = countGrantedByHand(actor, subjectId, term)
    if (rows.length === 0) return { ok: true, adds: { byHand } }
    const [was, would] = [sumOf(rows, "was"), sumOf(rows, "would")]
    const isSame = rows.every((row) => row.was === row.would)
    const trial: FamilyTrial = { rows }
    return {
      ok: true,
      note: isSame ? "Same" : "Different",
      before: trial,
      adds: {
        ...{ wasGranted: was.granted, wasUsed: was.used, wasExpired: was.expired },
        ...{ wouldGranted: would.granted, wouldUsed: would.used, wouldExpired: would.expired },
        families: 1,
        byHand,
        different: isSame ? 0 : 1,
      },
    }
  },
}
