import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DateField, Field } from "~/components/form/field"
import { ActButton, AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { PeriodLinks } from "~/components/overview/teacher-area/period-links"
import type { FramedPage } from "~/components/shell/frame"
import { OccasionLines } from "~/components/teaching/occasion/occasion-lines"
import { Agenda } from "~/components/teaching/schedule/agenda"
import { ListedUntil } from "~/components/teaching/schedule/listed-until"
import { MonthTable } from "~/components/teaching/schedule/month-table"
import { TimeOffList } from "~/components/teaching/teacher-time/time-off-list"
import { Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { Tabs } from "~/components/ui/tabs"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import { findOwnTeacher } from "~/models/people/teacher/own-teacher.server"
import { listOccasionLines } from "~/models/teaching/occasion/find-occasion.server"
import { findSchedulePage } from "~/models/teaching/session/schedule-page.server"
import { beside, periodOf, readScheduleQuery } from "~/models/teaching/session/schedule-period"
import type { TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import { TimeOffForm } from "~/models/teaching/teacher-time/teacher-time-forms"
import {
  listTimeOff,
  requestTimeOff,
  restoreTimeOff,
  withdrawTimeOff,
} from "~/models/teaching/teacher-time/time-off.server"
import { timeOffRefusals } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  const own = orNotFound(findOwnTeacher(actor))
  const search = new URL(request.url).searchParams
  const todayDate = todayOf(actor)
  const frame = { todayDate, isSolo: actor.school.kind === "solo" }
  if (search.get("view") === "time-off") {
    const timeOff = listTimeOff(actor, { teacherId: own.id, newestFirst: true })
    return { ...frame, view: "time-off" as const, timeOff }
  }
  const { date } = readScheduleQuery(search, todayDate)
  const view = search.get("view") === "month" ? "month" : "agenda"
  const query = { view, date, by: "teacher", teacherId: own.id, roomId: undefined, page: 1 } as const
  const { heading, over, body } = findSchedulePage(actor, query)
  const days = periodOf(query, actor.school.weekStart)
  const occasions = listOccasionLines(actor, days[0] ?? date, days.at(-1) ?? date, { teacherId: own.id })
  return { ...frame, view: query.view, date, heading, over, body, occasions, beside: beside(query) }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teaching:write")
  const own = orNotFound(findOwnTeacher(actor))
  const back = paths.teacherSchedule({ view: "time-off" })
  const refusals = { ...timeOffRefusals, "not-found": 404 } as const
  return intents(request, back, {
    withdraw: act({
      run: (form) => withdrawTimeOff(actor, own.id, idIn(form, "timeOffId")),
      refusals,
      saved: (_, form) => ({
        title: "Time off canceled. You’re on the schedule for those days.",
        undo: { to: back, fields: { intent: "restore", timeOffId: idIn(form, "timeOffId") } },
      }),
    }),
    restore: act({
      run: (form) => restoreTimeOff(actor, idIn(form, "timeOffId")),
      refusals,
      saved: "Time off restored.",
    }),
    request: intent({
      schema: TimeOffForm,
      run: ({ reason = null, ...days }) => requestTimeOff(actor, own.id, { ...days, reason }),
      field: "startsOn",
      status: 409,
      refusals: timeOffRefusals,
      saved: actor.school.kind === "solo" ? "Time off added." : "Time-off request sent to the office.",
    }),
  })
}

export const handle: FramedPage<typeof loader> = {
  title: "My schedule",
  head: (page) => (page.view === "time-off" ? {} : { title: page.heading, over: page.over }),
}

export const meta: MetaFunction = () => [{ title: "My schedule · Tutti" }]

export default function OwnSchedule() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const date = page.view === "time-off" ? undefined : page.date
  const views = [
    { view: undefined, label: "Week", current: page.view === "agenda" },
    { view: "month", label: "Month", current: page.view === "month" },
  ]
  return (
    <>
      <AnswerSummary formId="time-off" result={answer?.result} />
      <Tabs
        label="View"
        tabs={[
          ...views.map(({ view, ...tab }) => ({ to: paths.teacherSchedule({ view, date }), ...tab })),
          { to: paths.teacherOccasions(), label: "Events", current: false },
          {
            to: paths.teacherSchedule({ view: "time-off" }),
            label: "Time off",
            current: page.view === "time-off",
          },
        ]}
      />
      {page.view === "time-off" ? (
        <OwnTimeOff
          timeOff={page.timeOff}
          today={page.todayDate}
          isSolo={page.isSolo}
          lastResult={answer?.result}
        />
      ) : (
        <Period page={page} />
      )}
    </>
  )
}

type Page = ReturnType<typeof useLoaderData<typeof loader>>

function Period({ page }: { page: Exclude<Page, { view: "time-off" }> }) {
  const view = page.view === "month" ? "month" : undefined
  const to = (date: string) =>
    paths.teacherSchedule({ view, date: date === page.todayDate ? undefined : date })
  return (
    <>
      <PeriodLinks
        unit={view ?? "week"}
        previous={to(page.beside.previous)}
        today={to(page.todayDate)}
        next={to(page.beside.next)}
      />
      <OccasionLines occasions={page.occasions} to={paths.teacherOccasion} />
      <ListedUntil today={page.todayDate} next={page.beside.next} />
      {page.body.kind === "month" ? (
        <MonthTable
          caption={`My lessons in ${page.heading}`}
          weeks={page.body.weeks}
          dayTo={(date) => `${paths.teacherSchedule({ date })}#on-${date}`}
        />
      ) : page.body.kind === "agenda" ? (
        <Agenda days={page.body.days} isSolo />
      ) : null}
      <p className="dim no-print">
        <Link to={`${paths.teacherSettings()}#calendar`}>Add lessons to your calendar app</Link>
      </p>
    </>
  )
}

type OwnTimeOffProps = {
  timeOff: TimeOff[]
  today: string
  isSolo: boolean
  lastResult: SubmissionResult<string[]> | undefined
}

/** A teacher's time off: requests with their answers, and a form for a new one. */
function OwnTimeOff({ timeOff, today, isSolo, lastResult }: OwnTimeOffProps) {
  const [form, fields] = useForm<TimeOffForm>({ id: "time-off", lastResult })
  return (
    <div className="two-columns">
      <section className="section" aria-labelledby="asked">
        <h2 id="asked">Time off</h2>
        {timeOff.length ? (
          <TimeOffList
            timeOff={timeOff}
            buttons={({ id, state, endsOn }) =>
              endsOn < today ? null : state === "requested" ? (
                <ActButton
                  label="Cancel request"
                  sends={{ timeOffId: id }}
                  intent="withdraw"
                  pending="Canceling…"
                  variant="danger"
                />
              ) : state === "approved" ? (
                <CancelApproved timeOffId={id} isSolo={isSolo} />
              ) : null
            }
          />
        ) : (
          <EmptyState>No time off yet. Your requests and their status appear here.</EmptyState>
        )}
      </section>
      <section className="section" aria-labelledby="ask">
        <h2 id="ask">{isSolo ? "Add time off" : "Request time off"}</h2>
        <p className="dim">
          {isSolo
            ? "New lessons can’t be scheduled then. Existing lessons stay until you move or cancel them."
            : "The office reviews your request. Your lessons stay until it reschedules them."}
        </p>
        <PostForm className="form" {...getFormProps(form)}>
          <DateField meta={fields.startsOn} label="First day" min={today} />
          <DateField meta={fields.endsOn} label="Last day" min={today} />
          <div className="columns">
            <Field meta={fields.fromTime} label="Start time" hint="On the first day." type="time" optional />
            <Field meta={fields.toTime} label="End time" hint="On the last day." type="time" optional />
          </div>
          <Field meta={fields.reason} label="Reason" optional maxLength={300} />
          <SubmitRow
            label={isSolo ? "Add time off" : "Request time off"}
            intent="request"
            pending="Sending…"
          />
        </PostForm>
      </section>
    </div>
  )
}

/** Approved days are given up in two steps: what was arranged for them isn't taken back. */
function CancelApproved({ timeOffId, isSolo }: { timeOffId: string; isSolo: boolean }) {
  return (
    <details className="disclosure">
      <summary>Cancel time off</summary>
      <PostForm sends={{ timeOffId }}>
        <p>
          You can be scheduled on these days again{isSolo ? "." : ", and the office gets an email."} Lessons
          that were moved, canceled or given to a substitute don’t change.
          {isSolo ? "" : " If you change your mind, you have to request the days again."}
        </p>
        <SubmitRow
          label="Yes, cancel time off"
          variant="danger-primary"
          intent="withdraw"
          pending="Canceling…"
        />
      </PostForm>
    </details>
  )
}
