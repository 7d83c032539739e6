import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { SubmitButton } from "~/components/form/submit-button"
import { TrialTimes } from "~/components/people/inquiry/trial-times"
import { SchoolPageFrame } from "~/components/people/school-page/school-page-frame"
import { requireSchoolPage } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid } from "~/http/responses.server"
import { findDraftState } from "~/models/people/inquiry/inquiry-draft.server"
import { confirmTrial, findTrialWish } from "~/models/teaching/trial-lesson/trial-booking.server"
import { noTimesLeft, timeTaken } from "~/texts/people/enrollment-form"
import { formatTimeRange } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { ConfirmForm } from "./form-page.server"

const tokenIn = (request: Request) => new URL(request.url).searchParams.get("token")?.slice(0, 200) ?? ""

/** Opening the link confirms nothing, because mail programs open links too. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { actor, page } = await requireSchoolPage(request, params.pageKey)
  const token = tokenIn(request)
  const state = findDraftState(actor, token) ?? "expired"
  const trial = findTrialWish(actor, token) ?? null
  const shown = {
    ...{ state, trial, schoolName: actor.school.name, logoId: actor.school.logoId, address: page.address },
  }
  return data(shown, { status: state === "expired" ? 410 : 200 })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor } = await requireSchoolPage(request, params.pageKey)
  const submission = readForm(await request.formData(), { schema: ConfirmForm })
  if (submission.status !== "success") return invalid(submission)
  const { time, withoutTime } = submission.value
  const chosen = { ...(time ? { value: time } : {}), withoutTime: withoutTime !== undefined }
  const confirmed = confirmTrial(actor, tokenIn(request), chosen)
  if (!confirmed.ok) return invalid(submission, { time: timeTaken }, 409)
  const isDone = confirmed.state === "open" || confirmed.state === "confirmed"
  return data({ result: undefined, isDone, isBooked: confirmed.isBooked })
}

/** The address holds a secret: it isn't passed on to other sites, cached or listed. */
export const headers: HeadersFunction = () => ({
  "Referrer-Policy": "same-origin",
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex, nofollow",
})

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  { title: found ? `Confirm your request to ${found.schoolName}` : "Not found · Tutti" },
  { name: "robots", content: "noindex" },
]

export default function ConfirmInquiry() {
  const { state, trial, schoolName, logoId, address } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const wasSent = answer && "isDone" in answer ? answer : undefined
  const isDone = wasSent?.isDone || state === "confirmed"
  return (
    <SchoolPageFrame schoolName={schoolName} logoId={logoId}>
      {isDone ? (
        <>
          <h1>{wasSent?.isBooked ? "Trial lesson booked" : "Request sent"}</h1>
          <p>
            {wasSent?.isBooked
              ? "We emailed you the time, with a file for your calendar and a link to cancel."
              : `${schoolName} has your request and will get back to you. We emailed you a receipt.`}
          </p>
        </>
      ) : state === "open" ? (
        trial ? (
          <BookTime trial={trial} schoolName={schoolName} lastResult={answer?.result} />
        ) : (
          <>
            <h1>Confirm your request</h1>
            <p>Send your request for lessons to {schoolName}.</p>
            <Form method="post">
              <p>
                <SubmitButton pending="Sending…">Confirm request</SubmitButton>
              </p>
            </Form>
          </>
        )
      ) : (
        <>
          <h1>This link no longer works</h1>
          <p>It has expired, or it isn’t complete. Ask again to get a new one.</p>
          <p>
            <a className="button" href={paths.schoolPage(address)}>
              Ask for lessons
            </a>
          </p>
        </>
      )}
    </SchoolPageFrame>
  )
}

type BookTimeProps = {
  trial: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["trial"]>
  schoolName: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** The time that was chosen, or the others where it isn’t open any more: what was entered before is kept. */
function BookTime({ trial: { time, others }, schoolName, lastResult }: BookTimeProps) {
  const [form, fields] = useForm<{ time: string }>({ id: "book", lastResult })
  if (time)
    return (
      <>
        <h1>Book your trial lesson</h1>
        <p>
          {formatDate(time.date, "weekday")}, {formatTimeRange(time.startTime, time.endTime)}, with{" "}
          {time.teacherName} at {schoolName}.
        </p>
        <Form method="post">
          <input type="hidden" name="time" value={time.value} />
          <p>
            <SubmitButton pending="Booking…">Book this time</SubmitButton>
          </p>
        </Form>
      </>
    )
  return (
    <>
      <ErrorSummary form={form} />
      <h1>This time isn’t open any more</h1>
      <p>{others.length > 0 ? "Choose another time: everything else you entered is kept." : noTimesLeft}</p>
      {others.length > 0 ? (
        <Form method="post" className="form" {...getFormProps(form)}>
          <TrialTimes meta={fields.time} times={others} />
          <p>
            <SubmitButton pending="Booking…">Book this time</SubmitButton>
          </p>
        </Form>
      ) : null}
      <Form method="post">
        <input type="hidden" name="withoutTime" value="yes" />
        <p>
          <SubmitButton variant="secondary" pending="Sending…">
            Send request without a time
          </SubmitButton>
        </p>
      </Form>
    </>
  )
}
