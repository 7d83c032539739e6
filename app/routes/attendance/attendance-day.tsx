import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { MarkOptions } from "~/components/attendance/register/card-marks"
import { AnswerSummary, PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { RoomFilter, TeacherFilter } from "~/components/teaching/schedule/teacher-filter"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/data-table"
import { FilterButton, FilterForm, FilterInput } from "~/components/ui/filter-form"
import { PageHead } from "~/components/ui/page-head"
import { notFound, requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import type { OfferedStatus } from "~/models/accounts/custom-status/custom-status"
import type { DayMarkingLesson, DayMarkingStudent } from "~/models/attendance/day/mark-day"
import {
  type ChosenDay,
  knowsAll,
  listTaken,
  planDay,
  takeAsShown,
  undoDay,
} from "~/models/attendance/day/mark-day.server"
import { MarkDayForm, TypedDay, UndoDayForm } from "~/models/attendance/day/mark-day-form"
import type { Actor } from "~/models/foundation/access/actor"
import { mayByRight } from "~/models/foundation/access/permissions"
import { isOffice } from "~/models/foundation/access/roles"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { offerLinesAsked } from "~/models/teaching/line-offer/line-offer.server"
import { listRooms } from "~/models/teaching/room/room.server"
import { now, todayOf } from "~/utils/clock.server"
import { isDate } from "~/utils/dates"
import { countOf, formatDate } from "~/utils/formats"
import { nextTurn } from "~/utils/in-turns"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"

// A whole day at once, of all teachers, one of them or a room: shown first with what it comes to, then marked, then undone with
// one button.

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "register:take")
  const query = new URL(request.url).searchParams
  const last = todayOf(actor)
  const asked = query.get("day") ?? last
  const day = isDate(asked) && asked <= last ? asked : last
  const isWhole = marksWholeSchool(actor)
  const filter = {
    teacherId: isWhole ? query.get("teacher") || undefined : undefined,
    roomId: query.get("room") || undefined,
  }
  const { teachers, rooms } = offerLinesAsked(actor, query, {
    teacherId: filter.teacherId ?? "",
    roomId: filter.roomId ?? "",
  })
  return {
    day,
    last,
    teachers: isWhole ? teachers : null,
    rooms: rooms.isSearched || rooms.choices.length > 1 ? rooms : null,
    ...filter,
    seesAttendance: isOffice(actor.role) || mayByRight(actor, "attendance:read"),
    plan: await planDay(actor, day, filter),
  }
}

/** Whoever may for the whole school marks all of its teachers' lessons, or one's; teachers mark their own day. */
const marksWholeSchool = (actor: Actor) =>
  actor.school.kind === "school" && (isOffice(actor.role) || mayByRight(actor, "register:take"))

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "register:take")
  return intents(request, paths.attendanceDay(), {
    undo: (form) => undo(actor, form),
    else: (form) => markDay(actor, form),
  })
}

/**
 * Marks the selected lessons; those that come to something else than the page said are shown again before. One that changes while
 * others are saved isn't taken, and is shown again beside them.
 */
async function markDay(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: MarkDayForm })
  if (submission.status !== "success") {
    const typed = readForm(form, { schema: TypedDay })
    if (typed.status !== "success") return refused(submission)
    const { day, teacher, room, lesson, marks } = typed.value
    const plan = await planDay(actor, day, filterOf(actor, { teacher, room }), {
      chosen: chosenIn(marks),
      selected: lesson,
    })
    return data(
      { result: invalid(submission).data.result, again: { plan, lesson, saved: null } },
      { status: 400 },
    )
  }
  const { day, teacher, room, lesson, marks, shown } = submission.value
  const filter = filterOf(actor, { teacher, room })
  const selected = [...new Set(lesson)]
  const chosen = chosenIn(marks)
  const plan = await planDay(actor, day, filter, { chosen, selected })
  const isOther = plan.lessons.some(({ id, sign }) => selected.includes(id) && shown[id] !== sign)
  const isOwn = knowsAll(actor, [...Object.keys(shown), ...chosen.keys()], marks)
  if (isOther || !isOwn)
    return data(
      { result: asTyped(submission), again: { plan, lesson: selected, saved: null } },
      { status: isOwn ? 200 : 409 },
    )
  const taken = await takeLessons(actor, selected, (id) =>
    takeAsShown(actor, id, chosen.get(id) ?? [], shown[id]),
  )
  const { act, changed } = taken
  const saved = act.lessons.length > 0 ? savedText(day, filter, act) : null
  if (changed.length > 0) {
    const rest = await planDay(actor, day, filter, { chosen, selected: changed })
    return data(
      { result: asTyped(submission), again: { plan: rest, lesson: changed, saved } },
      { status: 409 },
    )
  }
  const left = selected.length - act.lessons.length
  const to = paths.attendanceDay({ day, teacher: filter.teacherId, room: filter.roomId })
  if (!saved)
    return redirectWithToast(to, {
      title: "No attendance saved.",
      text: "These lessons already have attendance, or can’t be marked yet.",
      tone: "bad",
    })
  return redirectWithUndo(
    to,
    {
      title: saved.title,
      text: left > 0 ? `${countOf(left, "lesson was", "lessons were")} left unchanged.` : undefined,
      tone: "good",
    },
    { to: paths.attendanceDay(), fields: saved.fields },
  )
}

/** So long a form that is sent a second time counts as the first. */
const repeatedMs = 60_000

/** Takes lessons one by one; one that this member took a moment ago, by the same form, counts as taken. */
async function takeLessons(
  actor: Actor,
  lessons: readonly string[],
  take: (id: string) => ReturnType<typeof takeAsShown>,
) {
  const changed: string[] = []
  for (const id of lessons) {
    if (take(id) === "changed") changed.push(id)
    // Each lesson is a transaction of its own; others get their turn in between.
    await nextTurn()
  }
  const act = { lessons, since: now() - repeatedMs, until: now() }
  return { act: { ...act, lessons: listTaken(actor, act) }, changed }
}

/** What was saved, and the fields that undo it. */
const savedText = (
  day: string,
  { teacherId, roomId }: ReturnType<typeof filterOf>,
  { lessons, since, until }: Parameters<typeof undoDay>[1],
) => ({
  title: `Attendance saved for ${countOf(lessons.length, "lesson")}.`,
  fields: {
    intent: "undo",
    day,
    lessons: lessons.join(","),
    since: String(since),
    until: String(until),
    ...(teacherId ? { teacher: teacherId } : {}),
    ...(roomId ? { room: roomId } : {}),
  },
})

const refused = (submission: Parameters<typeof invalid>[0]) =>
  data({ result: invalid(submission).data.result, again: null }, { status: 400 })

/** The marks chosen, by lesson; blank ones are as expected. */
const chosenIn = (marks: MarkDayForm["marks"]): ChosenDay =>
  new Map(
    Object.entries(marks).map(([sessionId, ofLesson]) => [
      sessionId,
      Object.entries(ofLesson).flatMap(([studentId, mark]) => (mark ? [{ studentId, ...mark }] : [])),
    ]),
  )

/** Another school's teacher or room is a 404, as is a teacher from a teacher, who marks their own day. */
function filterOf(actor: Actor, { teacher, room }: { teacher?: string; room?: string }) {
  if (teacher && !(marksWholeSchool(actor) && listTeachers(actor).some(({ id }) => id === teacher)))
    throw notFound()
  if (room && !listRooms(actor).some(({ id }) => id === room)) throw notFound()
  return { teacherId: teacher || undefined, roomId: room || undefined }
}

async function undo(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: UndoDayForm })
  if (submission.status !== "success") return refused(submission)
  const { teacher, room, day, ...act } = submission.value
  const { teacherId, roomId } = filterOf(actor, { teacher, room })
  const { undone, kept } = await undoDay(actor, act)
  return redirectWithToast(paths.attendanceDay({ day, teacher: teacherId, room: roomId }), {
    title: `Attendance undone for ${countOf(undone, "lesson")}.`,
    text:
      kept > 0
        ? `${countOf(kept, "lesson keeps its", "lessons keep their")} attendance because something depends on it.`
        : undefined,
    tone: undone > 0 ? "good" : "bad",
  })
}

export const meta: MetaFunction = () => [{ title: "Whole-day attendance · Tutti" }]

export default function AttendanceDay() {
  const { day, last, teachers, rooms, teacherId, roomId, ...loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const again = answer?.again
  const { lessons, effect, more, taken, later, statuses } = again?.plan ?? loaded.plan
  const left = [
    taken > 0 ? `${countOf(taken, "lesson already has", "lessons already have")} attendance` : null,
    later > 0 ? `${countOf(later, "lesson hasn’t", "lessons haven’t")} begun` : null,
    more > 0 ? `${countOf(more, "lesson follows", "lessons follow")} once these are saved` : null,
  ].filter((each) => each !== null)
  const isOpen = (id: string) => !again || again.lesson.includes(id)
  const selected = lessons.filter(({ id }) => isOpen(id)).length
  return (
    <div className="stack narrow">
      <PageHead
        back={
          loaded.seesAttendance
            ? { to: paths.attendance({ day }), label: "Attendance" }
            : { to: paths.teacherHome(), label: "Today" }
        }
        over={formatDate(day, "weekday")}
        title="Whole-day attendance"
      />
      <FilterForm action={paths.attendanceDay()}>
        <label className="toolbar">
          Date <FilterInput type="date" id="day" name="day" value={day} max={last} />
        </label>
        {teachers ? (
          <TeacherFilter id="teacher" every="All teachers" value={teacherId ?? ""} offer={teachers} />
        ) : null}
        {rooms ? <RoomFilter id="room" every="All rooms" value={roomId ?? ""} offer={rooms} /> : null}
        <FilterButton>Apply</FilterButton>
      </FilterForm>
      <AnswerSummary formId="whole-day" result={answer?.result} />
      {again && !answer?.result?.error ? <ShownAgain saved={again.saved} /> : null}
      {lessons.length === 0 ? (
        <EmptyState>
          No attendance to take on this day.{left.length > 0 ? ` ${joinNames(left)}.` : ""} Choose another
          date.
        </EmptyState>
      ) : (
        <PostForm id="whole-day" className="form" sends={{ day }}>
          {teacherId ? <input type="hidden" name="teacher" value={teacherId} /> : null}
          {roomId ? <input type="hidden" name="room" value={roomId} /> : null}
          <p className="dim">
            Everyone is marked present, except students with an absence notice. Change any exceptions.
            Existing attendance doesn’t change.{left.length > 0 ? ` ${joinNames(left)}.` : ""}
          </p>
          <fieldset className="field" id="whole-day-lesson">
            <legend>Lessons without attendance</legend>
            {answer?.result?.error?.lesson ? (
              <p className="error">{answer.result.error.lesson.join(" ")}</p>
            ) : null}
            {lessons.map((lesson) => (
              <MarkedLesson
                key={lesson.id}
                {...{ lesson, statuses }}
                isSelected={isOpen(lesson.id)}
                withTeacher={teachers !== null && !teacherId}
              />
            ))}
          </fieldset>
          <p>
            <b>
              {selected < lessons.length
                ? `${selected} of ${countOf(lessons.length, "lesson")}`
                : countOf(selected, "lesson")}
              :
            </b>{" "}
            {effect}
          </p>
          <SubmitRow label="Save attendance for selected lessons" intent="mark" pending="Saving…" />
        </PostForm>
      )}
    </div>
  )
}

/** That amounts are others than those the page showed, and what was saved before, with its Undo. */
function ShownAgain({ saved }: { saved: ReturnType<typeof savedText> | null }) {
  return (
    <Callout tone="amber">
      <p role="status">
        {saved ? `${saved.title} ` : ""}The amounts below changed. Check them, then save again.
      </p>
      {saved ? (
        <PostForm>
          {Object.entries(saved.fields).map(([name, value]) =>
            name === "intent" ? null : <input key={name} type="hidden" name={name} value={value} />,
          )}
          <SubmitButton intent="undo" variant="secondary" pending="Undoing…" label="Undo" />
        </PostForm>
      ) : null}
    </Callout>
  )
}

type MarkedLessonProps = {
  lesson: DayMarkingLesson
  statuses: OfferedStatus[]
  isSelected: boolean
  withTeacher: boolean
}

/** A lesson of a day that is marked at once: selected or not, each student's mark, and what it comes to. */
function MarkedLesson({ lesson, statuses, isSelected, withTeacher }: MarkedLessonProps) {
  const { id, title, range, teacherName, students, effect, sign } = lesson
  return (
    <div className="marked-lesson">
      <label className="checkbox">
        <input type="checkbox" name="lesson" value={id} defaultChecked={isSelected} />
        <span>
          <b>{title}</b>, {range}
          {withTeacher && teacherName ? `, ${teacherName}` : ""}
        </span>
      </label>
      <input type="hidden" name={`shown.${id}`} value={sign} />
      {students.map((student) => (
        <StudentMark
          key={student.id}
          {...{ student, statuses }}
          lessonId={id}
          which={student.name === title ? range : `${title}, ${range}`}
          isTitle={students.length === 1 && student.name === title}
        />
      ))}
      <p className="small dim">{effect}</p>
    </div>
  )
}

const asExpected = {
  present: "Present",
  excused: "Excused, as reported",
  absent: "Absent, reported too late",
}

type StudentMarkProps = {
  student: DayMarkingStudent
  statuses: OfferedStatus[]
  lessonId: string
  /** the lesson, as whoever doesn't see the page tells it from a student's others */
  which: string
  /** the lesson is called by the student's name, which isn't repeated then */
  isTitle: boolean
}

function StudentMark({ student, statuses, lessonId, which, isTitle }: StudentMarkProps) {
  const { id, name, expected, chosen, effect } = student
  const field = `whole-day-marks.${lessonId}.${id}`
  return (
    <div className="student-mark">
      {isTitle ? null : <label htmlFor={field}>{name}</label>}{" "}
      <select
        id={field}
        name={`marks.${lessonId}.${id}`}
        defaultValue={chosen}
        aria-label={`${name}, ${which}`}
      >
        <option value="">{asExpected[expected]}</option>
        <MarkOptions without={expected === "present" ? "present" : undefined} statuses={statuses} />
      </select>{" "}
      {effect ? <span className="small dim">{effect}</span> : null}
    </div>
  )
}
