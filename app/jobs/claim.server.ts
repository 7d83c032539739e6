import { claimDatabase } from "db/claim.server"
import { env } from "~/utils/env.server"
import { log } from "~/utils/log.server"
import { machineState } from "~/utils/machine-state.server"

/** Two processes on one file do no harm, because each piece of work is leased; but two are never needed. */
export function claim() {
  const state = machineState()
  const wasShared = state.isShared ?? false
  state.isShared = !claimDatabase(env().DATABASE_PATH)
  if (state.isShared && !wasShared)
    log.error({ database: env().DATABASE_PATH }, "another process uses this database: stop one of them")
}
