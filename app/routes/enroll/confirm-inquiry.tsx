import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary, SubmitRow } from "~/components/form/post-form"
import { TrialTimes } from "~/components/people/inquiry/trial-times"
import { SchoolPageFrame } from "~/components/people/school-page/school-page-frame"
import { notFound, requirePageOfLink } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { confirmWithSpot, findSpotWish } from "~/models/money/deposit/deposit.server"
import { findDraftState } from "~/models/people/inquiry/inquiry-draft.server"
import { confirmTrial, findTrialWish } from "~/models/teaching/trial-lesson/trial-booking.server"
import type { TrialTime } from "~/models/teaching/trial-lesson/trial-times"
import {
  noTimesLeft,
  spotIsHeld,
  timeTaken,
  tooManyTrials,
  trialPriceChanged,
} from "~/texts/people/enrollment-form"
import { formatDate, formatTimeRange } from "~/utils/formats"
import { withoutListNames } from "~/utils/list-name"
import { paths } from "~/utils/paths"
import { ConfirmForm } from "./form-page.server"

const tokenIn = (request: Request) => new URL(request.url).searchParams.get("token")?.slice(0, 200) ?? ""

/** The token of a request that was sent while the page was open: it is taken after that, too. Of other links it says nothing then. */
function tokenAt(request: Request, { actor, page }: ReturnType<typeof requirePageOfLink>) {
  const token = tokenIn(request)
  if (!page.isOpen && !findDraftState(actor, token)) throw notFound()
  return token
}

/** Opening the link confirms nothing, because mail programs open links too. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const found = requirePageOfLink(params.pageKey)
  const { actor, page } = found
  const token = tokenAt(request, found)
  const state = findDraftState(actor, token) ?? "expired"
  const trial = (page.isOpen && findTrialWish(actor, token)) || null
  const className = (page.isOpen && findSpotWish(actor, token)?.className) || null
  const { name: schoolName, logoId } = actor.school
  const shown = { state, trial, className, schoolName, logoId, address: page.address }
  return data(shown, { status: state === "expired" ? 410 : 200 })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const found = requirePageOfLink(params.pageKey)
  const { actor, page } = found
  const token = tokenAt(request, found)
  const submission = readForm(withoutListNames(await request.formData()), { schema: ConfirmForm })
  if (submission.status !== "success") return invalid(submission)
  const { time, withoutTime, price } = submission.value
  const chosen = {
    ...(time ? { value: time } : {}),
    ...(price === undefined ? {} : { price: price === "none" ? null : Number(price) }),
    withoutTime: withoutTime !== undefined || !page.isOpen,
  }
  const wish = page.isOpen ? findSpotWish(actor, token) : undefined
  if (wish) {
    const { offerToken, state } = confirmWithSpot(actor, token, wish)
    if (offerToken) return redirect(paths.offer(offerToken), 303)
    const notHeld = wish.className
    return data({ result: undefined, isSent: state === "open", booked: null, notHeld })
  }
  const confirmed = confirmTrial(actor, token, chosen)
  if (!confirmed.ok) return invalid(submission, refusals[confirmed.reason], 409)
  const { booked, state } = confirmed
  return data({
    result: undefined,
    isSent: state === "open",
    booked: booked && slotOf(booked),
    notHeld: undefined,
  })
}

const slotOf = ({ date, startTime, endTime, teacherName }: TrialTime) => ({
  ...{ date, startTime, endTime, teacherName },
})

const refusals = {
  taken: { time: timeTaken },
  "too-many": { form: tooManyTrials },
  "price-changed": { form: trialPriceChanged },
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
  const { state, trial, className, schoolName, logoId, address } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const wasSent = answer && "isSent" in answer && answer.isSent ? answer : undefined
  return (
    <SchoolPageFrame schoolName={schoolName} logoId={logoId}>
      {wasSent ? (
        <>
          <h1>{wasSent.booked ? "Trial lesson booked" : "Request sent"}</h1>
          {wasSent.booked ? <Slot {...wasSent.booked} schoolName={schoolName} /> : null}
          {wasSent.notHeld ? <p>We couldn’t hold a spot in {wasSent.notHeld} for you.</p> : null}
          <p>
            {wasSent.booked
              ? "We emailed you the time, with a file for your calendar and a link to cancel."
              : `${schoolName} has your request and will get back to you. We emailed you a receipt.`}
          </p>
        </>
      ) : state === "confirmed" ? (
        <>
          <h1>Confirmed already</h1>
          <p>Look in your email: it says what was sent or booked.</p>
        </>
      ) : state === "open" ? (
        trial ? (
          <BookTime trial={trial} schoolName={schoolName} lastResult={answer?.result} />
        ) : (
          <>
            <h1>Confirm your request</h1>
            <p>
              Send your request {className ? `for ${className}` : "for lessons"} to {schoolName}.
              {className ? ` ${spotIsHeld}` : null}
            </p>
            <Form method="post">
              <SubmitRow label="Confirm request" pending="Sending…" />
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

/** The time that was chosen, or the others where it isn’t open anymore: what was entered before is kept. */
function BookTime({ trial, schoolName, lastResult }: BookTimeProps) {
  const { time, others, price, priceText, isPriceNew } = trial
  const [form, fields] = useForm<{ time: string }>({ id: "book", lastResult })
  const cost = (
    <>
      <input type="hidden" name="price" value={price ?? "none"} />
      {priceText ? (
        <p>
          Price: {priceText}.{isPriceNew ? " It has changed since you sent your request." : null}
        </p>
      ) : null}
    </>
  )
  if (time)
    return (
      <>
        <ErrorSummary form={form} />
        <h1>Book your trial lesson</h1>
        <Slot {...time} schoolName={schoolName} />
        <Form method="post">
          <input type="hidden" name="time" value={time.value} />
          {cost}
          <SubmitRow label="Book this time" pending="Booking…" />
        </Form>
        {form.errors ? <WithoutTime /> : null}
      </>
    )
  return (
    <>
      <ErrorSummary form={form} />
      <h1>This time isn’t open anymore</h1>
      <p>{others.length > 0 ? "Choose another time: everything else you entered is kept." : noTimesLeft}</p>
      {others.length > 0 ? (
        <Form method="post" className="form" autoComplete="off" {...getFormProps(form)}>
          <TrialTimes meta={fields.time} times={others} />
          {cost}
          <SubmitRow label="Book this time" pending="Booking…" />
        </Form>
      ) : null}
      <WithoutTime />
    </>
  )
}

type SlotProps = ReturnType<typeof slotOf> & { schoolName: string }

const Slot = ({ date, startTime, endTime, teacherName, schoolName }: SlotProps) => (
  <p>
    {formatDate(date, "weekday")}, {formatTimeRange(startTime, endTime)}, with {teacherName} at {schoolName}.
  </p>
)

const WithoutTime = () => (
  <Form method="post">
    <input type="hidden" name="withoutTime" value="yes" />
    <SubmitRow label="Send request without a time" variant="secondary" pending="Sending…" />
  </Form>
)
