import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { answeredPart } from "~/components/accounts/settings/answered-part"
import { AttendancePart } from "~/components/accounts/settings/attendance-part"
import { LightPart } from "~/components/accounts/settings/light-part"
import { ListPart } from "~/components/accounts/settings/list-part"
import { MailPart } from "~/components/accounts/settings/mail-part"
import { OutcomePart } from "~/components/accounts/settings/outcome-part"
import { PushPart } from "~/components/accounts/settings/push-part"
import { PoliciesPart, RemindersPart, TeachersPart } from "~/components/accounts/settings/rule-parts"
import { AnswerSummary } from "~/components/form/answer-summary"
import type { FramedPage } from "~/components/shell/frame"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { requireMember, requireUser } from "~/http/guards.server"
import { hasChosenLight, lightCookie, savesData } from "~/http/light-pages.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { changeOutcomes } from "~/models/accounts/outcome/change-outcomes.server"
import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import { OutcomesForm } from "~/models/accounts/outcome/outcome-form"
import {
  changePolicies,
  changeReminders,
  changeTeachers,
  findSchoolSettings,
} from "~/models/accounts/school/school-settings.server"
import { PoliciesForm, RemindersForm, TeachersForm } from "~/models/accounts/school/school-settings-form"
import { listEntries } from "~/models/accounts/school-list/school-list.server"
import { findUser } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { chooseMail, listMailChoices } from "~/models/foundation/outbox/mail-choice.server"
import {
  addPushDevice,
  choosePushTopics,
  findPushChoices,
  findPushKey,
  removePushDevices,
} from "~/models/foundation/push/push-devices.server"
import { PushDeviceForm } from "~/models/foundation/push/push-form.server"
import { paths } from "~/utils/paths"
import { findAttendanceSettings, saveAttendanceSettings } from "./attendance-settings.server"
import { changeSchoolList } from "./school-lists.server"

/** The school's rules, for its office, and everyone's own mail preferences. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "preferences:own")
  const isOffice = may(actor, "school:settings")
  return {
    mail: listMailChoices(actor),
    push: await pushOf(request, actor),
    light: { isChosen: hasChosenLight(request), isAsked: savesData(request) },
    email: (actor.userId && findUser(actor.userId)?.email) || null,
    school: isOffice ? rulesOf(actor) : null,
  }
}

/** Null where this installation sends no notifications. */
async function pushOf(request: Request, actor: Actor) {
  const publicKey = findPushKey()
  const { id } = await requireUser(request)
  return publicKey && { publicKey, ...findPushChoices(actor, id) }
}

function rulesOf(actor: Actor) {
  const settings = findSchoolSettings(actor)
  const { noticeHours, creditExpiryDays, creditCap, remindsOfLessons, teachersSeePrices } = settings
  const { creditExpiry, lateAllowance, creditWarnDays } = settings
  return {
    outcomes: listOutcomes(actor),
    paysTeachers: actor.school.kind !== "solo",
    attendance: findAttendanceSettings(actor),
    rules: {
      noticeHours,
      creditExpiryDays,
      creditCap,
      creditExpiry,
      lateAllowance,
      creditWarnDays,
      remindsOfLessons,
      teachersSeePrices,
    },
    instruments: listEntries(actor, "instruments"),
    levels: listEntries(actor, "levels"),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "preferences:own")
  const form = await request.formData()
  const intent = form.get("intent")
  if (intent === "mail") {
    chooseMail(actor, form.getAll("topic").map(String))
    return saved("Email notifications saved.")
  }
  if (intent === "light") {
    const isOn = form.get("light") === "on"
    const text = isOn ? "Data saver turned on for this device." : "Data saver turned off for this device."
    return redirectWithToast(paths.preferences(), text, { "Set-Cookie": lightCookie(isOn) })
  }
  if (typeof intent === "string" && intent.startsWith("push-")) return savePush(request, actor, form)
  if (!may(actor, "school:settings")) throw notFound()
  switch (intent) {
    case "outcomes":
      return saveOutcomes(actor, form)
    case "policies": {
      const submission = readForm(form, { schema: PoliciesForm })
      if (submission.status !== "success") return invalid(submission)
      changePolicies(actor, submission.value)
      return saved("Rules for absences and make-up lessons saved.")
    }
    case "teachers": {
      const submission = readForm(form, { schema: TeachersForm })
      if (submission.status !== "success") return invalid(submission)
      changeTeachers(actor, submission.value)
      return saved(
        submission.value.teachersSeePrices
          ? "Teachers can now see what families pay."
          : "Teachers can no longer see what families pay.",
      )
    }
    case "attendance":
      return saveAttendanceSettings(actor, form)
    case "reminders": {
      const submission = readForm(form, { schema: RemindersForm })
      if (submission.status !== "success") return invalid(submission)
      changeReminders(actor, submission.value)
      return saved(
        submission.value.remindsOfLessons ? "Lesson reminders turned on." : "Lesson reminders turned off.",
      )
    }
    default:
      return changeSchoolList(actor, form, paths.preferences())
  }
}

async function savePush(request: Request, actor: Actor, form: FormData) {
  switch (form.get("intent")) {
    case "push-on": {
      const submission = readForm(form, { schema: PushDeviceForm })
      if (submission.status !== "success") return invalid(submission)
      addPushDevice(actor, (await requireUser(request)).id, submission.value)
      return saved("Notifications turned on for this device.")
    }
    case "push-topics":
      choosePushTopics(actor, form.getAll("topic").map(String))
      return saved("Notifications saved.")
    case "push-off":
      removePushDevices(actor)
      return saved("Notifications turned off on all devices.")
    default:
      throw notFound()
  }
}

const saved = (message: string) => redirectWithToast(paths.preferences(), message)

function saveOutcomes(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: OutcomesForm })
  if (submission.status !== "success") return invalid(submission)
  const changed = changeOutcomes(actor, submission.value)
  return saved(
    changed === 0 ? "No changes to save." : "Attendance rules saved. They apply to future attendance only.",
  )
}

/** The office sets the school's rules here too. */
const titleOf = (school: unknown) => (school ? "Rules and emails" : "Emails")

export const shouldRevalidate = unlessPartOpened

export const handle: FramedPage<typeof loader> = {
  title: "Settings",
  head: ({ school }) => ({ title: titleOf(school) }),
  column: "stack narrow",
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${titleOf(data?.school)} · Tutti` }]

export default function Preferences() {
  const { mail, push, light, email, school } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const answered = answeredPart(result, "outcomes")
  const resultOf = (part: string) => (answered.part === part ? result : undefined)
  return (
    <>
      <AnswerSummary formId={answered.formId} result={result} />
      {school ? (
        <>
          <OutcomePart
            key={JSON.stringify(school.outcomes)}
            outcomes={school.outcomes}
            paysTeachers={school.paysTeachers}
            result={resultOf("outcomes")}
          />
          <div className="stack" key={JSON.stringify([school.rules, school.attendance])}>
            <PoliciesPart rules={school.rules} result={resultOf("policies")} />
            {school.paysTeachers ? <TeachersPart rules={school.rules} result={resultOf("teachers")} /> : null}
            <AttendancePart settings={school.attendance} result={resultOf("attendance")} />
            <RemindersPart rules={school.rules} result={resultOf("reminders")} />
          </div>
          {(["instruments", "levels"] as const).map((kind) => (
            <ListPart
              key={`${kind} ${school[kind].length}`}
              kind={kind}
              entries={school[kind]}
              result={resultOf(kind)}
            />
          ))}
        </>
      ) : null}
      {mail.length > 0 ? <MailPart choices={mail} email={email} /> : null}
      {push ? <PushPart {...push} /> : null}
      <LightPart {...light} />
    </>
  )
}
