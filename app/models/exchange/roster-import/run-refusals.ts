import type { RunRefusal } from "./run-import.server"

/** Why an import does not run. */
export const runRefusals: Record<Exclude<RunRefusal, "already-imported">, string> = {
  "not-found": "This import no longer exists.",
  undone: "This import was undone. Upload the file again to start over.",
  changed: "The school’s data changed since this check, so the import didn’t run. Here’s the updated check.",
  "another-runs":
    "Another import is still running, and what it adds isn’t in this check. Wait until it’s done, then check again.",
  "nothing-ready": "No rows in this file can be imported.",
}
