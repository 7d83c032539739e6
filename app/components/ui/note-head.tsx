export type NoteHeadKind = "open" | "half" | "on" | "x" | "rest" | "held"

/** Expected, partly, done, missed, silent or paused. A label always accompanies it, so it is empty and says nothing. */
export function NoteHead({ kind }: { kind: NoteHeadKind }) {
  return <i className={`note-head head-${kind}`} />
}
