import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AbsenceFields } from "~/components/attendance/absence/absence-fields"
import { ToArrange } from "~/components/attendance/absence/to-arrange"
import { EnterButton } from "~/components/form/enter-button"
import { SelectField } from "~/components/form/field"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { AnswerRequest } from "~/components/teaching/teacher-time/answer-request"
import { Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { Status } from "~/components/ui/status"
import { orNotFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { intents } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { AbsenceForm } from "~/models/attendance/absence/absence-form"
import { listAbsenceWork } from "~/models/attendance/absence/affected-lessons.server"
import type { Actor } from "~/models/foundation/access/actor"
import { asksForNames, type NameOffer, readNameWish } from "~/models/foundation/name-search/name-search"
import { emailedToast } from "~/models/foundation/outbox/bounce"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { offerTeachers } from "~/models/teaching/line-offer/line-offer.server"
import { daysOffText, type TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import { TimeOffAnswerForm } from "~/models/teaching/teacher-time/teacher-time-forms"
import { answerTimeOff, findTimeOff, recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { timeOffRefusals } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { isDate } from "~/utils/dates"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const search = new URL(request.url).searchParams
  const from = search.get("from") ?? ""
  const to = search.get("to") ?? ""
  return {
    ...listAbsenceWork(actor),
    teachers: offerTeachers(actor, readNameWish(search, "teacher")),
    chosen: {
      teacherId: search.get("teacher") ?? "",
      startsOn: isDate(from) ? from : "",
      endsOn: isDate(to) ? to : "",
    },
    today: todayOf(actor),
    isSolo: actor.school.kind === "solo",
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  return intents(request, paths.absences(), {
    "answer-time-off": (form) => answerRequest(actor, form),
    else: (form) => recordAbsence(actor, form),
  })
}

function recordAbsence(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: AbsenceForm })
  const teachers = offerTeachers(actor, readNameWish(form, "teacherId"))
  const refuse = (message?: Record<string, string>, status = 400) =>
    data({ result: invalid(submission, message).data.result, teachers }, { status })
  if (asksForNames(form)) return answerSearch(form, submission, { teachers })
  if (submission.status !== "success") return refuse()
  const { teacherId, reason, ...days } = submission.value
  if (!listTeachers(actor).some(({ id }) => id === teacherId))
    return refuse({ teacherId: "This teacher no longer teaches at the school. Choose another." })
  const recorded = recordTimeOff(actor, teacherId, { ...days, reason: reason || null })
  if (recorded.ok) return redirectWithToast(paths.absence(recorded.timeOffId), "Absence recorded.")
  return refuse({ startsOn: officeTexts[recorded.reason] ?? timeOffRefusals[recorded.reason] }, 409)
}

/** What the office reads where the teacher is sent to it. */
const officeTexts: Partial<Record<keyof typeof timeOffRefusals, string>> = {
  overlaps: "Some of these days are already requested or recorded as time off. See the lists on this page.",
  "too-long": "Record at most six months at a time.",
}

function answerRequest(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: TimeOffAnswerForm })
  if (submission.status !== "success") return invalid(submission)
  const { timeOffId, decision, answer: note } = submission.value
  const off = orNotFound(findTimeOff(actor, timeOffId))
  const answered = answerTimeOff(actor, off.teacherId, { timeOffId, decision, answer: note || null })
  if (answered.ok)
    return decision === "approved"
      ? redirectWithToast(paths.absence(timeOffId), "Time off approved. Arrange the lessons next.")
      : redirectWithToast(
          paths.absences(),
          emailedToast("Time off declined.", answered.reach, `${off.teacherName} gets an email.`),
        )
  const title = timeOffRefusals[answered.reason]
  if (answered.reason === "begun") return invalid(submission, { answer: title }, 409)
  return redirectWithToast(paths.absences(), { title, tone: "bad" })
}

export const meta: MetaFunction = () => [{ title: "Absences · Tutti" }]

export default function Absences() {
  const { requests, absences, chosen, today: todayDate, isSolo, ...loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer?.result
  const timeOffId = result?.initialValue?.timeOffId
  return (
    <div className="stack">
      <AnswerSummary formId={timeOffId ? `answer-${timeOffId}` : "record-absence"} result={result} />
      <PageHead
        title={isSolo ? "Days away" : "Teacher absences"}
        back={{ to: paths.schedule(), label: "Schedule" }}
        expression="Lessons get a substitute, a new time, or are canceled"
      />
      {requests.length ? (
        <TimeOffRequests requests={requests} result={timeOffId ? result : undefined} />
      ) : null}
      <div className="two-columns even">
        <AbsenceList absences={absences} isSolo={isSolo} />
        <RecordAbsence
          teachers={(answer && "teachers" in answer && answer.teachers) || loaded.teachers}
          chosen={chosen}
          today={todayDate}
          lastResult={timeOffId ? undefined : result}
        />
      </div>
    </div>
  )
}

/** Absences to come or under way, each with what is left to arrange. */
function AbsenceList({
  absences,
  isSolo,
}: {
  absences: (TimeOff & { toArrange: number })[]
  isSolo: boolean
}) {
  return (
    <section className="section" aria-labelledby="absences-title">
      <h2 id="absences-title">Away now or soon</h2>
      {absences.length ? (
        <ul className="register-list unmarked">
          {absences.map((off) => (
            <li key={off.id}>
              <div className="name-line">
                <b>
                  <Link to={paths.absence(off.id)}>{isSolo ? daysOffText(off) : off.teacherName}</Link>
                </b>{" "}
                {off.toArrange > 0 ? <ToArrange off={off} /> : <Status tone="ok">Nothing to arrange</Status>}
              </div>
              <p className="small dim wrap-anywhere">
                {[isSolo ? null : daysOffText(off), off.reason].filter(Boolean).join("; ")}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState>
          {isSolo
            ? "No days away. Add days when you can’t teach."
            : "No one is away. Record an absence when a teacher calls in sick."}
        </EmptyState>
      )}
    </section>
  )
}

type RecordAbsenceProps = {
  teachers: NameOffer
  chosen: { teacherId: string; startsOn: string; endsOn: string }
  today: string
  lastResult: SubmissionResult<string[]> | undefined
}

type Fields = {
  teacherId: string
  startsOn: string
  endsOn: string
  fromTime: string
  toTime: string
  reason: string
}

/** A form for a teacher who is away: whole days, or from and until a time. */
function RecordAbsence({ teachers, chosen, today, lastResult }: RecordAbsenceProps) {
  const [only] = !teachers.isSearched && teachers.choices.length === 1 ? teachers.choices : []
  const [form, fields] = useForm<Fields>({
    id: "record-absence",
    lastResult,
    defaultValue: {
      teacherId: chosen.teacherId || (only?.value ?? ""),
      startsOn: chosen.startsOn || today,
      endsOn: chosen.endsOn || chosen.startsOn || today,
    },
  })
  return (
    <section className="section" aria-labelledby="record-title" id="record">
      <h2 id="record-title">Record an absence</h2>
      <p className="dim">You arrange the lessons on the next page. Nothing is sent yet.</p>
      <PostForm className="form" {...getFormProps(form)}>
        {teachers.isSearched ? (
          <EnterButton intent="record" formNoValidate>
            Record absence
          </EnterButton>
        ) : null}
        {only ? (
          <SelectField meta={fields.teacherId} label="Teacher" choices={[only]} />
        ) : (
          <NameChoiceField
            meta={fields.teacherId}
            label="Teacher"
            sought="a teacher"
            prompt="Choose a teacher"
            offer={teachers}
          />
        )}
        <AbsenceFields fields={fields} min={today} />
        <SubmitRow label="Record absence" intent="record" pending="Saving…" />
      </PostForm>
    </section>
  )
}

/** Teachers' requests for time off that wait for the office. */
function TimeOffRequests({ requests, result }: { requests: TimeOff[]; result?: SubmissionResult }) {
  return (
    <section className="section" aria-labelledby="requests-title" id="requests">
      <h2 id="requests-title">{countOf(requests.length, "request")} to answer</h2>
      <ul className="register-list unmarked">
        {requests.map((off) => (
          <li key={off.id}>
            <div className="name-line">
              <b>{off.teacherName}</b> <span>{daysOffText(off)}</span>
            </div>
            <p className="small dim wrap-anywhere">
              {[
                off.reason,
                off.sessions === 0 ? "no lessons scheduled" : `${countOf(off.sessions, "lesson")} scheduled`,
              ]
                .filter(Boolean)
                .join("; ")}
            </p>
            <AnswerRequest
              timeOffId={off.id}
              name={off.teacherName}
              result={result?.initialValue?.timeOffId === off.id ? result : undefined}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
