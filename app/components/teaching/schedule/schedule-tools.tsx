import { FilterButton, FilterForm, FilterSelect } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
import { PrintButton } from "~/components/ui/print-button"

type Choice = { id: string; name: string }

type ScheduleToolsProps = {
  /** what an arrow goes by: "week" */
  unit: string
  previous: string
  next: string
  today: string
  /** sent along with the form */
  view: string
  date: string
  by: "teacher" | "room"
  chosen: string
  teachers: Choice[]
  rooms: Choice[]
  /** a solo teacher has no teacher to choose */
  isSolo: boolean
}

/** Previous and next period, and the filter by teacher or room. The address is the state. */
export function ScheduleTools(props: ScheduleToolsProps) {
  const { unit, previous, next, today, view, date, by, chosen, teachers, rooms, isSolo } = props
  const one =
    by === "teacher"
      ? { name: "teacher", label: "Teacher", all: "All teachers", choices: teachers }
      : { name: "room", label: "Room", all: "All rooms", choices: rooms }
  const ways = (
    <>
      <Link className="button" to={previous} rel="prev" title={`Previous ${unit}`}>
        <span aria-hidden="true">←</span>
        <span className="visually-hidden">Previous {unit}</span>
      </Link>
      <Link className="button" to={today}>
        Today
      </Link>
      <Link className="button" to={next} rel="next" title={`Next ${unit}`}>
        <span aria-hidden="true">→</span>
        <span className="visually-hidden">Next {unit}</span>
      </Link>
    </>
  )
  const print = (
    <span className="ml-auto">
      <PrintButton />
    </span>
  )
  if (isSolo)
    return (
      <div className="toolbar">
        {ways}
        {print}
      </div>
    )
  return (
    <FilterForm>
      {ways}
      <input type="hidden" name="view" value={view} />
      <input type="hidden" name="date" value={date} />
      <label className="visually-hidden" htmlFor="by">
        Group by
      </label>
      <FilterSelect id="by" name="by" value={by}>
        <option value="teacher">By teacher</option>
        <option value="room">By room</option>
      </FilterSelect>
      <label className="visually-hidden" htmlFor="one">
        {one.label}
      </label>
      <FilterSelect id="one" name={one.name} key={one.name} value={chosen}>
        <option value="">{one.all}</option>
        {one.choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FilterSelect>
      <FilterButton>Apply filter</FilterButton>
      {print}
    </FilterForm>
  )
}
