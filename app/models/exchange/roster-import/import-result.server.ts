import type { Actor } from "~/models/foundation/access/actor"
import { importJobKey } from "~/models/foundation/job/job"
import { isJobDead } from "~/models/foundation/job/job.server"
import { inTurns } from "~/utils/in-turns"
import { explainRow, ROWS_PER_PAGE } from "./dry-run"
import { listLeftOut } from "./import-parts.server"
import { nothingMade } from "./made-counts"
import type { ImportSummary } from "./roster-import"
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
    problems: {
      rows: rows.map((row) => explainRow(roster, row, row.problems)),
      total: summary.problems,
      page,
    },
    obstacles: roster.state === "imported" ? await inTurns(obstaclesInTurns(actor, roster.id)) : [],
  }
}
