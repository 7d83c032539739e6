import { Link } from "~/components/ui/button"
import {
  FilterButton,
  FilterChoice,
  FilterForm,
  FilterSearch,
  MoreFilters,
} from "~/components/ui/filter-form"
import { PrintButton } from "~/components/ui/print-button"
import { soughtTexts } from "~/models/teaching/session/listed-lines"

type Choice = { id: string; name: string }

type ScheduleToolsProps = {
  /** sent along with the form */
  view: string
  date: string
  by: "teacher" | "room"
  teacher: string
  room: string
  /** the student or class whose lessons are shown */
  whose: { kind: "student" | "class"; id: string; name: string } | null
  search: string
  teachers: readonly Choice[]
  rooms: readonly Choice[]
  /** Whether there are too many of them to list. */
  searched: { teachers: boolean; rooms: boolean }
  /** a solo teacher has no teacher to choose */
  isSolo: boolean
}

/** The filters by teacher, room, student and class. The address is the state. */
export function ScheduleTools(props: ScheduleToolsProps) {
  const { view, date, by, teacher, room, whose, isSolo } = props
  const sought = soughtTexts(props.searched).one
  return (
    <FilterForm key={whose?.id}>
      <input type="hidden" name="view" value={view} />
      <input type="hidden" name="date" value={date} />
      {whose ? <input type="hidden" name={whose.kind} value={whose.id} /> : null}
      <MoreFilters
        isOpen={by === "room" || props.search !== ""}
        near={
          <>
            {isSolo || (props.searched.teachers && !teacher) ? null : (
              <FilterChoice
                id="teacher"
                name="teacher"
                label="Teacher"
                every="All teachers"
                value={teacher}
                choices={props.teachers.map(({ id, name }) => [id, name] as const)}
              />
            )}
            {props.searched.rooms && !room ? null : (
              <FilterChoice
                id="room"
                name="room"
                label="Room"
                every="All rooms"
                value={room}
                choices={props.rooms.map(({ id, name }) => [id, name] as const)}
              />
            )}
          </>
        }
      >
        {isSolo ? null : (
          <FilterChoice
            id="by"
            name="by"
            label="Group by"
            value={by}
            choices={[
              ["teacher", "By teacher"],
              ["room", "By room"],
            ]}
          />
        )}
        <FilterSearch id="whose" name="q" value={props.search} sought={sought} />
      </MoreFilters>
      <FilterButton>Apply</FilterButton>
      <PrintButton />
    </FilterForm>
  )
}

/** Whose lessons are shown where it isn’t everyone’s, and the way back. */
export const OnlyLessonsOf = ({ name, everyone }: { name: string; everyone: string }) => (
  <p className="no-print">
    Only lessons of <b>{name}</b>. <Link to={everyone}>Show all lessons</Link>
  </p>
)
