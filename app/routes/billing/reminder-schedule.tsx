import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/post-form"
import { ReminderSchedule } from "~/components/money/reminder/reminder-schedule"
import { stepFormId } from "~/components/money/reminder/step-form"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { may } from "~/models/foundation/access/permissions"
import { paths } from "~/utils/paths"
import { readReminders, reminderIntents } from "../settings/rule-forms.server"

/** The automatic reminders for members who invoice and don't set the school's rules; who does has them among the policies. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const step = new URL(request.url).searchParams.get("step") ?? undefined
  if (may(actor, "school:settings"))
    throw redirect(`${paths.policies({ edit: "reminders", step })}#reminders`)
  return readReminders(actor, request)
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  return intents(request, paths.reminderSchedule(), reminderIntents(actor))
}

export const { handle, meta } = framed({
  tab: "reminders",
  title: "Automatic reminders",
})

export default function ReminderSchedulePage() {
  const { preview, ...reminders } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <AnswerSummary formId={stepFormId} result={answer?.result} />
      <p className="back-link no-print">
        <Link to={paths.reminders()}>Overdue invoices</Link>
      </p>
      <ReminderSchedule
        {...reminders}
        shown={answer?.preview ?? preview}
        at={(step) => (step ? paths.reminderSchedule(step) : paths.reminderSchedule())}
        result={answer?.result}
      />
    </>
  )
}
