import { data, redirect } from "@remix-run/node"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { checkForm } from "~/models/exchange/roster-import/columns-form"
import { perhapsKnownIn } from "~/models/exchange/roster-import/dry-run"
import { planImportInTurns } from "~/models/exchange/roster-import/plan-import.server"
import { asSentence } from "~/models/exchange/roster-import/roster-import"
import {
  changeCheck,
  findImportFacts,
  leaveOutRows,
} from "~/models/exchange/roster-import/roster-import.server"
import { startImport } from "~/models/exchange/roster-import/run-import.server"
import type { Actor } from "~/models/foundation/access/actor"
import { runRefusals } from "~/texts/exchange/refusals"
import { todayOf } from "~/utils/clock.server"
import { paths } from "~/utils/paths"

/** What a button of the check does besides keeping what is chosen on it. */
export type CheckDecision = "leave-out-all" | "keep-all" | "import"

/**
 * Handles the check: keeps what is chosen on it, and imports. What was chosen since the page was shown makes another plan,
 * so its effect is shown before it is imported.
 */
export async function decideCheck(actor: Actor, importId: string, form: FormData, decision?: CheckDecision) {
  const submission = readForm(form, { schema: checkForm(todayOf(actor)) })
  if (submission.status !== "success") return invalid(submission)
  const { fingerprint, ...chosen } = submission.value
  const { isChanged } = changeCheck(actor, importId, chosen)
  if (decision === "keep-all") leaveOutRows(actor, importId, [])
  if (decision === "leave-out-all") {
    const plan = (await planImportInTurns(actor, importId))?.plan
    if (plan) leaveOutRows(actor, importId, perhapsKnownIn(plan))
  }
  const check = paths.import(importId, "check")
  if (decision !== "import") return redirect(check, 303)
  if (isChanged) return redirectWithToast(check, "Check updated. Import when it’s right.")
  const result = await startImport(actor, importId, fingerprint)
  if (!result.ok && result.reason !== "already-imported")
    return data({ refused: runRefusals[result.reason] }, { status: 409 })
  const summary = findImportFacts(actor, importId)?.summary
  if (!result.ok || !result.isDone || !summary) return redirect(paths.import(importId), 303)
  return redirectWithToast(paths.import(importId), `Imported ${asSentence(JSON.parse(summary))}.`)
}
