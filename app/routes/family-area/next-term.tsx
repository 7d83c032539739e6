import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary, PostForm } from "~/components/form/post-form"
import { Button, LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { findPortal } from "~/models/people/family-access/portal.server"
import { renewalLabels } from "~/models/teaching/roll-over/renewal"
import {
  answerRenewal,
  findRenewal,
  listRenewalsOf,
  listTermPrices,
} from "~/models/teaching/roll-over/renewals.server"
import { ownRenewalRefusals, type RenewalRefusal } from "~/texts/teaching/refusals"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** Who of a family continues in the next term. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { students } = findPortal(actor)
  return {
    declining: new URL(request.url).searchParams.get("decline"),
    asked: listAsked(actor).map(({ id, studentId, firstName, className, state, about, ...row }) => ({
      id,
      firstName,
      className,
      state,
      about,
      startsOn: formatDate(row.startsOn, "medium"),
      answerBy: row.isOver ? null : formatDate(row.answerBy, "medium"),
      mayAnswer:
        !row.isOver &&
        state !== "declined" &&
        students.some((student) => student.id === studentId && student.as !== "child"),
    })),
  }
}

/** What the family is asked, with the terms as the page says them. */
function listAsked(actor: Actor) {
  const { students, seesMoney } = findPortal(actor)
  const ids = students.map(({ id }) => id)
  const asked = listRenewalsOf(actor, ids)
  const priceOf = listTermPrices(actor, seesMoney ? asked : [])
  return asked.map((row) => ({
    ...row,
    about: [
      row.termName,
      `from ${formatDate(row.startsOn, "medium")}`,
      row.times,
      row.teacherName ? `with ${row.teacherName}` : "",
      priceOf(row),
    ]
      .filter(Boolean)
      .join(", "),
  }))
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:write")
  const form = await request.formData()
  const asked = orNotFound(findRenewal(actor, String(form.get("renewal") ?? "")))
  const student = orNotFound(findPortal(actor).students.find(({ id }) => id === asked?.studentId))
  const refused = (reason: RenewalRefusal) => data({ message: ownRenewalRefusals[reason] }, { status: 409 })
  const answer = (to: "confirmed" | "declined", saved: string) => () => {
    const answered = answerRenewal(actor, asked.id, to, student)
    return answered.ok ? redirectWithToast(paths.studentNextTerm(), saved) : refused(answered.reason)
  }
  // A page of an earlier build doesn't say what it showed.
  const isAsShown = () => {
    const now = listAsked(actor).find(({ id }) => id === asked.id)
    return !form.has("shown") || !now || now.about === form.get("shown")
  }
  return intents(form, paths.studentNextTerm(), {
    confirm: () =>
      asked.state === "asked" && !isAsShown()
        ? refused("changed")
        : answer("confirmed", `Spot confirmed for ${student.firstName}.`)(),
    decline: answer("declined", `Spot declined for ${student.firstName}. The school knows.`),
  })
}

export const meta: MetaFunction = () => [{ title: "Next term · Tutti" }]

export default function NextTerm() {
  const { asked, declining } = useLoaderData<typeof loader>()
  const message = useActionData<typeof action>()?.message
  return (
    <div className="form narrow">
      {message ? <ErrorSummary form={{ id: "next-term", allErrors: {}, errors: [message] }} /> : null}
      <PageHead title="Next term" back={{ to: paths.studentSchedule(), label: "Schedule" }} />
      {asked.length === 0 ? (
        <EmptyState>
          No questions right now. When the school plans its next term, confirm or decline your spots here.
        </EmptyState>
      ) : (
        <ul className="rows">
          {asked.map((row) => {
            const { id, firstName, className, about, state, answerBy, mayAnswer } = row
            return (
              <li key={id} id={id}>
                <span>
                  {firstName}: <b>{className}</b>
                  <br />
                  <span className="dim">{about}</span>
                  <br />
                  {renewalLabels[state]}
                  {answerBy && state === "asked" ? `. Answer by ${answerBy}.` : "."}
                  {state === "declined" ? " Contact the school if you change your mind." : ""}
                </span>
                {mayAnswer ? <Answer {...row} isDeclining={declining === id} /> : null}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

type Asked = ReturnType<typeof useLoaderData<typeof loader>>["asked"][number]

/** Confirms at once; declining asks first, as only the school can take it back. */
function Answer({
  id,
  firstName,
  className,
  about,
  state,
  startsOn,
  isDeclining,
}: Asked & { isDeclining: boolean }) {
  const spot = `the spot of ${firstName} in ${className}`
  return (
    <PostForm className={isDeclining ? "stack" : "buttons"} sends={{ renewal: id, shown: about }}>
      {isDeclining ? (
        <>
          <p>
            Decline {spot}? The lessons from {startsOn} on are removed, with the absences you reported for
            them and the make-up credits from those. Only the school can enroll {firstName} again.
          </p>
          <p className="buttons">
            <Button variant="danger" intent="decline" aria-label={`Decline ${spot}`}>
              Decline spot
            </Button>{" "}
            <LinkButton to={paths.studentNextTerm()}>Keep spot</LinkButton>
          </p>
        </>
      ) : (
        <>
          {state === "asked" ? (
            <Button intent="confirm" aria-label={`Confirm ${spot}`}>
              Confirm spot
            </Button>
          ) : null}{" "}
          <LinkButton
            to={`${paths.studentNextTerm({ decline: id })}#${id}`}
            variant="danger"
            aria-label={`Decline ${spot}`}
          >
            Decline spot
          </LinkButton>
        </>
      )}
    </PostForm>
  )
}
