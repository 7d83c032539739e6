import { skills } from "db/schema/learning"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { and, count, isNotNull, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { query, queryEach, select, selectDistinct } from "~/models/foundation/access/door.server"
import { groupBy } from "~/utils/group-by"
import { starterInstruments } from "./starter-lists"

// For which instruments a school has a list of skills, and for which it could begin one.

/** Instruments with a list and how long it is; and those the school teaches, or we have a list for, without one. */
export function listSkillInstruments(actor: Actor): {
  listed: { instrument: string; count: number }[]
  unlisted: { instrument: string; hasStarter: boolean; isTaught: boolean }[]
} {
  const listed = listedQuery.all(actor)
  const has = new Set(listed.map(({ instrument }) => instrument.toLowerCase()))
  const taught = listTaughtInstruments(actor)
  const isTaught = new Set(taught.map((each) => each.toLowerCase()))
  const starters = new Set(starterInstruments.map((each) => each.toLowerCase()))
  const others = [...groupBy([...taught, ...starterInstruments], (each) => each.toLowerCase()).entries()]
  return {
    listed,
    unlisted: others
      .filter(([folded]) => !has.has(folded))
      .map(([folded, [name]]) => ({
        instrument: name ?? folded,
        hasStarter: starters.has(folded),
        isTaught: isTaught.has(folded),
      }))
      .sort((a, b) => Number(b.isTaught) - Number(a.isTaught) || a.instrument.localeCompare(b.instrument)),
  }
}

const listedQuery = query((_, own) =>
  select({ instrument: sql<string>`min(${skills.instrument})`, count: count() })
    .from(skills)
    .where(and(own(skills), isNull(skills.archivedAt)))
    .groupBy(sql`lower(${skills.instrument})`)
    .orderBy(sql`lower(${skills.instrument})`),
)

const listTaughtInstruments = (actor: Actor): string[] =>
  (["students", "classes"] as const)
    .flatMap((table) => taughtQuery(table).all(actor))
    .flatMap(({ instrument }) => (instrument?.trim() ? [instrument.trim()] : []))

const taughtQuery = queryEach((name: "students" | "classes", _, own) => {
  const table = name === "students" ? students : classes
  return selectDistinct({ instrument: table.instrument })
    .from(table)
    .where(and(own(table), isNotNull(table.instrument)))
})
