import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData, useSubmit } from "@remix-run/react"
import { useEffect, useState } from "react"
import { answeredPart } from "~/components/accounts/settings/answered-part"
import { HoursPart } from "~/components/accounts/settings/hours-part"
import { NotificationsPart } from "~/components/accounts/settings/notifications-part"
import { PartButtons } from "~/components/form/part-form"
import { ActButton, AnswerSummary, PostForm } from "~/components/form/post-form"
import { OwnTextsPart } from "~/components/people/text-consent/own-texts-part"
import { framed } from "~/components/shell/frame"
import { Button, Link } from "~/components/ui/button"
import { EditablePart } from "~/components/ui/editable-part"
import { openPart, unlessPartOpened } from "~/components/ui/edited-part"
import { Toast } from "~/components/ui/toast"
import { requireMember, requireUser } from "~/http/guards.server"
import { act, intent, intents } from "~/http/intents.server"
import { hasChosenLight, lightCookie, savesData } from "~/http/light-pages.server"
import { redirectWithToast } from "~/http/toast.server"
import { findUser } from "~/models/accounts/user/user.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { findOwnGrid } from "~/models/foundation/notification-preferences/choices.server"
import { findOwnHours } from "~/models/foundation/notification-preferences/quiet-hours.server"
import type { Channel } from "~/models/foundation/notification-preferences/topics"
import type { PushSubscription as Subscription } from "~/models/foundation/push/push"
import {
  addPushDevice,
  findPushDevices,
  findPushKey,
  removePushDevices,
} from "~/models/foundation/push/push-devices.server"
import { PushDeviceForm } from "~/models/foundation/push/push-services.server"
import { findTextChoices } from "~/models/people/text-consent/text-consent.server"
import { consentWords } from "~/texts/foundation/text-messages"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"
import { ownNotificationIntents } from "./notification-forms.server"
import { ownTextIntents } from "./text-answers.server"

/** Everyone's own mail preferences. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "preferences:own")
  const isOffice = may(actor, "school:settings")
  const moved = movedTo[openPart(new URL(request.url).search) ?? ""]
  if (moved && isOffice) throw redirect(`${paths.policies({ edit: moved })}#${moved}`)
  const [texts, push] = [textsOf(actor), await pushOf(request, actor)]
  const email = (actor.userId && findUser(actor.userId)?.email) || null
  return {
    told: findOwnGrid(actor),
    unreached: unreachedBy({ texts, push, email }),
    hours: findOwnHours(actor),
    texts,
    push,
    light: { isChosen: hasChosenLight(request), isAsked: savesData(request) },
    email,
    isOffice,
  }
}

type Ways = {
  texts: ReturnType<typeof textsOf>
  push: Awaited<ReturnType<typeof pushOf>>
  email: string | null
}

/** The channels that can't reach the person, each with why. */
function unreachedBy({ texts, push, email }: Ways): Partial<Record<Channel, string>> {
  const noText = {
    "no-account": "your school sends no text messages.",
    child: "text messages about your lessons go to your guardians.",
    off: "you haven’t agreed to text messages yet. Turn them on below.",
    code: "enter the code that we texted you below.",
    on: undefined,
  }[texts?.state ?? "no-account"]
  const noPush = push
    ? push.devices > 0
      ? undefined
      : "you have no device with notifications. Turn them on below."
    : "notifications aren’t available here."
  return {
    ...(email ? {} : { email: "your account has no email address." }),
    ...(noText ? { text: noText } : {}),
    ...(noPush ? { push: noPush } : {}),
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
  return publicKey && { publicKey, ...findPushDevices(actor, id) }
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
    ...ownNotificationIntents(actor),
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
    "push-off": act({
      run: () => removePushDevices(actor),
      saved: "Notifications turned off on all devices.",
    }),
  }
  return intents(form, paths.preferences(), ownForms)
}

export const shouldRevalidate = unlessPartOpened

export const { handle, meta } = framed({
  title: "Emails",
  column: "stack narrow",
})

export default function Preferences() {
  const { told, unreached, hours, texts, push, light, email, isOffice } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const answered = answeredPart(result, "mail")
  const resultOf = (part: string) => (answered.part === part ? result : undefined)
  return (
    <>
      <AnswerSummary formId={answered.formId} result={result} />
      {isOffice ? (
        <p className="dim" id="policies">
          What everyone gets is under <Link to={paths.schoolEmails()}>Emails and notifications</Link>, the
          school’s rules are under <Link to={paths.policies()}>Policies</Link>, its instruments under{" "}
          <Link to={`${paths.schoolSettings()}#instruments`}>School</Link>.
        </p>
      ) : null}
      {Object.keys(told.grid).length > 0 ? (
        <>
          <NotificationsPart {...told} unreached={unreached} email={email} result={resultOf("mail")} />
          <HoursPart
            key={JSON.stringify(hours)}
            hours={hours.hours}
            isOwn={hours.isOwn}
            result={resultOf("told-hours")}
          />
        </>
      ) : null}
      {texts ? (
        <OwnTextsPart
          key={`texts ${texts.state}`}
          choices={texts}
          isOffice={isOffice}
          results={{
            "agree-texts": resultOf("agree-texts"),
            "text-code": resultOf("text-code"),
          }}
        />
      ) : null}
      {push ? <PushPart {...push} /> : null}
      <LightPart {...light} />
    </>
  )
}

type LightPartProps = {
  isChosen: boolean
  /** the browser itself asks to save data, whatever is chosen here */
  isAsked: boolean
}

/** Pages without scripts, for a slow network or a small data plan. */
function LightPart({ isChosen, isAsked }: LightPartProps) {
  return (
    <EditablePart
      id="light"
      title="Data saver on this device"
      about={
        <>
          Pages come without scripts and use much less data. Everything works, but each step loads a page.
          Nothing is kept for when you’re offline: saved pages are removed once everything you entered is
          sent.
          {isAsked ? " It’s on now because your browser asks to save data." : null}
        </>
      }
      facts={[["Data saver", isChosen ? "On" : "Off"]]}
    >
      <PostForm edits className="form" key={String(isChosen)} reloadDocument>
        <label className="checkbox">
          <input type="checkbox" name="light" defaultChecked={isChosen} />
          <span>Save data on this device</span>
        </label>
        <PartButtons part="light" intent="light" save="Save data saver" pending="Saving…" />
      </PostForm>
    </EditablePart>
  )
}

/** Whether this browser has notifications at all; one that has refused them still does. */
const canSubscribe = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window

/** Asks the person and the browser's push service. */
async function subscribe(publicKey: string): Promise<Subscription | "refused" | "failed"> {
  if ((await Notification.requestPermission()) !== "granted") return "refused"
  try {
    await navigator.serviceWorker.register("/service-worker.js")
    const { pushManager } = await navigator.serviceWorker.ready
    const subscription = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    })
    const { endpoint, keys } = subscription.toJSON()
    return endpoint && keys?.p256dh && keys.auth
      ? { endpoint, p256dh: keys.p256dh, auth: keys.auth }
      : "failed"
  } catch {
    return "failed"
  }
}

/** This browser's own subscription ends too. */
async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

type PushPartProps = {
  /** what browsers subscribe with */
  publicKey: string
  devices: number
  isHere: boolean
}

/** Notifications on phones and computers. Turning them on needs a script; turning off doesn’t. */
function PushPart({ publicKey, devices, isHere }: PushPartProps) {
  return (
    <EditablePart
      id="push"
      title="Notifications on your devices"
      about="They say what happened and at which school, without names or amounts. You don’t get any while you’re logged out."
      list={
        <>
          {isHere ? <p>Notifications are on for this device.</p> : <TurnOn publicKey={publicKey} />}
          {devices > 0 ? <p className="dim">On for {countOf(devices, "device")}.</p> : null}
        </>
      }
      isFixed
      below={devices > 0 ? <TurnOff /> : null}
    >
      {null}
    </EditablePart>
  )
}

function TurnOff() {
  return (
    <ActButton
      label="Turn off on all devices"
      intent="push-off"
      pending="Turning off…"
      onClick={() => void unsubscribe()}
    />
  )
}

const problems = {
  refused: "This browser blocks notifications from Tutti. Allow them in its settings, then try again.",
  failed: "This browser couldn’t turn on notifications. Try again when you’re online.",
}

/** Asks the browser only when the person asks for notifications. */
function TurnOn({ publicKey }: { publicKey: string }) {
  const submit = useSubmit()
  const [isAble, setAble] = useState<boolean>()
  const [problem, setProblem] = useState<keyof typeof problems>()
  useEffect(() => setAble(canSubscribe()), [])

  async function turnOn() {
    const answer = await subscribe(publicKey)
    if (typeof answer === "string") return setProblem(answer)
    submit({ ...answer, intent: "push-on" }, { method: "post" })
  }

  if (isAble)
    return (
      <>
        {problem ? <Toast tone="failed">{problems[problem]}</Toast> : null}
        <p>
          <Button type="button" onClick={() => void turnOn()}>
            Turn on for this device
          </Button>
        </p>
      </>
    )
  return (
    <p>
      This browser can’t show notifications. On an iPhone or iPad, add Tutti to the home screen and open it
      there.
    </p>
  )
}
