import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react"
import { useKeptLessons } from "~/components/attendance/day/use-kept-lessons"
import { WatchedStudents } from "~/components/attendance/day/watched-students"
import { CompareBoth } from "~/components/attendance/register/compare-both"
import { ExpectedList } from "~/components/attendance/register/expected-list"
import { orKeep, unlessUnreachable } from "~/components/attendance/register/offline-registers"
import { type RegisterAnswer, RegisterForm } from "~/components/attendance/register/register-form"
import { markName } from "~/components/attendance/register/register-row"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { Pinned } from "~/components/overview/family-area/pinned"
import type { FramedPage } from "~/components/shell/frame"
import { useHasPassed } from "~/components/shell/offline/use-has-passed"
import { NotComing } from "~/components/teaching/schedule/not-coming"
import { RegisterStatus } from "~/components/teaching/schedule/register-status"
import { Link, LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import { NoteHead } from "~/components/ui/note-head"
import { Status } from "~/components/ui/status"
import { orNotFound, requireMember } from "~/http/guards.server"
import type { DayLesson, NextLesson, DayStaff as Staff } from "~/models/attendance/day/teaching-day"
import { findNextLesson, findTeachingDay } from "~/models/attendance/day/teaching-day.server"
import type { RegisterView } from "~/models/attendance/register/register-view"
import { listPinned } from "~/models/communication/messaging/announcement.server"
import {
  countMissingRegisters,
  missingPageSize,
} from "~/models/teaching/missing-register/missing-registers.server"
import { findSeatedSession } from "~/models/teaching/seat/seated-session.server"
import { listStudentsToWatch } from "~/models/teaching/seat/watch.server"
import { sessionTitle } from "~/models/teaching/session/session"
import { now, todayOf } from "~/utils/clock.server"
import { countOf, formatDate, formatNumber, formatTime } from "~/utils/formats"
import { intentOf } from "~/utils/intent"
import { paths } from "~/utils/paths"
import { localTime } from "~/utils/zones"
import { type Answer, answerRegister } from "../classes/register-answer.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:home")
  const day = todayOf(actor)
  const openId = new URL(request.url).searchParams.get("lesson") ?? undefined
  const { missing, ...teachingDay } = findTeachingDay(actor, day, openId)
  const missingTotal = missing.length < missingPageSize ? missing.length : countMissingRegisters(actor)
  return {
    day,
    pinned: listPinned(actor),
    weekday: formatDate(day, "weekday"),
    sentAt: now(),
    savedAt: formatTime(localTime(now(), actor.school.timeZone)),
    ...teachingDay,
    tomorrowText: tomorrowTextOf(teachingDay.tomorrow),
    missing: missing.map((row) => ({
      id: row.id,
      text: `${sessionTitle(row)}, ${formatDate(row.localDate, "short")}, ${formatTime(row.startTime)}`,
    })),
    missingTotal: missing.length > 0 ? formatNumber(missingTotal) : null,
    watched: listStudentsToWatch(actor).map(({ lastOn, ...student }) => ({
      ...student,
      last: `last on ${formatDate(lastOn, "day")}`,
    })),
  }
}

const tomorrowTextOf = (lessons: DayLesson[]) =>
  lessons[0] ? `Tomorrow: ${countOf(lessons.length, "lesson")}, from ${lessons[0].time}` : null

/** The forms of the day's lessons: the open one's, and the button of a private lesson that went as planned. */
export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:home")
  const form = await request.formData()
  const session = orNotFound(findSeatedSession(actor, String(form.get("sessionId") ?? "")))
  const next = intentOf(form) === "next" ? findNextLesson(actor, session) : null
  return answerRegister(actor, session.id, form, {
    saved: paths.teacherHome(next ? { lesson: next.id } : {}),
    undoFrom: "today",
  })
}

/** Without a connection attendance is stored in the browser and sent later, as from the lesson's own page. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData()
  const sessionId = String(form.get("sessionId") ?? "")
  const title = String(form.get("lessonTitle") ?? "")
  return orKeep(request, { sessionId, title }, () => serverAction<typeof action>())
}

export const shouldRevalidate = unlessUnreachable

export const handle: FramedPage<typeof loader> = {
  title: "Today",
  head: ({ weekday, savedAt }) => ({
    beside: <span className="expression">{weekday}</span>,
    actions: <AllSaved at={savedAt} />,
  }),
}

/** With one of its lessons chosen the day has a name of its own: a device lists each of them. */
export const meta: MetaFunction<typeof loader> = ({ data, location }) => {
  const open = location.search ? data?.open : null
  return [{ title: `${open ? `${open.register.name}, ${open.range}` : "Today"} · Tutti` }]
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

export default function TeacherHome() {
  const loaded = useLoaderData<typeof loader>()
  const { lessons, staff, open, sentAt } = loaded
  const found = useActionData<Answer | { isUnreachable: boolean }>()
  const answer = found && "typed" in found ? found : undefined
  const kept = useKeptLessons()
  const openId = open?.register.session.id ?? null
  const isOfOpen = answer?.sessionId === openId
  return (
    <div className="day-grid">
      <Pinned announcements={loaded.pinned} />
      {answer && (!isOfOpen || answer.comparison) ? <OtherProblem answer={answer} /> : null}
      {staff ? <DayStaff staff={staff} openId={openId} kept={kept} label="Today’s lessons" /> : null}
      {lessons.length > 0 ? (
        <ol className="day-list">
          {lessons.map((lesson) => (
            <li key={lesson.id} id={`lesson-${lesson.id}`}>
              {open && lesson.id === openId && !kept.has(lesson.id) ? (
                <OpenLesson
                  {...open}
                  answer={isOfOpen && !answer?.comparison ? answer : undefined}
                  sentAt={sentAt}
                />
              ) : (
                <DayRow lesson={lesson} isKept={kept.has(lesson.id)} sentAt={sentAt} />
              )}
            </li>
          ))}
        </ol>
      ) : (
        <EmptyState>No lessons today. On teaching days they appear here.</EmptyState>
      )}
      <Beside loaded={loaded} />
    </div>
  )
}

/** What stopped the button of a lesson that isn't open. */
function OtherProblem({ answer }: { answer: Answer }) {
  const messages = Object.values(answer.result?.error ?? {}).flatMap((each) => each ?? [])
  if (!answer.sessionId || messages.length === 0) return null
  return (
    <div role="alert">
      <Callout tone="red">
        <p>
          {answer.comparison
            ? "Someone else changed this attendance. Yours isn’t saved."
            : messages.join(" ")}{" "}
          {answer.sent ? null : <Link to={paths.session(answer.sessionId)}>View the lesson</Link>}
        </p>
        {answer.sent ? <CompareBoth sessionId={answer.sessionId} fields={answer.sent} /> : null}
      </Callout>
    </div>
  )
}

/** Beside the day: what is left of earlier days, tomorrow, and whom to watch. */
function Beside({ loaded }: { loaded: Loaded }) {
  const { missing, missingTotal, watched, tomorrow, tomorrowText, markableText, sentAt, day } = loaded
  return (
    <div className="day-beside">
      {markableText ? (
        <p>
          <LinkButton to={paths.attendanceDay({ day })}>{markableText}</LinkButton>
        </p>
      ) : null}
      <section className="section" aria-labelledby="missing">
        <h2 id="missing">
          Attendance to record
          {missingTotal ? (
            <>
              , <Figure of="own-lessons-without-attendance">{missingTotal}</Figure>
            </>
          ) : null}
        </h2>
        {missing.length ? (
          <ul className="rows">
            {missing.map(({ id, text }) => (
              <li key={id}>
                <Link to={paths.session(id)}>{text}</Link>
              </li>
            ))}
          </ul>
        ) : (
          <p className="dim">You’re all caught up.</p>
        )}
      </section>
      {tomorrowText ? (
        <details className="disclosure no-print">
          <summary>{tomorrowText}</summary>
          <ol className="day-list">
            {tomorrow.map((lesson) => (
              <li key={lesson.id}>
                <DayRow lesson={lesson} isKept={false} sentAt={sentAt} isOtherDay />
              </li>
            ))}
          </ol>
        </details>
      ) : null}
      <WatchedStudents watched={watched} />
      <p className="small no-print">
        <Link to={paths.teacherSchedule({ view: "time-off" })}>Request time off</Link>
      </p>
    </div>
  )
}

/** That nothing of the day waits on this device, and when the page was read. `at` is a time of day: "3:09 PM". */
function AllSaved({ at }: { at: string }) {
  const kept = useKeptLessons()
  return kept.size > 0 ? null : (
    <p className="all-saved no-print">
      <NoteHead kind="on" /> All saved, {at}
    </p>
  )
}

type DayRowProps = {
  lesson: DayLesson
  isKept: boolean
  /** the server's time when it sent the page, in ms */
  sentAt: number
  /** a lesson of another day opens on its own page */
  isOtherDay?: boolean
}

/** A lesson of the day: the whole row opens it in its place, and a private lesson that went as planned takes one tap. */
function DayRow({ lesson, isKept, sentAt, isOtherDay = false }: DayRowProps) {
  const { id, title, time, range, about, notComing, guests, lastNote, register } = lesson
  const hasOpened = useHasPassed(lesson.opensAtMs, sentAt) || lesson.opensAtMs <= sentAt
  return (
    <>
      <Link
        className="day-row"
        to={isOtherDay ? paths.session(id) : paths.teacherHome({ lesson: id })}
        preventScrollReset
      >
        <time>{time}</time>{" "}
        <span>
          <b>{title}</b>
          <span className="visually-hidden">, {range}</span> <span>{about}</span>{" "}
          {guests.length > 0 ? <span>With {guests.join("; ")}</span> : null}{" "}
          {notComing.length > 0 ? (
            <span>
              <NotComing names={notComing} />
            </span>
          ) : null}{" "}
          {lastNote ? (
            <span>
              {formatDate(lastNote.on, "day")}: <em>{lastNote.body}</em>
            </span>
          ) : null}
        </span>{" "}
        {isKept ? (
          <Status head="held" tone="warn">
            Saved on this device
          </Status>
        ) : (
          <RegisterStatus register={register} />
        )}
      </Link>
      {lesson.tap.length > 0 && hasOpened && !isKept && !isOtherDay ? (
        <PresentButton lesson={lesson} />
      ) : null}
    </>
  )
}

/** Sends what the lesson's own form would with everyone present. It says what the page showed, so a mark that exists stays. */
function PresentButton({ lesson: { id, title, tap } }: { lesson: DayLesson }) {
  return (
    <PostForm className="no-print" preventScrollReset sends={{ sessionId: id, lessonTitle: title }}>
      {tap.map((studentId) => (
        <span key={studentId} hidden>
          <input type="hidden" name={markName(studentId)} value="present" />
          <input type="hidden" name={`base.${studentId}`} value="present" />
        </span>
      ))}
      <SubmitButton intent="save" variant="secondary" pending="Saving…">
        Present<span className="visually-hidden">: {title}</span>
      </SubmitButton>
    </PostForm>
  )
}

type DayStaffProps = { staff: Staff; openId: string | null; kept: ReadonlySet<string>; label: string }

/** The day on one staff: a note head for each lesson, by the state of its attendance, and a blue line for now. */
function DayStaff({ staff, openId, kept, label }: DayStaffProps) {
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

type OpenLessonProps = {
  register: RegisterView
  next: NextLesson | null
  /** "2:45 to 3:30 PM" */
  range: string
  minutesLeft: number | null
  answer?: RegisterAnswer
  sentAt: number
}

/** The lesson of the day that is open: what to know before it, and its attendance in place. */
function OpenLesson({ register, next, range, minutesLeft, answer, sentAt }: OpenLessonProps) {
  const { name, session, lastNote, phase } = register
  const hasOpened = useHasPassed(register.opensAtMs, sentAt)
  const isExpected = phase === "expected" && !hasOpened
  const errors = Object.fromEntries(
    Object.entries(answer?.result?.error ?? {}).map(([field, messages]) => [field, messages ?? []]),
  )
  const whose = (
    <>
      <input type="hidden" name="sessionId" value={session.id} />
      <input type="hidden" name="lessonTitle" value={name} />
    </>
  )
  return (
    <article className="open-lesson" aria-labelledby={`open-${session.id}`}>
      <header>
        <h2 id={`open-${session.id}`}>{name}</h2>
        <p className="dim">{[range, session.roomName].filter(Boolean).join(", ")}</p>
        {minutesLeft === null ? null : <p>Now, {countOf(minutesLeft, "minute")} left</p>}
      </header>
      <ErrorSummary form={{ id: "register", allErrors: errors, errors: errors[""] }} />
      {lastNote ? (
        <p className="last-note">
          <b>Last note, {formatDate(lastNote.on, "day")}</b> <em>{lastNote.body}</em>
        </p>
      ) : null}
      {phase === "cancelled" ? (
        <p className="dim">Canceled. There’s no attendance to take.</p>
      ) : isExpected ? (
        <>
          <p className="dim">You can take attendance from {register.opensAt}. Expected:</p>
          <ExpectedList rows={register.rows} />
        </>
      ) : (
        <RegisterForm key={session.id} register={register} answer={answer} next={next}>
          {whose}
        </RegisterForm>
      )}
      <p>
        <Link to={paths.session(session.id)}>Assignments, skills and absences</Link>
      </p>
    </article>
  )
}
