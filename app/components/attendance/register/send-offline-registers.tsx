import { useRevalidator } from "@remix-run/react"
import { useCallback, useRef, useState } from "react"
import { fetchDirectly } from "~/components/shell/connection/page-requests"
import { useResending } from "~/components/shell/unsent/use-resending"
import { Button } from "~/components/ui/button"
import { Toast } from "~/components/ui/toast"
import { paths } from "~/utils/paths"
import { CompareBoth } from "./compare-both"
import {
  forgetRegister,
  keepRegister,
  listOfflineRegisters,
  type OfflineRegister,
  registersChanged,
} from "./offline-registers"

/** Shows which registers wait in this browser, sends them when the connection is back, and confirms it. */
export function SendOfflineRegisters({ owner }: { owner: string }) {
  const [sent, setSent] = useState<string>()
  const { revalidate } = useRevalidator()
  const isSending = useRef(false)

  const sendAll = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    for (const each of listOfflineRegisters(owner).filter(({ isRefused }) => !isRefused)) {
      const answer = await send(each).catch(() => "unreachable" as const)
      if (answer === "refused" || answer === "overtaken")
        keepRegister({ ...each, isRefused: true, isOvertaken: answer === "overtaken" })
      if (answer !== "taken") continue
      forgetRegister(each.sessionId)
      setSent(each.title)
      revalidate()
    }
    isSending.current = false
  }, [owner, revalidate])

  const list = useCallback(() => listOfflineRegisters(owner), [owner])
  const registers = useResending(list, sendAll, registersChanged)

  const refused = registers.filter(({ isRefused }) => isRefused)
  const waiting = registers.filter(({ isRefused }) => !isRefused)
  return (
    <>
      {refused.map((register) => (
        <RefusedRegister key={register.sessionId} register={register} />
      ))}
      {waiting.length ? (
        <Toast title="Saved on this device." inRegion>
          {waiting.map(({ title }) => title).join("; ")}. Keep Tutti open, or come back when you’re online, to
          send it.
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
          <Button type="button" variant="secondary" onClick={() => forgetRegister(sessionId)}>
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

/** Posts one register as its form would. The school answers a register that it took by leading back to its page. */
async function send({
  sessionId,
  fields,
}: OfflineRegister): Promise<"taken" | "refused" | "overtaken" | "unreachable"> {
  const address = paths.session(sessionId)
  const answer = await fetchDirectly(`${address}.data`, { method: "POST", body: new URLSearchParams(fields) })
  if (answer.status === 409) return "overtaken"
  if ([400, 404].includes(answer.status)) return "refused"
  const led = (await answer.text()).includes(`"${address}"`)
  return answer.status === 202 && led ? "taken" : "unreachable"
}
