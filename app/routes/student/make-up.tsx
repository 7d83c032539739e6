import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { EmptyState } from "~/components/ui/empty-state"
import { PageHead } from "~/components/ui/page-head"
import { bookMakeUpTime } from "~/models/make-up/book-make-up.server"
import { makeUpRefusals, offerValue, readOffer } from "~/models/make-up/make-up"
import { listOffers } from "~/models/make-up/offer-make-up.server"
import { findPortal } from "~/models/portal/portal.server"
import { addMinutes, formatDate, formatTimeRange } from "~/utils/dates"
import { requireMember } from "~/utils/http/guards.server"
import { notFound } from "~/utils/http/responses.server"
import { redirectWithToast } from "~/utils/http/toast.server"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { students } = findPortal(actor)
  const asked = new URL(request.url).searchParams.get("child")
  const student = students.find(({ id }) => id === asked) ?? students[0]
  if (!student) throw notFound()
  const { id, firstName, as } = student
  return { child: { id, firstName, isSelf: as !== "guardian" }, found: listOffers(actor, student) }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const form = await request.formData()
  const student = findPortal(actor).students.find(({ id }) => id === form.get("child"))
  if (!student) throw notFound()
  const wish = readOffer(String(form.get("offer") ?? ""))
  if (!wish) return data({ message: "Choose one of the times." }, { status: 400 })
  const booked = bookMakeUpTime(actor, student, wish)
  if (!booked.ok) return data({ message: makeUpRefusals[booked.reason] }, { status: 409 })
  return redirectWithToast(
    paths.studentSession(booked.sessionId, { child: student.id }),
    `Booked: ${formatDate(wish.date, "short")}. The credit is used for it.`,
  )
}

export const meta: MetaFunction = () => [{ title: "Book a make-up lesson · Tutti" }]

export default function MakeUp() {
  const { child, found } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const problem = answer ? { id: "make-up", allErrors: {}, errors: [answer.message] } : undefined
  return (
    <div className="form narrow">
      {problem ? <ErrorSummary form={problem} /> : null}
      <PageHead
        back={{
          to: paths.studentSchedule({ child: child.isSelf ? undefined : child.id }),
          label: "Schedule",
        }}
        title={child.isSelf ? "Make up a lesson" : `Make up a lesson of ${child.firstName}`}
        expression={
          found.ok
            ? `${found.className}, ${found.minutes} minutes with ${found.teacherName}; the credit ends on ${formatDate(found.creditUntil, "medium")}`
            : undefined
        }
      />
      {!found.ok ? (
        <EmptyState>{makeUpRefusals[found.reason]}</EmptyState>
      ) : found.offers.length === 0 ? (
        <EmptyState>
          {found.teacherName} has no free time in the next three weeks. Look again soon, or ask the school.
        </EmptyState>
      ) : (
        <PostForm className="form">
          <input type="hidden" name="child" value={child.id} />
          <fieldset className="f">
            <legend>Free times</legend>
            <span className="hint">
              Booking uses 1 make-up credit. Nothing more is charged for a lesson that was.
            </span>
            {found.offers.map((offer) => (
              <label className="tick" key={offerValue(offer)}>
                <input type="radio" name="offer" value={offerValue(offer)} required />
                <span>
                  {formatDate(offer.date, "weekday")},{" "}
                  {formatTimeRange(offer.startTime, addMinutes(offer.startTime, found.minutes))}
                </span>
              </label>
            ))}
          </fieldset>
          <p>
            <SubmitButton pending="Booking…">Book this time</SubmitButton>
          </p>
        </PostForm>
      )}
    </div>
  )
}
