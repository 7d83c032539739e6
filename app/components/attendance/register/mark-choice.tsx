import { NoteHead, type NoteHeadKind } from "~/components/ui/note-head"
import type { MarkCode } from "~/models/accounts/outcome/outcome"

const signs: { code: Exclude<MarkCode, "cancelled">; head: NoteHeadKind; label: string }[] = [
  { code: "present", head: "on", label: "Present" },
  { code: "late", head: "half", label: "Late" },
  { code: "absent", head: "x", label: "Absent" },
  { code: "excused", head: "open", label: "Excused" },
]

type MarkChoiceProps = {
  name: string
  /** the mark that is chosen when the page comes */
  chosen: MarkCode
  /** the id of the student's name */
  labelledBy: string
  describedBy?: string
  /** the id of the fifth mark's radio: labels elsewhere on the page tap it */
  cancelledId: string
}

/**
 * Four marks under the thumb. The fifth, cancelled by the school, is rare: it stays out of sight until the keyboard or
 * the list below the register reaches it, and shows itself when it is chosen.
 */
export function MarkChoice({ name, chosen, labelledBy, describedBy, cancelledId }: MarkChoiceProps) {
  return (
    <div
      className="mark-choice"
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    >
      {signs.map(({ code, head, label }) => (
        <label key={code}>
          <input type="radio" name={name} value={code} defaultChecked={chosen === code} />
          <NoteHead kind={head} />
          {label}{" "}
        </label>
      ))}
      <label className="cancelled-mark">
        <input
          type="radio"
          id={cancelledId}
          name={name}
          value="cancelled"
          defaultChecked={chosen === "cancelled"}
        />
        <NoteHead kind="rest" />
        Canceled by school
      </label>
    </div>
  )
}
