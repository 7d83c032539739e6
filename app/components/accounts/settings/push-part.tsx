import { useSubmit } from "@remix-run/react"
import { useEffect, useState } from "react"
import { ActButton } from "~/components/form/act-button"
import { Button } from "~/components/ui/button"
import { EditablePart } from "~/components/ui/editable-part"
import { Toast } from "~/components/ui/toast"
import type { PushSubscription as Subscription } from "~/models/foundation/push/push"
import { countOf } from "~/utils/count-of"

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
export function PushPart({ publicKey, devices, isHere }: PushPartProps) {
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
