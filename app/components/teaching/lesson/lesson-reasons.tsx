import type { LessonReason } from "~/models/teaching/lesson-reason/lesson-reason"

/** Why a lesson takes place where it is and its attendance was corrected, with who said so. */
export function LessonReasons({ reasons }: { reasons: LessonReason[] }) {
  return reasons.map(({ id, text, from }) => (
    <p key={id} className="small">
      {text}
      {from ? (
        <>
          <br />
          <span className="dim">{from}</span>
        </>
      ) : null}
    </p>
  ))
}
