import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/post-form"
import { answerFormId, OccasionAnswers } from "~/components/overview/family-area/occasion-answers"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { listFamilyOccasions } from "~/models/overview/family-area/family-occasions.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { whenText } from "~/models/teaching/occasion/occasion"
import { withFeeTexts } from "~/texts/money/event-fees"
import { paths } from "~/utils/paths"
import { answerForChild } from "./occasion-answer.server"

/** The school's events to come for a family, each with its answers. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { students } = findPortal(actor)
  const isChild = students.every((student) => student.as === "child")
  const { currency } = actor.school
  return {
    occasions: listFamilyOccasions(actor, students).map((each) => withFeeTexts(each, { currency, isChild })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:write")
  return answerForChild(actor, await request.formData(), () => paths.studentOccasions())
}

export const meta: MetaFunction = () => [{ title: "School events · Tutti" }]

export default function FamilyOccasions() {
  const { occasions } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <div className="stack narrow">
      <AnswerSummary formId={answerFormId(result?.initialValue)} result={result} />
      <PageHead title="Events" back={{ to: paths.studentSchedule(), label: "Schedule" }} />
      {occasions.length === 0 ? (
        <EmptyState>No upcoming events. When the school invites you to one, it’s here.</EmptyState>
      ) : (
        occasions.map((occasion) => (
          <section className="section" key={occasion.id} aria-labelledby={`event-${occasion.id}`}>
            <h2 id={`event-${occasion.id}`}>
              <Link to={paths.studentOccasion(occasion.id)}>{occasion.title}</Link>
            </h2>
            <p className="expression">{[whenText(occasion), occasion.where].filter(Boolean).join(", ")}</p>
            {occasion.fee ? <p>Fee: {occasion.fee}</p> : null}
            {occasion.cancelReason ? (
              <CalloutText tone="red">
                <b>Canceled.</b> {occasion.cancelReason}
              </CalloutText>
            ) : null}
            <OccasionAnswers occasion={occasion} sent={result?.initialValue} />
          </section>
        ))
      )}
    </div>
  )
}
