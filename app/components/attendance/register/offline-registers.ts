import type { ShouldRevalidateFunction } from "@remix-run/react"
import { handledByPage, sendWithoutRoom } from "~/components/shell/connection/handled-calls"
import { deviceList, hasRoomFor } from "~/components/shell/unsent/device-list"
import { leadsToFirstStep } from "~/components/shell/unsent/first-steps"
import type { Tried } from "~/components/shell/unsent/tried"
import { intentOf } from "~/utils/intent"
import { openTitle } from "~/utils/refused-title"

// Registers that could not be sent, stored in this browser with their owner and form fields until the server is
// reachable. The server accepts the same register twice, so sending again is safe.

export type OfflineRegister = Tried & {
  owner: string
  sessionId: string
  /** what the page was called, for the message */
  title: string
  fields: [string, string][]
  /** the server refused it, for example because someone else saved in between */
  isRefused: boolean
  /** when the lesson's attendance opens, in ms by this device's clock, where the server said that it was too early */
  opensAt?: number
  /** when that was, in ms: a clock that shows less now has been set back */
  heardAt?: number
  /** refused because of what someone else saved */
  isOvertaken?: boolean
}

export const registersChanged = "tutti-kept-changed"

/** The action's answer while the server is unreachable. */
const unreachable = { isUnreachable: true }

const registers = deviceList<OfflineRegister>("tutti-kept-registers", registersChanged)

type Lesson = Pick<OfflineRegister, "owner" | "sessionId">

/** On a device of several people each may have attendance of the same lesson waiting. */
const isOf = (lesson: Lesson) => (register: OfflineRegister) =>
  register.owner === lesson.owner && register.sessionId === lesson.sessionId

/** Leaves a lesson with what waits of it now, if anything. */
const leave = (lesson: Lesson, waiting: OfflineRegister[]) =>
  registers.write([...registers.all().filter((register) => !isOf(lesson)(register)), ...waiting])

/** A newer copy of a register replaces the same person's older one. Answers whether there was room for it. */
export const keepRegister = (register: OfflineRegister): boolean => leave(register, [register])

export const forgetRegister = (lesson: Lesson) => leave(lesson, [])

/** What became of a copy that was sent: nothing, where a newer one has replaced it while it was under way. */
export function settleRegister(sent: OfflineRegister, became?: Partial<OfflineRegister>): boolean {
  const waiting = registers.all().find(isOf(sent))
  if (!waiting || JSON.stringify(waiting.fields) !== JSON.stringify(sent.fields)) return false
  leave(sent, became ? [{ ...waiting, ...became }] : [])
  return true
}

/** The registers this person has stored in this browser. */
export const listOfflineRegisters = registers.ofOwner

/**
 * Passes a form's answer through and stores an unsent register. Other forms wait for the connection. Without a title it is that
 * of the lesson's page.
 */
export async function orKeep<Answer>(
  request: Request,
  lesson: { sessionId: string; title?: string },
  send: () => Promise<Answer>,
): Promise<Answer | typeof unreachable> {
  const { sessionId } = lesson
  const pathname = new URL(request.url).pathname.replace(/\.data$/, "")
  const form = await request.clone().formData()
  const intent = intentOf(form)
  const isSaving = intent === "save" || intent === "next"
  const owner = document.querySelector<HTMLElement>("[data-register-owner]")?.dataset.registerOwner
  if (!owner || (!isSaving && intent !== "preview")) return send()
  // Without room on the device the form waits on its page.
  if (isSaving && !hasRoomFor([...form])) return sendWithoutRoom(pathname, send)
  try {
    return await handledByPage(pathname, send)
  } catch (error) {
    // The page leads on once it is saved: what this device kept of it, such as an earlier try, is settled.
    if (error instanceof Response && isSaving && !leadsToFirstStep(error.headers.get("Location") ?? ""))
      forgetRegister({ owner, sessionId })
    if (!(error instanceof TypeError)) throw error
    const fields = [...form]
      .filter((field): field is [string, string] => typeof field[1] === "string")
      // Sent later, it leads to the lesson's own page: so the sender knows that it was taken.
      .map(([name, value]): [string, string] => [name, name === "intent" ? "save" : value])
    const title = lesson.title ?? openTitle().replace(/^Attendance: /, "")
    if (isSaving) keepRegister({ owner, sessionId, title, fields, isRefused: false })
    return unreachable
  }
}

/** Without a connection nothing can be reloaded, so the page stays as it is; and a preview has changed nothing. */
export const unlessUnreachable: ShouldRevalidateFunction = ({
  actionResult,
  formData,
  defaultShouldRevalidate,
}) => defaultShouldRevalidate && !actionResult?.isUnreachable && intentOf(formData) !== "preview"
