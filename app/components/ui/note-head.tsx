export type NoteHeadKind = "open" | "half" | "on" | "x" | "rest" | "held"

/**
 * A note head: expected, partly, done, missed, silent or paused. A label always accompanies it, so it is hidden from
 * screen readers.
 */
export function NoteHead({ kind }: { kind: NoteHeadKind }) {
  return <i className={`note-head head-${kind}`} aria-hidden="true" />
}
