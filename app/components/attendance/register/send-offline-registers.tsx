import { Link, useRevalidator } from "@remix-run/react"
import { useCallback, useRef, useState } from "react"
import { leadsToFirstStep } from "~/components/shell/unsent/first-steps"
import { sendFor } from "~/components/shell/unsent/send-for"
import { failedOnceMore, keepsFailing } from "~/components/shell/unsent/tried"
import { keepsFailingText, useResending } from "~/components/shell/unsent/use-resending"
import { type Hindrance, WhyItWaits } from "~/components/shell/unsent/why-it-waits"
import { Button } from "~/components/ui/button"
import { Toast } from "~/components/ui/toast"
import { readOpensIn } from "~/models/attendance/register/early-register"
import { countOf, formFor } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { CompareBoth } from "./compare-both"
import {
  forgetRegister,
  listOfflineRegisters,
  type OfflineRegister,
  registersChanged,
  settleRegister,
} from "./offline-registers"

/** Shows which registers wait in this browser, sends them when the connection is back, and confirms it. */
export function SendOfflineRegisters({ owner }: { owner: string }) {
  const [sent, setSent] = useState<string>()
  const [hindrance, setHindrance] = useState<Hindrance>()
  const { revalidate } = useRevalidator()
  const isSending = useRef(false)

  const sendAll = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    try {
      for (const each of listOfflineRegisters(owner).filter(isDue)) {
        const answer = await send(each).catch(() => "unreachable" as const)
        const isLeft = answer === "login" || answer === "unreachable" || answer === "failing"
        setHindrance(isLeft ? (answer === "login" ? "login" : "trouble") : undefined)
        if (answer === "failing" && !keepsFailing(each)) settleRegister(each, failedOnceMore(each))
        if (typeof answer === "number") waitFor(each, answer)
        if (answer === "refused" || answer === "overtaken")
          settleRegister(each, { isRefused: true, isOvertaken: answer === "overtaken" })
        if (answer !== "taken" || !settleRegister(each)) continue
        setSent(each.title)
        revalidate()
      }
    } finally {
      isSending.current = false
    }
  }, [owner, revalidate])

  const list = useCallback(() => listOfflineRegisters(owner), [owner])
  const registers = useResending(list, sendAll, registersChanged)

  const refused = registers.filter(({ isRefused }) => isRefused)
  const failing = registers.filter((register) => !register.isRefused && keepsFailing(register))
  const waiting = registers.filter((register) => !register.isRefused && !keepsFailing(register))
  return (
    <>
      {refused.map((register) => (
        <RefusedRegister key={register.sessionId} register={register} />
      ))}
      {failing.map((register) => (
        <FailingRegister key={register.sessionId} register={register} />
      ))}
      {waiting.length ? (
        <Toast
          title={
            hindrance === "login"
              ? `${countOf(waiting.length, "lesson")} ${formFor(waiting.length, "waits", "wait")}.`
              : "Saved on this device."
          }
          inRegion
        >
          {waiting.map(waitingText).join("; ")}. <WhyItWaits hindrance={hindrance} />
        </Toast>
      ) : null}
      {sent && registers.length === 0 ? (
        <Toast title="Attendance sent." inRegion onClose={() => setSent(undefined)}>
          {sent}
        </Toast>
      ) : null}
    </>
  )
}

function waitFor(register: OfflineRegister, ms: number) {
  const heardAt = Date.now()
  settleRegister(register, { opensAt: heardAt + ms, heardAt })
}

const isDue = ({ isRefused, opensAt = 0, heardAt = 0 }: OfflineRegister) =>
  !isRefused && (opensAt <= Date.now() || Date.now() < heardAt)

/** "Piano", or for a lesson whose attendance isn't open yet "Piano (Waits until 4:00 PM)". */
function waitingText({ title, opensAt = 0 }: OfflineRegister): string {
  if (opensAt <= Date.now()) return title
  const isToday = new Date(opensAt).toDateString() === new Date().toDateString()
  const day = isToday ? {} : ({ weekday: "short" } as const)
  const time = new Date(opensAt).toLocaleString([], { ...day, hour: "numeric", minute: "2-digit" })
  return `${title} (Waits until ${time})`
}

/**
 * What couldn't be saved: the lesson's own page says why, or compares it with someone else's version. A copy is only dropped on
 * purpose.
 */
function RefusedRegister({ register }: { register: OfflineRegister }) {
  const { sessionId, title, fields, isOvertaken = true } = register
  return (
    <Toast
      tone="failed"
      title="Not saved yet."
      action={
        <CompareBoth
          sessionId={sessionId}
          fields={fields}
          label={isOvertaken ? undefined : { text: "Check and save again", pending: "Checking…" }}
        >
          <Button type="button" variant="secondary" onClick={() => forgetRegister(register)}>
            Discard mine
          </Button>
        </CompareBoth>
      }
    >
      {isOvertaken
        ? `Someone else changed attendance for ${title}.`
        : `Attendance for ${title} can’t be saved as it is.`}{" "}
      Your version is still on this device.
    </Toast>
  )
}

/** What the server fails at each time: its lesson's page still shows what was entered, and it is sent again and again. */
function FailingRegister({ register }: { register: OfflineRegister }) {
  const { sessionId, title } = register
  return (
    <Toast
      tone="failed"
      title={`Not saved yet: attendance for ${title}.`}
      action={
        <Button type="button" variant="secondary" onClick={() => forgetRegister(register)}>
          Discard mine
        </Button>
      }
    >
      {keepsFailingText} <Link to={paths.session(sessionId)}>Open the lesson</Link>
    </Toast>
  )
}

/**
 * Posts one register as its form would. The school answers a register that it took by leading back to its page, and one that
 * came too early by how long it has to wait, in ms.
 */
async function send({
  owner,
  sessionId,
  fields,
}: OfflineRegister): Promise<
  "taken" | "refused" | "overtaken" | "failing" | "unreachable" | "login" | number
> {
  const address = paths.session(sessionId)
  const answer = await sendFor(owner, `${address}.data`, new URLSearchParams(fields))
  if (answer.status === 409) return "overtaken"
  if (answer.status >= 500) return "failing"
  const text = await answer.text()
  const opensIn = readOpensIn(text)
  if (answer.status === 400 && opensIn !== undefined) return opensIn
  if ([400, 404].includes(answer.status)) return "refused"
  if (answer.status === 401 || (answer.status === 202 && leadsToFirstStep(text))) return "login"
  return answer.status === 202 && text.includes(`"${address}"`) ? "taken" : "unreachable"
}
