import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { answeredPart } from "~/components/accounts/settings/answered-part"
import { HoursPart } from "~/components/accounts/settings/hours-part"
import { LettersPart } from "~/components/accounts/settings/letters-part"
import { ReminderTimesPart } from "~/components/accounts/settings/reminder-times-part"
import { SchoolToldPart } from "~/components/accounts/settings/told-part"
import { AnswerSummary } from "~/components/form/answer-summary"
import type { FramedPage } from "~/components/shell/frame"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { findReminderTimes } from "~/models/accounts/school/reminder-times.server"
import { letterGroups } from "~/models/foundation/outbox/wording"
import { listWords } from "~/models/foundation/outbox/wording.server"
import { findSchoolGrid } from "~/models/foundation/told/choices.server"
import { findSchoolHours } from "~/models/foundation/told/leaving.server"
import { letterTexts } from "~/texts/foundation/letters"
import { paths } from "~/utils/paths"
import { schoolToldIntents } from "./told-forms.server"

/** What the school's people are told of, on which channel and when, where they chose nothing else. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const own = listWords(actor)
  return {
    grid: findSchoolGrid(actor),
    hours: findSchoolHours(actor.school.id),
    times: findReminderTimes(actor),
    groups: letterGroups.map(({ group, letters }) => ({
      group,
      letters: letters.map((letter) => ({
        letter,
        isOwn: own.has(letter),
        subject: (own.get(letter) ?? letterTexts[letter]).subject,
      })),
    })),
  }
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
  const { grid, hours, times, groups } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const answered = answeredPart(result, "told")
  return (
    <>
      <AnswerSummary formId={answered.formId} result={result} />
      <SchoolToldPart grid={grid} result={answered.part === "told" ? result : undefined} />
      <HoursPart
        key={JSON.stringify(hours)}
        hours={hours}
        isOwn={null}
        result={answered.part === "told-hours" ? result : undefined}
      />
      <ReminderTimesPart
        key={JSON.stringify(times)}
        times={times}
        result={answered.part === "reminder-times" ? result : undefined}
      />
      <LettersPart groups={groups} />
    </>
  )
}
