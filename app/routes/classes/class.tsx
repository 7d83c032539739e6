import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { HistoryList } from "~/components/foundation/history/history-list"
import type { FramedPage } from "~/components/shell/frame"
import { ClassAbout } from "~/components/teaching/class/class-about"
import { classNoun } from "~/components/teaching/class/class-labels"
import { ClassSessionList } from "~/components/teaching/class/class-session-list"
import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/empty-state"
import { FigureRow } from "~/components/ui/figure-row"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { classOfPage } from "~/http/page-reads.server"
import { notFound } from "~/http/responses.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listHistory } from "~/models/foundation/audit/history.server"
import { comingText } from "~/models/teaching/class/class"
import { kindLabels } from "~/models/teaching/class/class-query"
import { countAttendance, listClassSessions } from "~/models/teaching/class/class-sessions.server"
import { listRulesOf } from "~/models/teaching/class/find-class.server"
import { listRoster } from "~/models/teaching/class/roster.server"
import { termStart } from "~/models/teaching/seat/seat"
import { now } from "~/utils/clock.server"
import { formatTime } from "~/utils/clock-times"
import { formFor } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { formatInstant, today } from "~/utils/zones"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const found = classOfPage(actor, params.classId ?? "")
  if (!found) throw notFound()
  const roster = listRoster(actor, found.id)
  return {
    class: found,
    students: roster.present.map(({ enrollmentId, studentId, name, startsOn, isComing }) => ({
      enrollmentId,
      studentId,
      name,
      startsOn,
      isComing,
    })),
    next: listClassSessions(actor, found.id, "next", 6),
    past: listClassSessions(actor, found.id, "past", 6),
    attendance: countAttendance(actor, found.id),
    since: formatDate(termStart(today(actor.school.timeZone, now())), "day"),
    history: historyOf(actor, found.id, [...roster.present, ...roster.gone]),
    currency: actor.school.currency,
    isSolo: actor.school.kind === "solo",
  }
}

function historyOf(
  actor: Actor,
  classId: string,
  rows: { enrollmentId: string; studentId: string; name: string }[],
) {
  const names = new Map(rows.map(({ studentId, name }) => [studentId, name]))
  return listHistory(
    actor,
    [
      { noun: "class", ids: [classId] },
      { noun: "schedule", ids: listRulesOf(actor, classId).map(({ id }) => id) },
      { noun: "enrollment", ids: rows.map(({ enrollmentId }) => enrollmentId) },
    ],
    12,
  ).map(({ at, after, ...event }) => ({
    ...event,
    after: withName(after, names),
    at: formatInstant(at, actor.school.timeZone),
  }))
}

/** Earlier entries store only the enrollment's ID; the sentence needs the name. */
function withName(after: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof after !== "object" || after === null || !("studentId" in after)) return after
  return { name: names.get(String(after.studentId)), ...after }
}

export const handle: FramedPage<typeof loader> = {
  tab: "overview",
  head: ({ class: schoolClass, isSolo }) => {
    const noun = classNoun(isSolo)
    const kind = [
      kindLabels[schoolClass.kind],
      schoolClass.instrument,
      isSolo ? null : schoolClass.teacherName,
    ]
    const expression = kind.filter(Boolean).join(", ")
    if (schoolClass.isOver)
      return { back: { to: paths.endedClasses(), label: `Ended ${noun.many}` }, expression }
    return {
      expression,
      actions: (
        <LinkButton to={paths.endClass(schoolClass.id)} variant="danger">
          End this {noun.one}
        </LinkButton>
      ),
    }
  },
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.class.name} · Tutti` : "Not found · Tutti" },
]

export default function ClassPage() {
  const {
    class: schoolClass,
    students,
    next,
    past,
    history,
    currency,
    isSolo,
  } = useLoaderData<typeof loader>()
  const noun = classNoun(isSolo)
  return (
    <>
      {schoolClass.endedOn ? (
        <Callout>
          <p>
            {schoolClass.isOver ? "Ended" : "Ends"} on {formatDate(schoolClass.endedOn, "full")}.{" "}
            <Link to={paths.endedClasses()}>Ended {noun.many}</Link>
          </p>
        </Callout>
      ) : null}
      <Figures />
      <div className="two-columns">
        <div className="stack">
          <section className="section" aria-labelledby="next">
            <h2 id="next">Upcoming lessons</h2>
            {next.length > 0 ? (
              <ClassSessionList sessions={next} isSolo={isSolo} />
            ) : (
              <EmptyState
                action={
                  schoolClass.isOver ? undefined : (
                    <LinkButton to={paths.classSchedule(schoolClass.id)}>Set a weekly time</LinkButton>
                  )
                }
              >
                No upcoming lessons.
              </EmptyState>
            )}
          </section>
          {past.length > 0 ? (
            <section className="section" aria-labelledby="past">
              <h2 id="past">Past lessons</h2>
              <ClassSessionList sessions={past} isSolo={isSolo} />
            </section>
          ) : null}
        </div>
        <div className="stack">
          <ClassAbout schoolClass={schoolClass} currency={currency} isSolo={isSolo} />
          <section className="section" aria-labelledby="students">
            <header>
              <h2 id="students">Students</h2>
              <Link to={paths.classStudents(schoolClass.id)}>Roster</Link>
            </header>
            {students.length > 0 ? (
              <ul className="rows bracket indented">
                {students.map(({ enrollmentId, studentId, name, startsOn, isComing }) => (
                  <li key={enrollmentId}>
                    <Link to={paths.student(studentId)}>{name}</Link>
                    {isComing ? <span className="dim">from {formatDate(startsOn, "day")}</span> : null}
                  </li>
                ))}
              </ul>
            ) : (
              <p className="dim">No students are enrolled yet.</p>
            )}
          </section>
          <HistoryList entries={history} />
        </div>
      </div>
    </>
  )
}

function Figures() {
  const { class: schoolClass, students, next, attendance, since } = useLoaderData<typeof loader>()
  const first = next.find(({ state }) => state === "planned")
  const enrolled = students.filter(({ isComing }) => !isComing).length
  return (
    <FigureRow
      label={schoolClass.name}
      items={[
        {
          figure: `${enrolled} of ${schoolClass.capacity}`,
          label: `${formFor(schoolClass.capacity, "spot")} taken${comingText(students)}`,
          to: paths.classStudents(schoolClass.id),
        },
        first
          ? {
              figure: `${formatDate(first.localDate, "day")}, ${formatTime(first.startTime)}`,
              label: "next lesson",
              to: paths.session(first.id),
            }
          : { figure: "–", label: "no upcoming lessons" },
        {
          figure: attendance.held > 0 ? `${Math.round((100 * attendance.attended) / attendance.held)}%` : "–",
          label:
            attendance.held > 0
              ? `attended since ${since}, ${attendance.attended} of ${attendance.held}`
              : `no attendance since ${since}`,
        },
      ]}
    />
  )
}
