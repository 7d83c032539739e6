import { type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { answeredPart } from "~/components/accounts/settings/answered-part"
import { HoursPart } from "~/components/accounts/settings/hours-part"
import { SchoolNotificationsPart } from "~/components/accounts/settings/notifications-part"
import { Field, SelectField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { AnswerSummary } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { EditablePart } from "~/components/ui/editable-part"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { findReminderTimes } from "~/models/accounts/school/reminder-times.server"
import { findSchoolGrid } from "~/models/foundation/notification-preferences/choices.server"
import { findSchoolHours } from "~/models/foundation/notification-preferences/quiet-hours.server"
import { type LetterGroup, letterGroups, type WordedLetter } from "~/models/foundation/outbox/wording"
import { listWords } from "~/models/foundation/outbox/wording.server"
import { groupTexts, letterTexts } from "~/texts/foundation/letters"
import { countOf, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { schoolNotificationIntents } from "./notification-forms.server"

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
  return intents(request, paths.schoolEmails(), schoolNotificationIntents(actor))
}

export const shouldRevalidate = unlessPartOpened

export const { handle, meta } = framed({
  title: "Emails and notifications",
  column: "stack narrow",
  head: () => ({
    expression: "what people get, and when",
    back: { to: paths.policies(), label: "Policies" },
  }),
})

export default function SchoolEmails() {
  const { grid, hours, times, groups } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const answered = answeredPart(result, "told")
  return (
    <>
      <AnswerSummary formId={answered.formId} result={result} />
      <SchoolNotificationsPart grid={grid} result={answered.part === "told" ? result : undefined} />
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

type LettersPartProps = {
  groups: { group: LetterGroup; letters: { letter: WordedLetter; subject: string; isOwn: boolean }[] }[]
}

/** The letters whose subject and opening text the school can word, by what they are about. */
function LettersPart({ groups }: LettersPartProps) {
  return (
    <section className="section" aria-labelledby="letters-title" id="letters">
      <h2 id="letters-title">Texts of emails</h2>
      <p className="dim">
        Their subject and opening text are yours to change. Reminders of invoices have theirs under{" "}
        <Link to={`${paths.policies({ edit: "reminders" })}#reminders`}>Policies</Link>.
      </p>
      {groups.map(({ group, letters }) => (
        <details className="disclosure" key={group}>
          <summary>
            {groupTexts[group]} <span className="small dim">{summaryOf(letters)}</span>
          </summary>
          <ul className="rows">
            {letters.map(({ letter, subject, isOwn }) => (
              <li key={letter}>
                <span>
                  {letterTexts[letter].label}
                  <br />
                  <span className="small dim">
                    {isOwn ? "Your words" : "Standard"} · {subject}
                  </span>
                </span>{" "}
                <Link to={paths.letterWording(letter)} aria-label={`Edit ${letterTexts[letter].label}`}>
                  Edit
                </Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}

const summaryOf = (letters: readonly { isOwn: boolean }[]) => {
  const own = letters.filter(({ isOwn }) => isOwn).length
  return own > 0
    ? `${countOf(letters.length, "email")}, ${own} in your words`
    : countOf(letters.length, "email")
}

type Times = Record<
  "lessonReminderAt" | "missingEveningAt" | "missingMorningAt" | "creditWarningAt" | "birthdayAt",
  string
> & { lessonReminderDays: number; birthdayEmails: keyof typeof birthdayLabels }

const birthdayLabels = {
  off: "No one",
  families: "Families",
  teachers: "Teachers",
  both: "Families and teachers",
}

type ReminderTimesPartProps = { times: Times; result?: SubmissionResult }

/** From when on the school's reminders leave. */
function ReminderTimesPart({ times, result }: ReminderTimesPartProps) {
  const [form, fields] = useForm<Record<keyof Times, string>>({
    id: "reminder-times-form",
    lastResult: result,
    defaultValue: { ...times, lessonReminderDays: String(times.lessonReminderDays) },
  })
  const { lessonReminderAt, lessonReminderDays, missingEveningAt, missingMorningAt, creditWarningAt } = times
  const { birthdayAt, birthdayEmails } = times
  return (
    <EditablePart
      id="reminder-times"
      title="Times of reminders"
      about="By the school’s clock."
      isAnswered={result !== undefined}
      facts={[
        ["Lessons", `${countOf(lessonReminderDays, "day")} before, at ${formatTime(lessonReminderAt)}`],
        [
          "Missing attendance",
          `At ${formatTime(missingEveningAt)} the same evening, or at ${formatTime(missingMorningAt)} the next morning`,
        ],
        ["Make-up credits that expire", `At ${formatTime(creditWarningAt)}`],
        [
          "Birthdays",
          birthdayEmails === "off"
            ? "Not emailed"
            : `${birthdayLabels[birthdayEmails]}, at ${formatTime(birthdayAt)}`,
        ],
      ]}
    >
      <PartForm part="reminder-times" form={form} save="Save times">
        <p className="dim">
          Birthday emails are chosen here, other reminders under <Link to={paths.policies()}>Policies</Link>.
          They leave within half an hour.
        </p>
        <Field
          meta={fields.lessonReminderDays}
          label="Days before the lessons"
          type="number"
          inputMode="numeric"
          hint="A lesson that’s added or moved after the reminder of its day has left isn’t in it."
        />
        <Field meta={fields.lessonReminderAt} label="Lesson reminders at" type="time" />
        <Field meta={fields.missingEveningAt} label="Missing attendance, same evening at" type="time" />
        <Field meta={fields.missingMorningAt} label="Missing attendance, next morning at" type="time" />
        <Field meta={fields.creditWarningAt} label="Make-up credits that expire at" type="time" />
        <SelectField
          meta={fields.birthdayEmails}
          label="Birthday emails to"
          hint="On the birthdays of students. Teachers get those of students in their classes."
          choices={Object.entries(birthdayLabels).map(([value, label]) => ({ value, label }))}
        />
        <Field meta={fields.birthdayAt} label="Birthday emails at" type="time" />
      </PartForm>
    </EditablePart>
  )
}
