import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { Form, useLoaderData } from "@remix-run/react"
import { SubmitRow } from "~/components/form/post-form"
import { SchoolPageFrame } from "~/components/people/school-page/school-page-frame"
import { notFound, requirePageOfLink } from "~/http/guards.server"
import { cancelTrialByLink, findTrialByLink } from "~/models/teaching/trial-lesson/trial-booking.server"
import { formatDate, formatTimeRange } from "~/utils/formats"
import { paths } from "~/utils/paths"

// A trial lesson for whoever has the link of its letter: when it is, and the button that cancels it.

const tokenIn = (request: Request) => new URL(request.url).searchParams.get("token")?.slice(0, 200) ?? ""

/** Opening the link cancels nothing, because mail programs open links too. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { actor, page } = requirePageOfLink(params.pageKey)
  const trial = findTrialByLink(actor, tokenIn(request)) ?? null
  const { name: schoolName, logoId } = actor.school
  const shown = { trial, schoolName, logoId, address: page.isOpen ? page.address : null }
  return data(shown, { status: trial ? 200 : 410 })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { actor, page } = requirePageOfLink(params.pageKey)
  const token = tokenIn(request)
  const canceled = cancelTrialByLink(actor, token)
  if (!canceled.ok && canceled.reason === "not-found") throw notFound()
  // What it says then is what the lesson is: canceled, or over.
  return redirect(paths.bookedTrial(page.address, token), 303)
}

/** The address holds a secret: it isn't passed on to other sites, cached or listed. */
export const headers: HeadersFunction = () => ({
  "Referrer-Policy": "same-origin",
  "Cache-Control": "private, no-store",
  "X-Robots-Tag": "noindex, nofollow",
})

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  { title: found ? `Your trial lesson at ${found.schoolName}` : "Not found · Tutti" },
  { name: "robots", content: "noindex" },
]

export default function BookedTrial() {
  const { trial, schoolName, logoId, address } = useLoaderData<typeof loader>()
  return (
    <SchoolPageFrame schoolName={schoolName} logoId={logoId}>
      {trial ? (
        <>
          <h1>{trial.is === "canceled" ? "Trial lesson canceled" : "Your trial lesson"}</h1>
          <p>
            {formatDate(trial.date, "weekday")}, {formatTimeRange(trial.startTime, trial.endTime)}
            {trial.teacherName ? `, with ${trial.teacherName}` : null}
            {trial.roomName ? `, ${trial.roomName}` : null}.
          </p>
          {trial.is === "open" ? (
            <Form method="post">
              <SubmitRow label="Cancel trial lesson" variant="secondary" pending="Canceling…" />
            </Form>
          ) : (
            <p>
              {trial.is === "canceled"
                ? `${schoolName} knows, and the time is free again.`
                : "This lesson can no longer be canceled here: it has begun or ended."}
            </p>
          )}
        </>
      ) : (
        <>
          <h1>This link no longer works</h1>
          <p>It isn’t complete, or the lesson no longer exists.</p>
        </>
      )}
      {address ? (
        <p>
          <a href={paths.schoolPage(address)}>Lessons at {schoolName}</a>
        </p>
      ) : null}
    </SchoolPageFrame>
  )
}
