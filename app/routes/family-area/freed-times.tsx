import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary, PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, intents } from "~/http/intents.server"
import { redirectWithToast } from "~/http/toast.server"
import { declineFreedTime } from "~/models/attendance/freed-time/claim-freed-time.server"
import {
  findFreedOfferStudent,
  listFreedOffersOf,
} from "~/models/attendance/freed-time/list-freed-times.server"
import { claimAsFamily } from "~/models/overview/family-area/family-notice.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { freedTimeRefusals } from "~/texts/attendance/refusals"
import { formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"

/** Lesson times that others freed, offered to a family's students for a make-up lesson. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { students } = findPortal(actor)
  const as = new Map(students.map((student) => [student.id, student.as]))
  return {
    offers: listFreedOffersOf(actor, [...as.keys()]).map(({ studentId, until, isSpot, ...offer }) => ({
      ...offer,
      lesson: isSpot ? `Spot in ${offer.className}` : (offer.instrument ?? "Lesson"),
      until: formatInstant(until, actor.school.timeZone),
      mayAnswer: as.get(studentId) !== "child",
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:write")
  const form = await request.formData()
  const offerId = String(form.get("offer") ?? "")
  const studentId = findFreedOfferStudent(actor, offerId)
  const student = orNotFound(findPortal(actor).students.find(({ id }) => id === studentId))
  const refuse = ({ reason }: { reason: keyof typeof freedTimeRefusals }) =>
    data({ message: freedTimeRefusals[reason] }, { status: 409 })
  return intents(form, paths.studentFreedTimes(), {
    accept: () => {
      const claimed = claimAsFamily(actor, student, offerId)
      if (!claimed.ok) return refuse(claimed)
      return redirectWithToast(
        paths.studentSession(claimed.sessionId, { child: student.id }),
        `Make-up lesson booked for ${formatDate(claimed.date, "short")}. 1 credit used.`,
      )
    },
    decline: act({
      run: () => {
        const declined = declineFreedTime(actor, offerId, student)
        return declined.ok ? undefined : refuse(declined)
      },
      saved: `Declined. ${student.firstName} keeps the make-up credit.`,
    }),
  })
}

export const meta: MetaFunction = () => [{ title: "Free lesson times · Tutti" }]

export default function FreedTimes() {
  const { offers } = useLoaderData<typeof loader>()
  const message = useActionData<typeof action>()?.message
  return (
    <div className="form narrow">
      {message ? <ErrorSummary form={{ id: "freed-times", allErrors: {}, errors: [message] }} /> : null}
      <PageHead title="Free lesson times" back={{ to: paths.studentSchedule(), label: "Schedule" }} />
      {offers.length === 0 ? (
        <EmptyState>
          No offers right now. When a lesson time becomes free and you have a make-up credit, the school may
          offer it to you here.
        </EmptyState>
      ) : (
        <ul className="rows">
          {offers.map(({ id, firstName, localDate, startTime, lesson, teacherName, until, mayAnswer }) => (
            <li key={id}>
              <span>
                {firstName}:{" "}
                <b>
                  {formatDate(localDate, "short")}, {formatTime(startTime)}
                </b>
                <br />
                <span className="dim">
                  {lesson}
                  {teacherName ? ` with ${teacherName}` : ""}. Uses 1 make-up credit. Held for you until{" "}
                  {until}.
                </span>
              </span>
              {mayAnswer ? (
                <PostForm className="buttons" sends={{ offer: id }}>
                  <Button
                    intent="accept"
                    aria-label={`Accept ${formatDate(localDate, "short")} for ${firstName}`}
                  >
                    Accept time
                  </Button>
                  <Button
                    intent="decline"
                    variant="secondary"
                    aria-label={`Decline ${formatDate(localDate, "short")} for ${firstName}`}
                  >
                    Decline time
                  </Button>
                </PostForm>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
