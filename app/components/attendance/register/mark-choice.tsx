import { NoteHead, type NoteHeadKind } from "~/components/ui/note-head"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import { type OfferedStatus, spellStatus } from "~/models/accounts/own-status/own-status"

const signs: { code: Exclude<MarkCode, "cancelled">; head: NoteHeadKind; label: string }[] = [
  { code: "present", head: "on", label: "Present" },
  { code: "late", head: "half", label: "Late" },
  { code: "absent", head: "x", label: "Absent" },
  { code: "excused", head: "open", label: "Excused" },
]

const cancelled = { head: "rest", label: "Canceled by school" } as const

const signOf = (code: MarkCode) => signs.find((sign) => sign.code === code) ?? cancelled

/** What a mark is called where its effect is said. */
export const markLabel = (code: MarkCode): string => signOf(code).label

type MarkChoiceProps = {
  name: string
  /** what is chosen when the page comes, as the field spells it */
  chosen: string
  /** the school's own, below the others */
  statuses: OfferedStatus[]
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
export function MarkChoice({ name, chosen, statuses, ...ids }: MarkChoiceProps) {
  const { labelledBy, describedBy, cancelledId } = ids
  // A status that isn't offered anymore leaves what it counted as.
  const value = statuses.some((status) => spelled(status) === chosen) ? chosen : (chosen.split("@")[0] ?? "")
  const marks = { name, value, statuses, cancelledId }
  return (
    <div
      className="mark-choice"
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    >
      <Marks {...marks} />
    </div>
  )
}

const spelled = ({ countsAs, id }: OfferedStatus) => spellStatus({ code: countsAs, statusId: id })

type MarksProps = Pick<MarkChoiceProps, "name" | "statuses" | "cancelledId"> & { value: string }

/** The choice itself, which is the same for a student's every lesson. */
function Marks({ name, value, statuses, cancelledId }: MarksProps) {
  return (
    <>
      {signs.map(({ code, head, label }) => (
        <label key={code}>
          <input type="radio" name={name} value={code} defaultChecked={value === code} />
          <NoteHead kind={head} />
          {`${label} `}
        </label>
      ))}
      <label className="cancelled-mark">
        <input
          type="radio"
          id={cancelledId}
          name={name}
          value="cancelled"
          defaultChecked={value === "cancelled"}
        />
        <NoteHead kind="rest" />
        {cancelled.label}
      </label>
      {statuses.map((status) => (
        <label key={status.id} className="own-mark">
          <input
            type="radio"
            name={name}
            value={spelled(status)}
            defaultChecked={value === spelled(status)}
          />
          <NoteHead kind={signOf(status.countsAs).head} />
          <span>{status.name}</span>{" "}
        </label>
      ))}
    </>
  )
}
