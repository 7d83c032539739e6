import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { MarkedLesson } from "~/components/attendance/day/marked-lesson"
import { AnswerSummary } from "~/components/form/answer-summary"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { RoomFilter, TeacherFilter } from "~/components/teaching/schedule/teacher-filter"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterButton, FilterForm, FilterInput } from "~/components/ui/filter-form"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { DayMarkingLesson } from "~/models/attendance/day/mark-day"
import { type ChosenDay, planDay, takeAsExpected, undoDay } from "~/models/attendance/day/mark-day.server"
import { MarkDayForm, TypedDay, UndoDayForm } from "~/models/attendance/day/mark-day-form"
import type { Actor } from "~/models/foundation/access/actor"
import { mayByRight } from "~/models/foundation/access/permissions"
import { isOffice } from "~/models/foundation/access/roles"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { offerLinesAsked } from "~/models/teaching/line-offer/line-offer.server"
import { listRooms } from "~/models/teaching/room/room.server"
import { now, todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { isDate } from "~/utils/dates"
import { nextTurn } from "~/utils/in-turns"
import { joinNames } from "~/utils/join-names"
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

/** Marks the selected lessons; those that come to something else than the page said are shown again before. */
async function markDay(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: MarkDayForm })
  if (submission.status !== "success") {
    const typed = readForm(form, { schema: TypedDay })
    if (typed.status !== "success") return refused(submission)
    const { day, teacher, room, lesson, marks } = typed.value
    const plan = await planDay(actor, day, filterOf(actor, { teacher, room }), chosenIn(marks))
    return data({ result: invalid(submission).data.result, again: { plan, lesson } }, { status: 400 })
  }
  const { day, teacher, room, lesson, marks, shown } = submission.value
  const filter = filterOf(actor, { teacher, room })
  const chosen = chosenIn(marks)
  const plan = await planDay(actor, day, filter, chosen)
  const isOther = ({ id, effect }: DayMarkingLesson) => shown[id] !== undefined && shown[id] !== effect
  if (plan.lessons.some((each) => lesson.includes(each.id) && isOther(each)))
    return data({ result: asTyped(submission), again: { plan, lesson } })
  const since = now()
  let marked = 0
  for (const sessionId of new Set(lesson)) {
    if (takeAsExpected(actor, sessionId, chosen.get(sessionId)).ok) marked += 1
    // Each lesson is a transaction of its own; others get their turn in between.
    await nextTurn()
  }
  const left = new Set(lesson).size - marked
  const to = paths.attendanceDay({ day, teacher: filter.teacherId, room: filter.roomId })
  if (marked === 0)
    return redirectWithToast(to, {
      title: "No attendance saved.",
      text: "These lessons already have attendance, or can’t be marked yet.",
      tone: "bad",
    })
  return redirectWithToast(to, {
    title: `Attendance saved for ${countOf(marked, "lesson")}.`,
    text: left > 0 ? `${countOf(left, "lesson was", "lessons were")} left as before.` : undefined,
    tone: "good",
    undo: {
      to: paths.attendanceDay(),
      fields: {
        intent: "undo",
        day,
        since: String(since),
        until: String(now()),
        ...(filter.teacherId ? { teacher: filter.teacherId } : {}),
        ...(filter.roomId ? { room: filter.roomId } : {}),
      },
    },
  })
}

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
  const teachers = marksWholeSchool(actor) ? listTeachers(actor) : []
  if (teacher && !teachers.some(({ id }) => id === teacher)) throw notFound()
  if (room && !listRooms(actor).some(({ id }) => id === room)) throw notFound()
  return { teacherId: teacher || undefined, roomId: room || undefined }
}

function undo(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: UndoDayForm })
  if (submission.status !== "success") return refused(submission)
  const { teacher, room, ...act } = submission.value
  const { teacherId, roomId } = filterOf(actor, { teacher, room })
  const { undone, kept } = undoDay(actor, { ...act, teacherId })
  return redirectWithToast(paths.attendanceDay({ day: act.day, teacher: teacherId, room: roomId }), {
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
      {lessons.length === 0 ? (
        <EmptyState>
          No attendance to take on this day.{left.length > 0 ? ` ${joinNames(left)}.` : ""} Choose another
          date.
        </EmptyState>
      ) : (
        <PostForm id="whole-day" className="form">
          <input type="hidden" name="day" value={day} />
          {teacherId ? <input type="hidden" name="teacher" value={teacherId} /> : null}
          {roomId ? <input type="hidden" name="room" value={roomId} /> : null}
          <p className="dim">
            Everyone is marked present, except students with an absence notice. Change any exceptions.
            Attendance that exists stays as it is.{left.length > 0 ? ` ${joinNames(left)}.` : ""}
          </p>
          {again && !answer?.result?.error ? (
            <Callout tone="amber">
              <p role="status">What you chose changes the amounts below. Check them, then save again.</p>
            </Callout>
          ) : null}
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
            <b>{countOf(lessons.length, "lesson")}:</b> {effect}
          </p>
          <p>
            <SubmitButton intent="mark" pending="Saving…">
              Save attendance for selected lessons
            </SubmitButton>
          </p>
        </PostForm>
      )}
    </div>
  )
}
