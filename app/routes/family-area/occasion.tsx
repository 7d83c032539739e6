import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/post-form"
import { answerFormId, OccasionAnswers } from "~/components/overview/family-area/occasion-answers"
import { pageTitle } from "~/components/shell/frame"
import { OccasionFacts } from "~/components/teaching/occasion/occasion-facts"
import { ProgramEntries } from "~/components/teaching/occasion/program-view"
import { PageHead } from "~/components/ui/page-head"
import { PrintButton } from "~/components/ui/print-button"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { findOwnOccasion } from "~/models/overview/family-area/family-occasions.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { listProgram } from "~/models/teaching/occasion/program.server"
import { withFeeTexts } from "~/texts/money/event-fees"
import { paths } from "~/utils/paths"
import { answerForChild } from "./occasion-answer.server"

/** One event for a family: who takes part, and its program. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { students } = findPortal(actor)
  const found = orNotFound(findOwnOccasion(actor, students, params.occasionId ?? ""))
  const isChild = students.every((student) => student.as === "child")
  return {
    occasion: withFeeTexts(found, { currency: actor.school.currency, isChild }),
    entries: listProgram(actor, found.id).map(({ isOwn: _, performers, ...entry }) => ({
      ...entry,
      // Other families' students are named, as on a printed program, without their ids.
      performers: performers.map(({ name }) => ({ id: "", name })),
    })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:write")
  const form = await request.formData()
  if (form.get("occasion") !== params.occasionId) throw notFound()
  return answerForChild(actor, form, paths.studentOccasion)
}

export const meta = pageTitle<typeof loader>((found) => `${found.occasion.title}, event`)

export default function FamilyOccasionPage() {
  const { occasion, entries } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <div className="stack narrow">
      <AnswerSummary formId={answerFormId(result?.initialValue)} result={result} />
      <PageHead
        title={occasion.title}
        back={{ to: paths.studentOccasions(), label: "Events" }}
        actions={<PrintButton />}
      />
      <OccasionFacts occasion={occasion} forFamily />
      <section className="section no-print" aria-labelledby="answers-title">
        <h2 id="answers-title">Who takes part</h2>
        <OccasionAnswers occasion={occasion} sent={result?.initialValue} />
      </section>
      {entries.length > 0 ? (
        <section className="section" aria-labelledby="program-title">
          <h2 id="program-title">Program</h2>
          <ProgramEntries entries={entries} />
        </section>
      ) : null}
    </div>
  )
}
