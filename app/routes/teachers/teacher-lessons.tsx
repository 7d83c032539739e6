import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PeriodLinks } from "~/components/overview/teacher-area/period-links"
import { teacherFrame } from "~/components/people/teacher/teacher-frame"
import { type FramedPage, frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { NotComing } from "~/components/teaching/schedule/not-coming"
import { RegisterStatus } from "~/components/teaching/schedule/register-status"
import { Link } from "~/components/ui/button"
import { DataTable, EmptyState } from "~/components/ui/data-table"
import { orNotFound, requireMember } from "~/http/guards.server"
import { teacherOfPage } from "~/http/page-reads.server"
import { shareText } from "~/models/overview/record/teacher-record"
import { findTeacherWeek, weekOf } from "~/models/overview/record/teacher-record.server"
import { hoursText } from "~/models/teaching/teacher-time/teacher-time"
import { todayOf } from "~/utils/clock.server"
import { addDays, isWithinReach } from "~/utils/dates"
import { durationText } from "~/utils/durations"
import { countOf, formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const teacher = orNotFound(teacherOfPage(actor, params.teacherId ?? ""))
  const asked = new URL(request.url).searchParams.get("date") ?? ""
  const week = weekOf(actor, isWithinReach(asked) ? asked : todayOf(actor))
  return { week, ...findTeacherWeek(actor, teacher.id, week) }
}

export const handle: FramedPage = { tab: "lessons" }

export const meta = frameTitle(teacherFrame, (teacher) => `Lessons of ${teacher.name}`)

export default function TeacherLessonsPage() {
  const { id, name } = useLoadedFrame(teacherFrame)
  const { week, lessons, planned, times, hours } = useLoaderData<typeof loader>()
  const at = (date: string) => paths.teacherLessons(id, { date })
  return (
    <>
      <PeriodLinks
        unit="week"
        previous={at(addDays(week.first, -7))}
        today={paths.teacherLessons(id)}
        next={at(addDays(week.first, 7))}
      />
      <TeacherWeek name={name} week={week} lessons={lessons} planned={planned} hours={hours} />
      <AvailableHours teacherId={id} times={times} hours={hours} />
    </>
  )
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type AvailableHoursProps = Pick<Loaded, "times" | "hours"> & { teacherId: string }

/** A week's planned lessons against the hours there are for them, with the rows of these hours. */
function AvailableHours({ teacherId, times, hours }: AvailableHoursProps) {
  const { plannedMinutes, availableMinutes } = hours
  return (
    <section className="section" aria-labelledby="available">
      <header>
        <h2 id="available">Hours against availability</h2>
        <Link to={paths.teachingFigures({ teacher: teacherId })}>Analytics</Link>
      </header>
      {times.length === 0 ? (
        <EmptyState>
          No teaching hours set. Add them on the{" "}
          <Link to={`${paths.teacher(teacherId)}#hours`}>overview</Link> to compare lessons with them.
        </EmptyState>
      ) : (
        <>
          <p>
            <b>{shareText(hours)}</b>: {durationText(plannedMinutes)} of lessons,{" "}
            {durationText(availableMinutes)} available.{" "}
            <span className="dim">
              The lessons above that aren’t canceled, future ones included, as a share of the week’s teaching
              hours, less closures and approved time off.
            </span>
          </p>
          <DataTable
            caption="Available hours"
            terse="labelled"
            rows={times}
            rowKey={({ id, date }) => `${id} ${date}`}
            columns={[
              { label: "Day", cell: ({ date }) => formatDate(date, "short") },
              { label: "Teaching hours", cell: (time) => hoursText(time) },
              {
                label: "Not available",
                cell: ({ isClosed, awayMinutes }) =>
                  isClosed ? "Closed" : awayMinutes > 0 ? `Time off, ${durationText(awayMinutes)}` : "–",
              },
              { label: "Available", numeric: true, cell: ({ minutes }) => durationText(minutes) },
            ]}
          />
        </>
      )}
    </section>
  )
}

type TeacherWeekProps = Pick<Loaded, "week" | "lessons" | "planned" | "hours"> & { name: string }

/** A teacher's lessons of a week with the status of their attendance: the rows that their hours count. */
function TeacherWeek({ name, week: { first, last }, lessons, planned, hours }: TeacherWeekProps) {
  const canceled = lessons.length - planned
  return (
    <section className="section" aria-labelledby="week">
      <header>
        <h2 id="week">
          {formatDate(first, "day")} to {formatDate(last, "medium")}
        </h2>
        <span>
          {countOf(planned, "lesson")}, {durationText(hours.plannedMinutes)}
        </span>
      </header>
      {lessons.length === 0 ? (
        <EmptyState>{name} has no lessons in this week.</EmptyState>
      ) : (
        <ul className="rows">
          {lessons.map(
            ({ id, localDate, startTime, minutes, title, students, roomName, register, notComing }) => (
              <li key={id}>
                <span>
                  <Link to={paths.session(id)}>
                    {formatDate(localDate, "short")}, {formatTime(startTime)}
                  </Link>{" "}
                  <NotComing names={notComing} />
                  <br />
                  <span className="dim">
                    {[title, `${minutes} min`, countOf(students, "student"), roomName]
                      .filter(Boolean)
                      .join(", ")}
                  </span>
                </span>
                <RegisterStatus register={register} />
              </li>
            ),
          )}
        </ul>
      )}
      {canceled > 0 ? (
        <p className="dim">
          {countOf(canceled, "canceled lesson")} {canceled === 1 ? "isn’t" : "aren’t"} counted.
        </p>
      ) : null}
    </section>
  )
}
