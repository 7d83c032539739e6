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
import { OwnTextsPart } from "~/components/people/text-consent/own-texts-part"
import type { FramedPage } from "~/components/shell/frame"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { requireMember, requireUser } from "~/http/guards.server"
import { act, intent, intents } from "~/http/intents.server"
import { hasChosenLight, lightCookie, savesData } from "~/http/light-pages.server"
import { redirectWithToast } from "~/http/toast.server"
import { changeOutcomes } from "~/models/accounts/outcome/change-outcomes.server"
import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import { OutcomesForm } from "~/models/accounts/outcome/outcome-form"
import {
  changeAttendance,
  changePolicies,
  changeReminders,
  changeTeachers,
  findSchoolSettings,
} from "~/models/accounts/school/school-settings.server"
import {
  AttendanceForm,
  PoliciesForm,
  RemindersForm,
  TeachersForm,
} from "~/models/accounts/school/school-settings-form"
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
import { chooseTexts, findTextChoices } from "~/models/people/text-consent/text-consent.server"
import { consentWords } from "~/texts/foundation/text-messages"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"
import { findAttendanceSettings } from "./attendance-settings.server"
import { ownTextIntents } from "./own-texts.server"
import { changeSchoolList } from "./school-lists.server"

/** The school's rules, for its office, and everyone's own mail preferences. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "preferences:own")
  const isOffice = may(actor, "school:settings")
  return {
    mail: listMailChoices(actor),
    texts: textsOf(actor),
    push: await pushOf(request, actor),
    light: { isChosen: hasChosenLight(request), isAsked: savesData(request) },
    email: (actor.userId && findUser(actor.userId)?.email) || null,
    school: isOffice ? rulesOf(actor) : null,
  }
}

function textsOf(actor: Actor) {
  const found = findTextChoices(actor)
  if (!found) return null
  const { agreedAt, ...choices } = found
  return {
    ...choices,
    words: consentWords(actor.school.name),
    agreed: agreedAt === null ? null : formatInstant(agreedAt, actor.school.timeZone),
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
  const ownForms = {
    mail: act({
      run: () => {
        chooseMail(actor, form.getAll("topic").map(String))
        // The column is there once the person gets texts.
        if (form.has("texts")) chooseTexts(actor, form.getAll("text").map(String))
      },
      saved: "Email notifications saved.",
    }),
    ...ownTextIntents(actor),
    light: () => {
      const isOn = form.get("light") === "on"
      const text = isOn ? "Data saver turned on for this device." : "Data saver turned off for this device."
      return redirectWithToast(paths.preferences(), text, { "Set-Cookie": lightCookie(isOn) })
    },
    "push-on": intent({
      schema: PushDeviceForm,
      run: async (device) => addPushDevice(actor, (await requireUser(request)).id, device),
      saved: "Notifications turned on for this device.",
    }),
    "push-topics": act({
      run: () => choosePushTopics(actor, form.getAll("topic").map(String)),
      saved: "Notifications saved.",
    }),
    "push-off": act({
      run: () => removePushDevices(actor),
      saved: "Notifications turned off on all devices.",
    }),
  }
  if (!may(actor, "school:settings")) return intents(form, paths.preferences(), ownForms)
  return intents(form, paths.preferences(), {
    ...ownForms,
    ...ruleIntents(actor),
    else: () => changeSchoolList(actor, form, paths.preferences()),
  })
}

/** The school's rules. */
const ruleIntents = (actor: Actor) => ({
  outcomes: intent({
    schema: OutcomesForm,
    run: (outcomes) => ({ changed: changeOutcomes(actor, outcomes) }),
    saved: ({ changed }) =>
      changed === 0 ? "No changes to save." : "Attendance rules saved. They apply to future attendance only.",
  }),
  policies: intent({
    schema: PoliciesForm,
    run: (policies) => changePolicies(actor, policies),
    saved: "Rules for absences and make-up lessons saved.",
  }),
  teachers: intent({
    schema: TeachersForm,
    run: (teachers) => changeTeachers(actor, teachers),
    saved: (_, { teachersSeePrices }) =>
      teachersSeePrices
        ? "Teachers can now see what families pay."
        : "Teachers can no longer see what families pay.",
  }),
  attendance: intent({
    schema: AttendanceForm,
    run: (settings) => changeAttendance(actor, settings),
    saved: "Attendance settings saved.",
  }),
  reminders: intent({
    schema: RemindersForm,
    run: (reminders) => changeReminders(actor, reminders),
    saved: (_, { remindsOfLessons }) =>
      remindsOfLessons ? "Lesson reminders turned on." : "Lesson reminders turned off.",
  }),
})

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
  const { mail, texts, push, light, email, school } = useLoaderData<typeof loader>()
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
      {mail.length > 0 ? (
        <MailPart choices={mail} texts={texts?.state === "on" ? texts.topics : null} email={email} />
      ) : null}
      {texts ? (
        <OwnTextsPart
          key={`texts ${texts.state}`}
          choices={texts}
          isOffice={school !== null}
          results={{
            "agree-texts": resultOf("agree-texts"),
            "text-code": resultOf("text-code"),
            "quiet-hours": resultOf("quiet-hours"),
          }}
        />
      ) : null}
      {push ? <PushPart {...push} /> : null}
      <LightPart {...light} />
    </>
  )
}
