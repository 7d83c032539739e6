import type { RunRefusal } from "./run-import.server"

/** What is said when an import is not run. */
export const runRefusals: Record<Exclude<RunRefusal, "already-imported">, string> = {
  "not-found": "This import is no longer here.",
  undone: "This import was undone. Read the file again to import it anew.",
  changed:
    "The school changed since you looked at this check. Nothing was imported. Here is the check as it is now.",
  "nothing-ready": "No row of this file can be imported.",
}
