export type NoteHeadKind = "open" | "half" | "on" | "x" | "rest" | "held" | "dash"

/** Expected, partly, done, missed, silent, paused or not sent yet. A label always accompanies it, so it is empty and says nothing. */
export function NoteHead({ kind }: { kind: NoteHeadKind }) {
  return <i className={`note-head head-${kind}`} />
}
