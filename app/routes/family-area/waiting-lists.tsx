import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary, PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findPortal } from "~/models/people/family-access/portal.server"
import { lackingAtSpot } from "~/models/teaching/prerequisite/prerequisite"
import { findFirstPrice } from "~/models/teaching/price/first-price.server"
import { acceptSpot, declineSpot, listSpotsOf } from "~/models/teaching/waiting-list/offer-spot.server"
import { findWaiting } from "~/models/teaching/waiting-list/waiting-list.server"
import { waitingRefusals } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { laterOf } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"

/** A family's spots on waiting lists, and the offers it can accept. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { students } = findPortal(actor)
  const { timeZone } = actor.school
  return {
    waiting: listWaiting(actor).map(
      ({ id, studentId, firstName, isOffered, until, from, about, ...row }) => ({
        id,
        firstName,
        className: row.class.name,
        about,
        until: isOffered && until !== null ? formatInstant(until, timeZone) : null,
        from,
        mayAnswer: students.some((student) => student.id === studentId && student.as !== "child"),
      }),
    ),
  }
}

/** The family's spots, each with its times, teacher and price as the page says them. */
function listWaiting(actor: Actor) {
  const { students, seesMoney } = findPortal(actor)
  const ids = students.map(({ id }) => id)
  const day = todayOf(actor)
  return listSpotsOf(actor, ids).map((row) => {
    const first = findFirstPrice(actor, row.class.id, { startsOn: laterOf(day, row.from ?? day) })
    const about = [
      row.class.rules.map(({ text: words }) => words).join("; ") || "times to be arranged",
      row.class.teacherName ? `with ${row.class.teacherName}` : null,
      row.class.roomName,
      row.isOffered ? `from ${formatDate(first.startsOn, "medium")}` : null,
      seesMoney ? first.price : null,
    ]
    return { ...row, about: about.filter(Boolean).join(", ") }
  })
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:write")
  const form = await request.formData()
  const waiting = orNotFound(findWaiting(actor, String(form.get("place") ?? "")))
  const student = orNotFound(findPortal(actor).students.find(({ id }) => id === waiting?.studentId))
  const answer = (
    answered: ReturnType<typeof acceptSpot> | ReturnType<typeof declineSpot>,
    saved: string,
  ) => {
    if (answered.ok) return redirectWithToast(paths.studentPlaces(), saved)
    const message =
      answered.reason === "prerequisite" ? lackingAtSpot(answered.lacking) : waitingRefusals[answered.reason]
    return data({ message }, { status: 409 })
  }
  // A page of an earlier build doesn't say what it showed.
  const isAsShown = () =>
    !form.has("shown") || listWaiting(actor).find(({ id }) => id === waiting.id)?.about === form.get("shown")
  return intents(form, paths.studentPlaces(), {
    accept: () => {
      if (waiting.state === "offered" && !isAsShown())
        return data({ message: waitingRefusals.changed }, { status: 409 })
      return answer(
        acceptSpot(actor, waiting.id, { student }),
        `Spot accepted for ${student.firstName}. The lessons are on your schedule.`,
      )
    },
    decline: () =>
      answer(
        declineSpot(actor, waiting.id, student),
        waiting.state === "offered"
          ? `Spot declined for ${student.firstName}.`
          : `${student.firstName} removed from the waiting list.`,
      ),
  })
}

export const meta: MetaFunction = () => [{ title: "Waiting lists · Tutti" }]

export default function WaitingLists() {
  const { waiting } = useLoaderData<typeof loader>()
  const message = useActionData<typeof action>()?.message
  return (
    <div className="form narrow">
      {message ? <ErrorSummary form={{ id: "places", allErrors: {}, errors: [message] }} /> : null}
      <PageHead title="Waiting lists" back={{ to: paths.studentSchedule(), label: "Schedule" }} />
      {waiting.length === 0 ? (
        <EmptyState>
          You’re not on any waiting lists. When a class is full, the school can add you, and its offer appears
          here.
        </EmptyState>
      ) : (
        <ul className="rows">
          {waiting.map(({ id, firstName, className, about, until, from, mayAnswer }) => (
            <li key={id}>
              <span>
                {firstName}: <b>{className}</b>
                <br />
                <span className="dim">{about}</span>
                <br />
                {until ? (
                  `A spot${from ? ` from ${formatDate(from, "medium")}` : ""} is on hold until ${until}.`
                ) : (
                  <span className="dim">On the waiting list</span>
                )}
              </span>
              {mayAnswer ? (
                <PostForm className="buttons" sends={{ place: id, shown: about }}>
                  {until ? (
                    <Button intent="accept" aria-label={`Accept the spot in ${className}`}>
                      Accept spot
                    </Button>
                  ) : null}
                  <Button
                    intent="decline"
                    variant="danger"
                    aria-label={`${until ? "Decline spot" : "Leave waiting list"}: ${className}`}
                  >
                    {until ? "Decline spot" : "Leave waiting list"}
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
