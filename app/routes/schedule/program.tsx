import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/post-form"
import { pageTitle } from "~/components/shell/frame"
import { ProgramPart } from "~/components/teaching/occasion/program-part"
import { useHasRight } from "~/components/ui/limits"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { findOccasion } from "~/models/teaching/occasion/find-occasion.server"
import { whenText } from "~/models/teaching/occasion/occasion"
import { listGuests } from "~/models/teaching/occasion/occasion-guests.server"
import { listProgram } from "~/models/teaching/occasion/program.server"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import { answerProgramForm } from "./program-answers.server"

/** The program of an event, as the office puts it in order. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const found = orNotFound(findOccasion(actor, params.occasionId ?? ""))
  const { id, title, state, localDate, startTime, endTime } = found
  return {
    occasion: { id, title, state, when: whenText({ localDate, startTime, endTime }) },
    entries: listProgram(actor, id),
    guests: listGuests(actor, id),
    formKey: newId(),
    editing: new URL(request.url).searchParams.get("entry"),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(findOccasion(actor, params.occasionId ?? ""))
  return answerProgramForm(actor, found.id, await request.formData(), { to: paths.program(found.id) })
}

export const meta = pageTitle<typeof loader>((found) => `Program, ${found.occasion.title}`)

export default function ProgramPage() {
  const { occasion, entries, guests, editing, formKey } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const mayChange = useHasRight()("class:write")
  return (
    <>
      <AnswerSummary formId="entry" result={answer?.result} />
      <PageHead
        title="Program"
        back={{ to: paths.occasion(occasion.id), label: occasion.title }}
        expression={occasion.when}
      />
      <ProgramPart
        entries={entries}
        guests={guests}
        to={paths.program(occasion.id)}
        sheetTo={paths.programSheet(occasion.id)}
        editing={editing}
        formKey={formKey}
        isOpen={mayChange && occasion.state !== "canceled"}
        canMove
        answer={answer}
      />
    </>
  )
}
