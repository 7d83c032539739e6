import { isInTransaction } from "db/client.server"
import { log } from "~/utils/log.server"
import { mayLogAgain } from "~/utils/machine-state.server"

/**
 * An effect of an act — an entry of the activity, an email, a job — is a row in the act's own transaction: outside one, a crash
 * keeps the act and loses its effect. Fails in development and in tests. In production the act goes on, and the log says where.
 */
export function partOfAct(effect: "activity" | "mail" | "job") {
  if (isInTransaction()) return
  const error = new Error(`An effect (${effect}) is outside a transaction.`)
  if (process.env.VITEST || process.env.NODE_ENV !== "production") throw error
  if (mayLogAgain(error.message)) log.error({ err: error }, "an effect was outside its act")
}
