import { GroupedOptions } from "~/components/form/grouped-options"
import { NameChoice } from "~/components/form/name-choice/name-choice"
import type { NameOffer } from "~/models/foundation/name-search/name-search"
import { teachesIt } from "~/models/people/teacher/instruments"
import { countOf } from "~/utils/formats"

type TakerFieldProps = {
  /** the fields of the choice and of the search for it */
  name: string
  find: string
  label: string
  /** what the taker gets */
  title: string
  offer: NameOffer
  chosen: string
  problem: string | undefined
  /** of a class: those who teach it come first */
  instrument?: string | null
  /** what is known of each of those who are listed */
  facts?: Record<string, { instruments: string; lessons: number }>
}

const noTeacher = "No teacher for now"

/** Who takes over a class and its students, or an event: listed, or found by name in a large school. */
export function TakerField({ name, find, label, title, offer, chosen, problem, ...of }: TakerFieldProps) {
  const id = `deactivate-${name}`
  if (offer.isSearched)
    return (
      <NameChoice
        {...{ id, name, label, offer, problem }}
        sought={`a teacher for ${title}`}
        find={find}
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
        <GroupedOptions choices={choicesOf(offer, of)} />
      </select>
    </div>
  )
}

/** Each with the lessons they give, those who teach the instrument before the others. */
function choicesOf(
  { choices }: NameOffer,
  { instrument, facts = {} }: Pick<TakerFieldProps, "instrument" | "facts">,
) {
  const listed = choices.map(({ value, label }) => {
    const known = facts[value]
    const teaches = Boolean(known && instrument && teachesIt(known.instruments, instrument))
    return { value, label: known ? `${label}, ${lessonsText(known.lessons)}` : label, teaches }
  })
  if (!listed.some(({ teaches }) => teaches)) return listed
  const ofGroup = (teaches: boolean, group: string) =>
    listed.filter((each) => each.teaches === teaches).map((each) => ({ ...each, group }))
  return [...ofGroup(true, `Teaches ${instrument}`), ...ofGroup(false, "Other teachers")]
}

const lessonsText = (lessons: number) =>
  lessons === 0 ? "no lessons in the next 7 days" : `${countOf(lessons, "lesson")} in the next 7 days`
