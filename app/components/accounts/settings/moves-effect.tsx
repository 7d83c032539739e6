import { Callout } from "~/components/ui/callout"
import type { MovesPreview } from "~/models/teaching/closure-lesson/closure-lesson"
import { cancelCreditText } from "~/models/teaching/credit/cancel-credits"
import { withoutText } from "~/models/teaching/session/left-out"
import { countOf } from "~/utils/count-of"

export type MovesEffectProps = {
  moves: MovesPreview & {
    families: number
    /** Lessons that stay, because attendance is recorded. */
    kept: number
    givesCredits: boolean
    /** What is said here, as the form sends it back. */
    stamp: string
  }
}

const canceledText = {
  "no-time": "canceled, no time is free",
  "no-teacher": "canceled, it has no teacher",
}

/** Where the lessons of closures would go, shown before the closures are added. */
export function MovesEffect({
  moves: { lessons, families, kept, givesCredits, moves, stamp },
}: MovesEffectProps) {
  const canceled = moves.filter(({ becomes }) => becomes === null).length
  const more = lessons - moves.length
  const of = countOf(families, "family", "families")
  return (
    <Callout tone="amber">
      <input type="hidden" name="seenMoves" value={stamp} />
      <p role="status">
        <b>
          {more > 0
            ? `This moves ${countOf(lessons, "lesson")} of ${of}; those without a free time are canceled.`
            : canceled === lessons
              ? `This cancels ${countOf(lessons, "lesson")} of ${of}: no time was found to move to.`
              : canceled > 0
                ? `This moves ${countOf(lessons - canceled, "lesson")} and cancels ${canceled} without a free time, of ${of}.`
                : `This moves ${countOf(lessons, "lesson")} of ${of}.`}
        </b>
      </p>
      <ul>
        {moves.map(({ id, title, was, becomes, whyNone, leftOut }) => (
          <li key={id}>
            {title}, {was}: {becomes ? <b>{becomes}</b> : canceledText[whyNone ?? "no-time"]}
            {withoutText(leftOut)}
          </li>
        ))}
        {more > 0 ? <li>{countOf(more, "more lesson")}, each to its best free time</li> : null}
      </ul>
      <p>
        {kept > 0 ? `${countOf(kept, "lesson")} with attendance ${kept === 1 ? "is" : "are"} kept. ` : ""}
        {canceled > 0 || more > 0
          ? `${cancelCreditText(givesCredits)} No one is charged for a canceled lesson. `
          : ""}
        Each time is checked again when the lesson moves. No one is told until you send the emails, and one
        undo puts every lesson back.
      </p>
    </Callout>
  )
}
