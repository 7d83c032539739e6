import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { Figure } from "~/components/ui/figure"
import { PageHead } from "~/components/ui/page-head"
import { notFound, requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import {
  byWeeklyTime,
  chooseFor,
  offeredToAll,
  readSettlement,
  type Settlement,
  type StrandedLesson,
  unsettledPerPage,
  type WholePageChoice,
  wholePageChoices,
  wholePageLabels,
} from "~/models/attendance/lessons-to-settle/lessons-to-settle"
import { StrandedForm } from "~/models/attendance/lessons-to-settle/settle-form"
import { findStrandedPage, settleStranded } from "~/models/attendance/lessons-to-settle/settle-lessons.server"
import { givesCancelCredits } from "~/models/teaching/credit/cancel-credits.server"
import { cancelCreditText } from "~/models/teaching/credit/credit"
import { movedWithoutText, withoutText } from "~/models/teaching/session/left-out"
import { causeLabels } from "~/models/teaching/session/stranded-cause"
import { visibleLength } from "~/utils/form-text"
import { countOf, dayName, formatDate, formatTime, formFor } from "~/utils/formats"
import { intentOf } from "~/utils/intent"
import { paths } from "~/utils/paths"

/** The lessons that a change of hours, leave, a closure or a room left where they can't stay. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const { total, lessons } = findStrandedPage(actor, readPage(request))
  return {
    lessons,
    pages: paged(request, total, unsettledPerPage),
    givesCredits: givesCancelCredits(actor),
  }
}

type Typed = { chosen: Record<string, string>; reason: string; all?: WholePageChoice }

/** What is chosen for all lessons of a weekly time goes before what is chosen for each; a lesson's `in.` names its weekly time. */
function readTyped(form: FormData): Typed {
  const entries = [...form].flatMap(([name, own]): [string, string][] => {
    if (!name.startsWith("to.")) return []
    const value = form.get(`all.${form.get(`in.${name.slice(3)}`)}`) || own
    return typeof value === "string" && readSettlement(value) ? [[name.slice(3, 67), value.slice(0, 90)]] : []
  })
  return {
    chosen: Object.fromEntries(entries.slice(0, unsettledPerPage)),
    reason: String(form.get("reason") ?? "").trim(),
  }
}

/** Whether each choice is one that the page offers, once: an unknown one isn't left out beside those that are carried out. */
function isFromList(form: FormData): boolean {
  const names = [...form.keys()].filter((name) => /^(to|all|in)\.|^all$/.test(name))
  return (
    new Set(names).size === names.length &&
    names.every((name) => {
      const value = form.get(name)
      if (typeof value !== "string") return false
      if (name === "all") return wholePageChoices.some((known) => known === value)
      if (name.startsWith("in.")) return form.has(`all.${value}`)
      return (name.startsWith("all.") && value === "") || Boolean(readSettlement(value))
    })
  )
}

const refused = (
  typed: Typed,
  status: number,
  { problems = {}, message = "", reasonError = "" }: Partial<Refusal> = {},
) => data({ ...typed, problems, message, reasonError }, { status })

type Refusal = { problems: Record<string, string>; message: string; reasonError: string }

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const form = await request.formData()
  const typed = readTyped(form)
  const submission = readForm(form, { schema: StrandedForm })
  if (submission.status !== "success") {
    const { "": messages, reason: reasons } = submission.error ?? {}
    return refused(typed, 400, { message: messages?.[0], reasonError: reasons?.[0] })
  }
  const all = wholePageChoices.find((known) => known === form.get("all"))
  if (!isFromList(form)) return refused(typed, 400, { message: "Choose from the list." })
  if (all && intentOf(form) !== "settle") {
    const { lessons } = findStrandedPage(actor, readPage(request))
    return refused({ ...typed, chosen: chooseFor(lessons, all), all }, 200)
  }
  const chosen = new Map(
    Object.entries(typed.chosen).flatMap(([id, text]): [string, Settlement][] => {
      const settlement = readSettlement(text)
      return settlement && settlement.act !== "leave" ? [[id, settlement]] : []
    }),
  )
  if (chosen.size === 0)
    return refused(typed, 400, { message: "Choose what happens to at least one lesson." })
  const { reason } = submission.value
  const needsReason = [...chosen.values()].some(({ act }) => act === "keep" || act === "cancel")
  if (needsReason && visibleLength(reason) < 3)
    return refused(typed, 400, { reasonError: "Enter a reason for the lessons you keep or cancel." })
  const settled = settleStranded(actor, chosen, reason)
  if (!settled.ok && settled.reason === "not-found") throw notFound()
  if (!settled.ok)
    return refused(typed, 409, {
      problems: settled.problems,
      message: "Some of these choices aren’t possible.",
    })
  const without = movedWithoutText(settled.without)
  return redirectWithToast(
    paths.lessonsToSettle(),
    [`${countOf(settled.settled, "lesson")} settled.`, without].filter(Boolean).join(" "),
  )
}

export const meta: MetaFunction = () => [{ title: "Lessons to settle · Tutti" }]

export default function Stranded() {
  const { pages, lessons, givesCredits } = useLoaderData<typeof loader>()
  const { total } = pages
  const answer = useActionData<typeof action>()
  return (
    <div className="stack">
      <PageHead
        title="Lessons to settle"
        back={{ to: paths.schedule(), label: "Schedule" }}
        expression={total > 0 ? countOf(total, "lesson") : undefined}
      />
      {answer?.message ? (
        <Callout tone="red">
          <p role="alert">{answer.message}</p>
        </Callout>
      ) : null}
      {lessons.length === 0 ? (
        <EmptyState>
          All lessons fit. Lessons without a teacher appear here, and those that no longer fit when hours,
          leave, a closure or a room change.
        </EmptyState>
      ) : (
        <PostForm className="stack">
          <p className="dim">
            <Figure of="lessons-to-settle">{countOf(total, "lesson")}</Figure> {formFor(total, "has", "have")}{" "}
            no teacher, or no longer {formFor(total, "fits", "fit")} the teacher, room or day. The best fit is
            proposed for each: check it, and choose otherwise where you like. Families and teachers get one
            email with everything that changes for them. If you cancel: no one is charged.{" "}
            {cancelCreditText(givesCredits)}
          </p>
          <div className="buttons">
            <SubmitButton intent="settle" pending="Settling…" isMain label="Settle the chosen lessons" />
            <label className="toolbar" htmlFor="stranded-all">
              <span>All on this page</span>
              <select id="stranded-all" name="all" defaultValue={answer?.all || "best"}>
                {wholePageChoices.map((choice) => (
                  <option key={choice} value={choice}>
                    {wholePageLabels[choice]}
                  </option>
                ))}
              </select>
            </label>
            <SubmitButton intent="choose" variant="secondary" pending="Choosing…" label="Choose for all" />
          </div>
          <StrandedRows
            lessons={lessons}
            chosen={answer?.chosen ?? chooseFor(lessons, "best")}
            problems={answer?.problems ?? {}}
          />
          <ReasonField typed={answer?.reason ?? ""} error={answer?.reasonError ?? ""} />
        </PostForm>
      )}
      <Pagination {...pages} />
    </div>
  )
}

function ReasonField({ typed, error }: { typed: string; error: string }) {
  return (
    <div className={error ? "field invalid" : "field"}>
      <label htmlFor="stranded-reason">Reason</label>
      <p className="hint" id="stranded-reason-hint">
        Needed for lessons you keep or cancel, and for substitutes outside their hours. Families of canceled
        lessons read it.
      </p>
      {error ? (
        <p className="error" id="stranded-reason-error" role="alert">
          {error}
        </p>
      ) : null}
      <input
        id="stranded-reason"
        name="reason"
        maxLength={200}
        defaultValue={typed}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "stranded-reason-error stranded-reason-hint" : "stranded-reason-hint"}
      />
    </div>
  )
}

type StrandedRowsProps = {
  lessons: StrandedLesson[]
  chosen: Record<string, string>
  problems: Record<string, string>
}

/** The lessons to settle by weekly time: what is wrong with them, and what becomes of each or all. */
function StrandedRows({ lessons, ...choices }: StrandedRowsProps) {
  return (
    <DataTable
      caption="Lessons to settle"
      rows={byWeeklyTime(lessons)}
      rowKey={([first]) => first?.id ?? ""}
      columns={[
        { label: "Lesson", cell: (alike) => <WeeklyTime lessons={alike} /> },
        {
          label: "Why",
          cell: (alike) =>
            `${[...new Set(alike.flatMap(({ causes }) => causes))].map((cause) => causeLabels[cause]).join(". ")}.`,
        },
        { label: "What happens", cell: (alike) => <AllChoices lessons={alike} {...choices} /> },
      ]}
    />
  )
}

/** One lesson, or the first of several of one weekly time, and on which days they are. */
function WeeklyTime({ lessons }: { lessons: StrandedLesson[] }) {
  const [lesson, ...others] = lessons
  if (!lesson) return null
  const { id, title, date, startTime, teacherName, roomName, students } = lesson
  const days =
    others.length > 0
      ? `${countOf(lessons.length, "lesson")} on ${dayName(date)}s from ${formatDate(date, "day")}`
      : formatDate(date, "short")
  const facts = [days, formatTime(startTime), teacherName, roomName, countOf(students, "student")]
  return (
    <>
      <Link to={paths.session(id)}>{title}</Link>
      <br />
      <span className="dim">{facts.filter(Boolean).join(", ")}</span>
    </>
  )
}

/** One choice for all lessons of a weekly time, and below it one for each. */
function AllChoices({ lessons, chosen, problems }: StrandedRowsProps) {
  const each = lessons.map((lesson) => (
    <span key={lesson.id} className={problems[lesson.id] ? "field invalid" : "field"}>
      {lessons.length > 1 ? <b>{formatDate(lesson.date, "short")}</b> : null}{" "}
      <Choices lesson={lesson} chosen={chosen[lesson.id] ?? "leave"} problem={problems[lesson.id]} />{" "}
    </span>
  ))
  const [first] = lessons
  if (!first || lessons.length === 1) return each
  const { substitutes, rooms } = offeredToAll(lessons)
  const { title, date, startTime, teacherName, roomName } = first
  const time = `${dayName(date)}s at ${formatTime(startTime)}`
  const which = [title, time, teacherName, roomName].filter(Boolean).join(", ")
  return (
    <>
      {lessons.map(({ id }) => (
        <input key={id} type="hidden" name={`in.${id}`} value={first.id} />
      ))}
      <select
        key={lessons.map(({ id }) => chosen[id]).join()}
        name={`all.${first.id}`}
        defaultValue=""
        aria-label={`What happens to all ${countOf(lessons.length, "lesson")} of ${which}`}
      >
        <option value="">As chosen for each lesson</option>
        {substitutes.map(({ teacherId, name }) => (
          <option key={teacherId} value={`substitute ${teacherId}`}>{`Substitute for all: ${name}`}</option>
        ))}
        {rooms.map(({ id, name }) => (
          <option key={id} value={`room ${id}`}>{`Room for all: ${name}`}</option>
        ))}
        <option value="keep">{wholePageLabels.keep}</option>
        <option value="cancel">{wholePageLabels.cancel}</option>
        <option value="leave">{wholePageLabels.leave}</option>
      </select>
      <details open={lessons.some(({ id }) => problems[id])}>
        <summary className="py-1">
          Each lesson<span className="visually-hidden">{` of ${which}`}</span>
        </summary>
        {each}
      </details>
    </>
  )
}

type ChoiceProps = { lesson: StrandedLesson; chosen: string; problem: string | undefined }

function Choices({ lesson, chosen, problem }: ChoiceProps) {
  const { id, title, substitutes, times, rooms } = lesson
  const problemId = `problem-${id}`
  const which = `${title}, ${formatDate(lesson.date, "short")}`
  return (
    <>
      {problem ? (
        <span className="error" id={problemId}>
          {problem}
        </span>
      ) : null}
      <label className="visually-hidden" htmlFor={`to-${id}`}>
        {`What happens to ${which}`}
      </label>
      <select
        key={chosen}
        id={`to-${id}`}
        name={`to.${id}`}
        defaultValue={chosen}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? problemId : undefined}
      >
        <option value="leave">Later</option>
        {substitutes.length > 0 ? (
          <optgroup label="Substitute">
            {substitutes.map(({ teacherId, name, reasons }) => (
              <option key={teacherId} value={`substitute ${teacherId}`}>
                {`${name}: ${reasons}`}
              </option>
            ))}
          </optgroup>
        ) : null}
        {times.length > 0 ? (
          <optgroup label="Other time">
            {times.map(({ date, startTime, leftOut }) => (
              <option key={`${date} ${startTime}`} value={`time ${date} ${startTime}`}>
                {`${formatDate(date, "short")}, ${formatTime(startTime)}${withoutText(leftOut)}`}
              </option>
            ))}
          </optgroup>
        ) : null}
        {rooms.length > 0 ? (
          <optgroup label="Other room">
            {rooms.map((room) => (
              <option key={room.id} value={`room ${room.id}`}>
                {room.name}
              </option>
            ))}
          </optgroup>
        ) : null}
        <option value="keep">Leave unchanged</option>
        <option value="cancel">Cancel the lesson</option>
      </select>
      <Link to={paths.editSession(id)}>
        Move to another time<span className="visually-hidden">{` for ${which}`}</span>
      </Link>
    </>
  )
}
