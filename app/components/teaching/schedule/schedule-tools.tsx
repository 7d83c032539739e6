import { FilterButton, FilterForm, FilterSearch, FilterSelect } from "~/components/ui/filter-form"
import { Link } from "~/components/ui/link"
import { PrintButton } from "~/components/ui/print-button"
import { soughtTexts } from "~/models/teaching/session/listed-lines"

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
  teacher: string
  room: string
  /** the student or class whose lessons are shown */
  whose: { kind: "student" | "class"; id: string; name: string } | null
  /** the schedule of everybody */
  everyone: string
  search: string
  teachers: readonly Choice[]
  rooms: readonly Choice[]
  /** Whether there are too many of them to list. */
  searched: { teachers: boolean; rooms: boolean }
  /** a solo teacher has no teacher to choose */
  isSolo: boolean
}

/** Previous and next period, and the filters by teacher, room, student and class. The address is the state. */
export function ScheduleTools(props: ScheduleToolsProps) {
  const { unit, previous, next, today, view, date, by, teacher, room, whose, everyone, isSolo } = props
  const sought = soughtTexts(props.searched).one
  return (
    <>
      <FilterForm key={whose?.id}>
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
        <input type="hidden" name="view" value={view} />
        <input type="hidden" name="date" value={date} />
        {whose ? <input type="hidden" name={whose.kind} value={whose.id} /> : null}
        {isSolo ? null : (
          <>
            <label className="visually-hidden" htmlFor="by">
              Group by
            </label>
            <FilterSelect id="by" name="by" value={by}>
              <option value="teacher">By teacher</option>
              <option value="room">By room</option>
            </FilterSelect>
            {props.searched.teachers && !teacher ? null : (
              <One
                name="teacher"
                label="Teacher"
                all="All teachers"
                value={teacher}
                choices={props.teachers}
              />
            )}
          </>
        )}
        {props.searched.rooms && !room ? null : (
          <One name="room" label="Room" all="All rooms" value={room} choices={props.rooms} />
        )}
        <label className="visually-hidden" htmlFor="whose">
          {sought}
        </label>
        <FilterSearch id="whose" name="q" value={props.search} placeholder={sought} />
        <FilterButton>Apply filter</FilterButton>
        <span className="ml-auto">
          <PrintButton />
        </span>
      </FilterForm>
      {whose ? (
        <p className="no-print">
          Only lessons of <b>{whose.name}</b>. <Link to={everyone}>Show all lessons</Link>
        </p>
      ) : null}
    </>
  )
}

type OneProps = { name: string; label: string; all: string; value: string; choices: readonly Choice[] }

function One({ name, label, all, value, choices }: OneProps) {
  return (
    <>
      <label className="visually-hidden" htmlFor={name}>
        {label}
      </label>
      <FilterSelect id={name} name={name} value={value}>
        <option value="">{all}</option>
        {choices.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </FilterSelect>
    </>
  )
}
