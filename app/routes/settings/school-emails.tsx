import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { answeredPart } from "~/components/accounts/settings/answered-part"
import { HoursPart } from "~/components/accounts/settings/hours-part"
import { SchoolToldPart } from "~/components/accounts/settings/told-part"
import { AnswerSummary } from "~/components/form/answer-summary"
import type { FramedPage } from "~/components/shell/frame"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { findSchoolGrid } from "~/models/foundation/told/choices.server"
import { findSchoolHours } from "~/models/foundation/told/leaving.server"
import { paths } from "~/utils/paths"
import { schoolToldIntents } from "./told-forms.server"

/** What the school's people are told of, on which channel and when, where they chose nothing else. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return { grid: findSchoolGrid(actor), hours: findSchoolHours(actor.school.id) }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return intents(request, paths.schoolEmails(), schoolToldIntents(actor))
}

export const shouldRevalidate = unlessPartOpened

export const handle: FramedPage = {
  title: "Emails and notifications",
  column: "stack narrow",
  head: () => ({
    expression: "what people get, and when",
    back: { to: paths.policies(), label: "Policies" },
  }),
}

export const meta: MetaFunction = () => [{ title: "Emails and notifications · Tutti" }]

export default function SchoolEmails() {
  const { grid, hours } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const answered = answeredPart(result, "told")
  return (
    <>
      <AnswerSummary formId={answered.formId} result={result} />
      <SchoolToldPart grid={grid} />
      <HoursPart
        key={JSON.stringify(hours)}
        hours={hours}
        isOwn={null}
        result={answered.part === "told-hours" ? result : undefined}
      />
    </>
  )
}
