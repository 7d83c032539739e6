export type NoteHeadKind = "open" | "half" | "on" | "x" | "rest" | "held"

/** Expected, partly, done, missed, silent or paused. A label always accompanies it, so it has no text. */
export function NoteHead({ kind }: { kind: NoteHeadKind }) {
  return <i className={`note-head head-${kind}`} aria-hidden="true" />
}
