import { importCreations } from "db/schema/exchange"
import { and, count, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { keepReads } from "~/models/foundation/background-read/keep-reads.server"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import { importJobKey } from "~/models/foundation/job/job"
import { isJobDead } from "~/models/foundation/job/job.server"
import { currentFormats } from "~/utils/formats"
import { inTurns } from "~/utils/in-turns"
import { explainRow, ROWS_PER_PAGE } from "./dry-run"
import { listLeftOut } from "./import-parts.server"
import { type DeletedCounts, type ImportSummary, nothingMade } from "./roster-import"
import type { ImportFacts, RosterImport } from "./roster-import.server"
import { obstaclesInTurns } from "./undo-obstacles.server"

/** What the page of an import that runs, or is being undone, shows. */
export function viewProgress({ id, state, done, total, canceledAt, summary }: ImportFacts) {
  return {
    state: state === "undoing" ? ("undoing" as const) : ("importing" as const),
    done,
    total,
    isCanceled: canceledAt !== null,
    /** It failed again and again and waits for a person. */
    hasStopped: isJobDead(importJobKey(id)),
    made: summary === null ? nothingMade : (JSON.parse(summary) as ImportSummary),
  }
}

/** What the page of an import that ran shows: its counts, a page of the rows left out, and the way back. */
export async function viewResult(actor: Actor, roster: RosterImport, page: number) {
  const summary = roster.summary ?? nothingMade
  const rows = listLeftOut(actor, roster.id, { limit: ROWS_PER_PAGE, offset: (page - 1) * ROWS_PER_PAGE })
  return {
    state: roster.state === "undone" ? ("undone" as const) : ("imported" as const),
    isCanceled: roster.canceledAt !== null,
    summary,
    deleted: roster.state === "undone" ? countDeleted(actor, roster.id, summary) : null,
    problems: {
      rows: rows.map((row) => explainRow(roster, row, row.problems)),
      total: summary.problems,
      page,
    },
    obstacles: roster.state === "imported" ? await knownObstacles(actor, roster) : [],
  }
}

const keepObstacles = keepReads<string[]>(100)

/** Of more rows, what is in the way of the undo is read in the background: in one of 5,000 some questions take 30 ms. */
const mostAskedHere = 500

/** Its page asks some twenty questions about all that an import made; the answers stay until something of the school is written. */
const knownObstacles = (actor: Actor, { id, rows }: RosterImport): Promise<string[]> =>
  keepObstacles([actor.school.id, id, currentFormats()], {
    work: schoolWork(
      actor,
      "import-obstacles",
      (who, importId) => inTurns(obstaclesInTurns(who, importId)),
      id,
    ),
    isLong: rows.length > mostAskedHere,
  })

function countDeleted(actor: Actor, importId: string, { sessions, kept }: ImportSummary): DeletedCounts {
  const rows = select({ noun: importCreations.noun, n: count() })
    .from(importCreations)
    .where(
      and(
        own(actor, importCreations),
        eq(importCreations.importId, importId),
        eq(importCreations.undone, "removed"),
      ),
    )
    .groupBy(importCreations.noun)
    .all()
  const of = (noun: string) => rows.find((row) => row.noun === noun)?.n ?? 0
  return {
    students: of("student"),
    families: of("family"),
    teachers: of("teacher"),
    classes: of("class"),
    sessions: kept ? null : sessions,
  }
}
