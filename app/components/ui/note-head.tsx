export type NoteHeadKind = "open" | "half" | "on" | "x" | "rest" | "held"

/** Expected, partly, done, missed, silent, paused. Its word always stands beside it, so it says nothing itself. */
export function NoteHead({ kind }: { kind: NoteHeadKind }) {
  return <i className={`note-head head-${kind}`} aria-hidden="true" />
}
