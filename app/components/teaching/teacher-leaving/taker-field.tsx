import { NameChoice } from "~/components/form/name-choice/name-choice"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import { takerFind, takerName } from "~/models/teaching/teacher-leaving/teacher-leaving"
import { countOf } from "~/utils/count-of"

type TakerFieldProps = {
  classId: string
  className: string
  students: number
  offer: NameOffer
  chosen: string
  problem: string | undefined
}

const noTeacher = "No teacher for now"

/** Who takes over a class and its students: listed, or found by name in a large school. */
export function TakerField({ classId, className, students, offer, chosen, problem }: TakerFieldProps) {
  const name = takerName(classId)
  const id = `deactivate-${name}`
  const label = `${className}, ${countOf(students, "student")}`
  if (offer.isSearched)
    return (
      <NameChoice
        {...{ id, name, label, offer, problem }}
        sought={`a teacher for ${className}`}
        find={takerFind(classId)}
        value={chosen}
        prompt={noTeacher}
        optional
      />
    )
  return (
    <div className={problem ? "field invalid" : "field"}>
      <label htmlFor={id}>{label}</label>
      {problem ? (
        <p className="error" id={`${id}-error`}>
          {problem}
        </p>
      ) : null}
      <select
        id={id}
        name={name}
        defaultValue={chosen}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
      >
        <option value="">{noTeacher}</option>
        {offer.choices.map(({ value, label: teacher }) => (
          <option key={value} value={value}>
            {teacher}
          </option>
        ))}
      </select>
    </div>
  )
}
