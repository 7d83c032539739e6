import { type Measured, watchStatements } from "db/statement-times.server"
import { env } from "~/utils/env.server"
import { noteStatement as noteHold } from "~/utils/event-loop.server"
import { log } from "~/utils/log.server"
import { mayLogAgain } from "~/utils/machine-state.server"
import { noteStatement } from "~/utils/work-times.server"

// Every statement counts into its request's time; one that takes long is logged with its plan, each once a minute.

/** Measures the statements of this process from now on. */
export function watchSlowStatements() {
  const limitMs = env().SLOW_STATEMENT_MS
  watchStatements((measured) => {
    noteStatement(measured.ms)
    noteHold(measured.source, measured.ms)
    if (limitMs > 0 && measured.ms >= limitMs) logSlow(measured)
  })
}

/** The statement's text holds no values: those are bound. */
function logSlow({ source, ms, explain }: Measured) {
  if (!mayLogAgain(`slow ${source}`)) return
  log.warn({ ms: Math.round(ms), statement: source, plan: planOf(explain) }, "a slow statement")
}

/** A statement that can't be explained, such as one of another mode, is still named. */
function planOf(explain: () => string[]): string[] {
  try {
    return explain()
  } catch {
    return []
  }
}
