import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { answeredPart } from "~/components/accounts/settings/answered-part"
import { LightPart } from "~/components/accounts/settings/light-part"
import { MailPart } from "~/components/accounts/settings/mail-part"
import { PushPart } from "~/components/accounts/settings/push-part"
import { AnswerSummary } from "~/components/form/answer-summary"
import { OwnTextsPart } from "~/components/people/text-consent/own-texts-part"
import type { FramedPage } from "~/components/shell/frame"
import { openPart, unlessPartOpened } from "~/components/ui/edited-part"
import { Link } from "~/components/ui/link"
import { requireMember, requireUser } from "~/http/guards.server"
import { act, intent, intents } from "~/http/intents.server"
import { hasChosenLight, lightCookie, savesData } from "~/http/light-pages.server"
import { redirectWithToast } from "~/http/toast.server"
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
import { PushDeviceForm } from "~/models/foundation/push/push-services.server"
import { chooseTexts, findTextChoices } from "~/models/people/text-consent/text-consent.server"
import { consentWords } from "~/texts/foundation/text-messages"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"
import { ownTextIntents } from "./text-answers.server"

/** Everyone's own mail preferences. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "preferences:own")
  const isOffice = may(actor, "school:settings")
  const moved = movedTo[openPart(new URL(request.url).search) ?? ""]
  if (moved && isOffice) throw redirect(`${paths.policies({ edit: moved })}#${moved}`)
  return {
    mail: listMailChoices(actor),
    texts: textsOf(actor),
    push: await pushOf(request, actor),
    light: { isChosen: hasChosenLight(request), isAsked: savesData(request) },
    email: (actor.userId && findUser(actor.userId)?.email) || null,
    isOffice,
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

/** The school's rules were here once; each is among the policies. */
const movedTo: Partial<Record<string, string>> = {
  policies: "notice",
  outcomes: "outcomes",
  teachers: "teacher-prices",
  attendance: "locking",
  reminders: "lesson-reminders",
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
  return intents(form, paths.preferences(), ownForms)
}

export const shouldRevalidate = unlessPartOpened

export const handle: FramedPage = {
  title: "Emails",
  column: "stack narrow",
}

export const meta: MetaFunction = () => [{ title: "Emails · Tutti" }]

export default function Preferences() {
  const { mail, texts, push, light, email, isOffice } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const answered = answeredPart(result, "mail")
  const resultOf = (part: string) => (answered.part === part ? result : undefined)
  return (
    <>
      <AnswerSummary formId={answered.formId} result={result} />
      {isOffice ? (
        <p className="dim" id="policies">
          The school’s rules are under <Link to={paths.policies()}>Policies</Link>, its instruments under{" "}
          <Link to={`${paths.schoolSettings()}#instruments`}>School</Link>.
        </p>
      ) : null}
      {mail.length > 0 ? (
        <MailPart choices={mail} texts={texts?.state === "on" ? texts.topics : null} email={email} />
      ) : null}
      {texts ? (
        <OwnTextsPart
          key={`texts ${texts.state}`}
          choices={texts}
          isOffice={isOffice}
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
