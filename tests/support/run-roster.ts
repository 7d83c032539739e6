import { planImport } from "~/models/exchange/roster-import/plan-import.server"
import { runImport } from "~/models/exchange/roster-import/run-import.server"
import { uploadRoster } from "~/models/exchange/roster-import/upload-roster.server"
import type { Actor } from "~/models/foundation/access/actor"
import { orFail } from "./school"

// A roster on its way into a school: uploaded, planned and imported, each of which must succeed.

export function upload(actor: Actor, file: { name: string; bytes: Uint8Array }): string {
  return orFail(uploadRoster(actor, file)).importId
}

export function planned(actor: Actor, importId: string) {
  const found = planImport(actor, importId)
  if (!found) throw new Error("no plan")
  return found
}

export function run(actor: Actor, importId: string) {
  return orFail(runImport(actor, importId, planned(actor, importId).fingerprint)).summary
}
