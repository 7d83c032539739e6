import { NoteHead } from "~/components/ui/note-head"
import type { DayStaff as Staff } from "~/models/attendance/day/teaching-day"

type DayStaffProps = { staff: Staff; openId: string | null; kept: ReadonlySet<string>; label: string }

/** The day on one staff: a note head for each lesson, by the state of its attendance, and a blue line for now. */
export function DayStaff({ staff, openId, kept, label }: DayStaffProps) {
  return (
    <nav className={`day-staff quarters-${staff.columns} no-print`} aria-label={label}>
      {staff.hours.map((hour, index) => (
        <span key={hour} className={`at-${index * 4 + 1} lasts-4`} aria-hidden="true">
          {`${hour} `}
        </span>
      ))}{" "}
      {staff.now ? (
        <i className={`at-${staff.now.column} lasts-1 now-line ${staff.now.third}`} aria-hidden="true" />
      ) : null}{" "}
      {staff.lessons.map(({ id, name, head, time, state, column, length }) => (
        <a
          key={id}
          className={`at-${column} lasts-${length}`}
          href={`#lesson-${id}`}
          aria-current={id === openId ? "true" : undefined}
        >
          <NoteHead kind={kept.has(id) ? "held" : head} />
          <b>{name}</b>
          <span className="visually-hidden">
            {`, ${time}, ${kept.has(id) ? "saved on this device" : state} `}
          </span>
        </a>
      ))}
    </nav>
  )
}
