import { planImport } from "~/models/exchange/roster-import/plan-import.server"
import { runImport } from "~/models/exchange/roster-import/run-import.server"
import { uploadRoster } from "~/models/exchange/roster-import/upload-roster.server"
import type { Actor } from "~/models/foundation/access/actor"

// A roster on its way into a school: uploaded, planned and imported, each of which must succeed.

export function upload(actor: Actor, file: { name: string; bytes: Uint8Array }): string {
  const uploaded = uploadRoster(actor, file)
  if (!uploaded.ok) throw new Error(uploaded.message)
  return uploaded.importId
}

export function planned(actor: Actor, importId: string) {
  const found = planImport(actor, importId)
  if (!found) throw new Error("no plan")
  return found
}

export function run(actor: Actor, importId: string) {
  const answer = runImport(actor, importId, planned(actor, importId).fingerprint)
  if (!answer.ok) throw new Error(answer.reason)
  return answer.summary
}
