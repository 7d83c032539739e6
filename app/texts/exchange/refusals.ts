// Why something is refused: each code with the text that people read. Models answer the code.

/** Why an import does not run. */
export const runRefusals = {
  "not-found": "This import no longer exists.",
  undone: "This import was undone. Upload the file again to start over.",
  changed: "The school’s data changed since this check, so the import didn’t run. Here’s the updated check.",
  "another-runs":
    "Another import is still running, and what it adds isn’t in this check. Wait until it’s done, then check again.",
  "nothing-ready": "No rows in this file can be imported.",
}
export type RunRefusal = keyof typeof runRefusals | "already-imported"
