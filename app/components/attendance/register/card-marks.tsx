import { GroupedOptions } from "~/components/form/grouped-options"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { type OfferedStatus, spellStatus } from "~/models/accounts/custom-status/custom-status"
import type { MarkCode } from "~/models/accounts/outcome/outcome"

const labels: [code: MarkCode, label: string][] = [
  ["present", "Present"],
  ["late", "Late"],
  ["absent", "Absent"],
  ["excused", "Excused"],
  ["cancelled", "Canceled by school"],
]

type MarkOptionsProps = { without?: MarkCode; statuses: readonly OfferedStatus[] }

/** Every mark as an option of a select, the school's own last; `without` is the one that no choice means. */
export function MarkOptions({ without, statuses }: MarkOptionsProps) {
  return (
    <>
      <GroupedOptions
        choices={labels.filter(([code]) => code !== without).map(([code, label]) => ({ value: code, label }))}
      />
      {statuses.map((status) => (
        <option key={status.id} value={spellStatus({ code: status.countsAs, statusId: status.id })}>
          {status.name}
        </option>
      ))}
    </>
  )
}

type CardMarksProps = {
  students: readonly { id: string; name: string }[]
  /** The ids of those who said they won't come: their mark is the one their notice leads to, unless another is chosen. */
  away: readonly string[]
  statuses: readonly OfferedStatus[]
  /** What was chosen, when the page is an answer. */
  chosen?: Readonly<Record<string, ChosenMark>>
}

/** A mark as it was typed. */
export type ChosenMark = { code: string; minutesLate: string }

/** A lesson's attendance on its card: a mark for each student, those who come as expected already chosen. */
export function CardMarks({ students, away, statuses, chosen }: CardMarksProps) {
  return (
    <details className="disclosure no-print" open={chosen !== undefined}>
      <summary>Late, absent or excused</summary>
      <PostForm className="form" needs="register:take" sends={{ command: "attend" }}>
        {students.map(({ id, name }) => {
          const isAway = away.includes(id)
          return (
            <div className="field" key={id}>
              <label htmlFor={`mark-${id}`}>{name}</label>
              <select id={`mark-${id}`} name={`marks.${id}.code`} defaultValue={chosen?.[id]?.code ?? ""}>
                <option value="">{isAway ? "Not coming, as reported" : "Present"}</option>
                <MarkOptions without={isAway ? undefined : "present"} statuses={statuses} />
              </select>
              <label className="late-minutes">
                Minutes late{" "}
                <input
                  name={`marks.${id}.minutesLate`}
                  type="text"
                  inputMode="numeric"
                  autoComplete="off"
                  defaultValue={chosen?.[id]?.minutesLate}
                />
              </label>
            </div>
          )
        })}
        <SubmitRow label="Save attendance" pending="Saving…" variant="secondary" />
      </PostForm>
    </details>
  )
}
