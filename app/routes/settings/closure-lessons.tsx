import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { SilentLessons, UnsentEmails } from "~/components/teaching/schedule/unsent-emails"
import { Link } from "~/components/ui/button"
import { EmptyState, Pagination } from "~/components/ui/data-table"
import { orNotFound, requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { unreachedText } from "~/models/foundation/outbox/bounce"
import { type ClosureFacts, findClosure } from "~/models/teaching/closed-days/closed-days.server"
import { countClosedLessons } from "~/models/teaching/closure/closed-lessons.server"
import {
  type ClosureLesson,
  type ClosureLetter,
  type ClosureLetters,
  lessonsOfPage,
  lettersOfPage,
  preferredChoice,
} from "~/models/teaching/closure/closure-lesson"
import { ClosureLessonsForm } from "~/models/teaching/closure/closure-lessons-form"
import {
  countSilenced,
  findClosureLetters,
  findWorkOn,
  holdAgain,
  listUntold,
  silenceClosure,
  together,
} from "~/models/teaching/closure/closure-notice.server"
import { moveAllLessons } from "~/models/teaching/closure/move-all-lessons.server"
import {
  cancelAllLessons,
  closureLessonIds,
  listClosureLessons,
  type Settled,
  scheduledIds,
  settleClosure,
} from "~/models/teaching/closure/settle-closure.server"
import { countUntold, tellClosure } from "~/models/teaching/closure/tell-closure.server"
import { givesCancelCredits } from "~/models/teaching/credit/cancel-credits.server"
import { cancelCreditText } from "~/models/teaching/credit/credit"
import { movedWithoutText, withoutText } from "~/models/teaching/session/left-out"
import {
  countOf,
  formatDate,
  formatDateRange,
  formatNumber,
  formatTime,
  formatTimeRange,
} from "~/utils/formats"
import { paths } from "~/utils/paths"

// What becomes of the lessons on the days of a closure: each is canceled, moved or kept. One undo takes all of it back, and no
// one is told before the office, which sees who gets what, sends the emails.

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const closure = orNotFound(findClosure(actor, params.closureId ?? ""))
  const { total, ...listed } = listClosureLessons(actor, closure, readPage(request))
  return {
    closure,
    pages: paged(request, total, lessonsOfPage),
    prefer: preferIn(request),
    waiting: await waitingEmails(actor, closure, request),
    silenced: countSilenced(actor, closure),
    givesCredits: givesCancelCredits(actor),
    scheduled: scheduledIds(actor, closure).length,
    ...listed,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const closure = orNotFound(findClosure(actor, params.closureId ?? ""))
  const to = paths.closureLessons(closure.id, { prefer: preferIn(request) })
  return intents(request, to, {
    send: () => answerEmails(actor, closure, "send", to),
    silence: () => answerEmails(actor, closure, "silence", to),
    hold: () => answerEmails(actor, closure, "hold", to),
    "move-all": (form) =>
      closureLessonIds(actor, closure, 1).length === 0
        ? redirectWithToast(to, "There are no lessons to move.")
        : redirect(paths.task(moveAllLessons(actor, closure, form.has("cancelRest"))), 303),
    "cancel-all": () => cancelAll(actor, closure, to),
    else: (form) => saveChoices(actor, closure, form, to),
  })
}

/** What waits for the office’s answer, with a page of who gets what; null where nothing does. */
async function waitingEmails(actor: Actor, closure: ClosureFacts, request: Request) {
  const { lessons, moved } = countUntold(actor, closure)
  if (lessons === 0) return null
  const closureIds = together(actor, closure).map(({ id }) => id)
  const counts = countClosedLessons(actor)
  const peoplePage = readPage(request, "people")
  return {
    lessons,
    moved,
    closureIds,
    restored: closureIds.reduce((sum, id) => sum + (counts.get(id)?.lessons ?? 0), 0),
    workId: findWorkOn(actor, closure)?.id,
    untold: listUntold(actor, closure),
    peoplePage,
    letters: await findClosureLetters(actor, closure.id, peoplePage),
  }
}

const preferIn = (request: Request): "move" | undefined =>
  new URL(request.url).searchParams.get("prefer") === "move" ? "move" : undefined

export const handle: FramedPage = {
  title: "Lessons of a closure",
  column: "stack narrow",
  head: () => ({
    expression: "cancel, move or keep each one",
    back: { to: `${paths.schoolSettings()}#closures`, label: "School settings" },
  }),
}

export const meta = pageTitle<typeof loader>((found) => `${found.closure.name}, lessons`)

export default function ClosureLessons() {
  const { closure, lessons, pages, prefer, waiting, silenced, givesCredits, scheduled } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { id, name, startsOn, endsOn } = closure
  const typed = answer?.result.initialValue?.lessons
  const { total } = pages
  const days = startsOn === endsOn ? formatDate(startsOn, "weekday") : formatDateRange(startsOn, endsOn)
  return (
    <>
      <h2>
        {name}, {days}
      </h2>
      {waiting ? (
        <UnsentEmails {...waiting} told={waiting.letters}>
          <WhoGetsWhat
            {...waiting.letters}
            page={waiting.peoplePage}
            at={(people) => paths.closureLessons(id, { people: String(people), prefer })}
          />
        </UnsentEmails>
      ) : null}
      {silenced > 0 ? <SilentLessons lessons={silenced} /> : null}
      {total === 0 ? (
        <EmptyState>No lessons to cancel or move. Lessons with attendance are kept.</EmptyState>
      ) : (
        <>
          <p>
            {countOf(total, "lesson")} without attendance. The times are free for the teacher, the students
            and the room, best first. If you cancel: no one is charged. {cancelCreditText(givesCredits)}
          </p>
          <AnswerSummary formId="closure-lessons" result={answer?.result} />
          <PostForm className="form" key={`${pages.page} ${lessons.map((each) => each.id).join()}`}>
            <ClosureLessonList
              lessons={lessons}
              chosen={typed && typeof typed === "object" ? (typed as Record<string, string>) : {}}
              prefersMoves={prefer === "move"}
              problems={answer?.result.error ?? {}}
            />
            <p className="buttons">
              <SubmitButton intent="save" variant="primary" pending="Saving…">
                Save {countOf(lessons.length, "lesson")}
              </SubmitButton>
            </p>
          </PostForm>
          <Pagination {...pages} />
          <AllAtOnce lessons={total} scheduled={scheduled} />
        </>
      )}
    </>
  )
}

function AllAtOnce({ lessons, scheduled }: { lessons: number; scheduled: number }) {
  return (
    <section className="section" aria-labelledby="all">
      <h2 id="all">All at once</h2>
      <p>
        Each lesson moves to its best free time, in the background. Then you see where each one went, before
        you send the emails.
      </p>
      <PostForm className="form">
        <label className="checkbox">
          <input type="checkbox" name="cancelRest" defaultChecked />
          <span>Cancel lessons that can’t move</span>
        </label>
        <p className="buttons">
          <SubmitButton intent="move-all" variant="secondary" pending="Starting…">
            Move {countOf(lessons, "lesson")}
          </SubmitButton>
        </p>
      </PostForm>
      {scheduled > 0 ? (
        <PostForm className="form">
          <p>Or cancel all that are still on the schedule, the ones you kept too.</p>
          <p className="buttons">
            <SubmitButton intent="cancel-all" variant="secondary" pending="Canceling…">
              Cancel {countOf(scheduled, "lesson")}
            </SubmitButton>
          </p>
        </PostForm>
      ) : null}
    </section>
  )
}

const none = "There are no emails to send."

/** The office’s answer to the emails that wait: they are sent, dropped, or wait again. */
function answerEmails(actor: Actor, closure: ClosureFacts, intent: "send" | "silence" | "hold", to: string) {
  if (findWorkOn(actor, closure))
    return redirectWithToast(to, {
      title: "These lessons are still being changed. Try again when that’s done.",
      tone: "bad",
    })
  if (intent === "send") {
    const { lessons, reach, taskId } = tellClosure(actor, closure)
    if (taskId) return redirect(paths.task(taskId), 303)
    if (lessons === 0) return redirectWithToast(to, none)
    return redirectWithToast(to, {
      title: `${reach.reached.length > 0 ? "Emails" : "No emails"} sent about ${countOf(lessons, "lesson")}.`,
      text: unreachedText(reach) || undefined,
      tone: reach.returned.length > 0 ? "bad" : "good",
    })
  }
  if (intent === "hold") {
    const lessons = holdAgain(actor, closure)
    const title = `Emails about ${countOf(lessons, "lesson")} wait until you send them.`
    return redirectWithToast(to, lessons === 0 ? none : title)
  }
  const lessons = silenceClosure(actor, closure)
  if (lessons === 0) return redirectWithToast(to, none)
  return redirectWithUndo(to, `No one is emailed about ${countOf(lessons, "lesson")}.`, {
    to: paths.closureLessons(closure.id),
    fields: { intent: "hold" },
  })
}

function cancelAll(actor: Actor, closure: ClosureFacts, to: string) {
  const settled = cancelAllLessons(actor, closure)
  return settled.ok
    ? answerSettled(closure, settled, to)
    : redirectWithToast(to, { title: Object.values(settled.reasons)[0] ?? "", tone: "bad" })
}

/** Cancels, moves or keeps each lesson as chosen. */
function saveChoices(actor: Actor, closure: ClosureFacts, form: FormData, to: string) {
  const submission = readForm(form, { schema: ClosureLessonsForm })
  if (submission.status !== "success") return invalid(submission)
  const settled = settleClosure(actor, closure, submission.value.lessons)
  if (settled.ok) return answerSettled(closure, settled, to)
  const reasons = Object.entries(settled.reasons).map(([id, reason]) => [`lessons.${id}`, reason])
  return data({ result: invalid(submission, Object.fromEntries(reasons)).data.result }, { status: 409 })
}

/** What was done, with one undo. */
function answerSettled(closure: ClosureFacts, settled: Extract<Settled, { ok: true }>, to: string) {
  const { moved, canceled, without } = settled
  if (moved + canceled === 0) return redirectWithToast(to, "No changes to save.")
  const title = [
    moved > 0 ? `${countOf(moved, "lesson")} moved.` : "",
    movedWithoutText(without),
    canceled > 0 ? `${countOf(canceled, "lesson")} canceled.` : "",
    "Nothing is sent until you send the emails. Undo removes the closure and puts all its lessons back.",
  ]
  return redirectWithUndo(to, title.filter(Boolean).join(" "), {
    to: paths.schoolSettings(),
    fields: { intent: "undo-closures", days: closure.id },
  })
}

type ClosureLessonListProps = {
  lessons: ClosureLesson[]
  /** what was chosen before, by lesson */
  chosen: Record<string, string>
  /** what isn't chosen yet begins with its best time, or canceled where there is none */
  prefersMoves: boolean
  /** why something can't be done as chosen, by lesson */
  problems: Record<string, string[] | null | undefined>
}

/** The lessons of a closure, each with a choice: as it is, cancel, or move to one of its best free times. */
function ClosureLessonList({ lessons, chosen, prefersMoves, problems }: ClosureLessonListProps) {
  return lessons.map((lesson) => {
    const { id, title, localDate, startTime, teacherName, isCanceled, times, whyNone } = lesson
    const problem = problems[`lessons.${id}`]?.join(" ")
    const fieldId = `closure-lessons.${id}`
    const when = `${formatDate(localDate, "short")}, ${formatTime(startTime)}`
    return (
      <div className={problem ? "field invalid" : "field"} key={id}>
        <label htmlFor={fieldId}>
          {title}, {when}
          {teacherName ? ` with ${teacherName}` : ""}
          {isCanceled ? " (canceled)" : ""}
        </label>
        {problem ? (
          <p className="error" id={`${fieldId}-error`}>
            {problem}
          </p>
        ) : null}
        <select
          id={fieldId}
          name={`lessons.${id}`}
          defaultValue={chosen[id] ?? (prefersMoves ? preferredChoice(lesson) : "stay")}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${fieldId}-error` : undefined}
        >
          <option value="stay">{isCanceled ? "Stay canceled" : "Stay on the schedule"}</option>
          {isCanceled ? null : <option value="cancel">Cancel</option>}
          {times.map((time) => (
            <option key={time.value} value={time.value}>
              {`Move to ${formatDate(time.date, "short")}, ${formatTimeRange(time.startTime, time.endTime)}${time.roomName ? ` in ${time.roomName}` : ""}${withoutText(time.leftOut)}. ${time.reasons.map((reason) => `${reason}.`).join(" ")}`.trim()}
            </option>
          ))}
        </select>
        {whyNone ? <p className="small dim">{whyNone}</p> : null}
      </div>
    )
  })
}

/** So many lessons of one person are shown at once. */
const mostShown = 3

type WhoGetsWhatProps = ClosureLetters & { page: number; at: (page: number) => string }

/** Who gets which email about a closure, before any is sent. */
function WhoGetsWhat({ letters, people, page, at }: WhoGetsWhatProps) {
  if (people === 0) return null
  const first = (page - 1) * lettersOfPage
  const last = first + letters.length
  return (
    <section className="section" aria-labelledby="letters">
      <h3 id="letters">Who gets what</h3>
      <ul className="rows">
        {letters.map((letter) => (
          <li key={letter.email}>
            <span className="sm:w-72 sm:shrink-0">
              {letter.name} <span className="dim">{letter.forTeacher ? "teacher" : letter.email}</span>
            </span>
            <div className="sm:grow">
              <LetterLessons {...letter} />
            </div>
          </li>
        ))}
      </ul>
      {people > lettersOfPage ? (
        <p className="toolbar">
          {page > 1 ? (
            <Link className="button" to={at(page - 1)}>
              Previous people
            </Link>
          ) : null}{" "}
          <span className="dim">
            {formatNumber(first + 1)}–{formatNumber(last)} of {formatNumber(people)}
          </span>{" "}
          {last < people ? (
            <Link className="button" to={at(page + 1)}>
              Next people
            </Link>
          ) : null}
        </p>
      ) : null}
    </section>
  )
}

function LetterLessons({ cancelled, moved }: Pick<ClosureLetter, "cancelled" | "moved">) {
  const lessons = [
    ...cancelled.map(([when, text]) => ({ key: `${when} ${text}`, text: `Canceled: ${when}, ${text}` })),
    ...moved.map(([when, text]) => ({ key: `${when} ${text}`, text: `Moved: ${when}, ${text}` })),
  ]
  const list = (
    <ul className="small">
      {lessons.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  )
  if (lessons.length <= mostShown) return list
  return (
    <details>
      <summary>{countOf(lessons.length, "lesson")}</summary>
      {list}
    </details>
  )
}
