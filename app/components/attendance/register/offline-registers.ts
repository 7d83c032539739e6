import type { ShouldRevalidateFunction } from "@remix-run/react"
import { handledByPage } from "~/components/shell/connection/page-requests"

// Registers that could not be sent, kept by the browser until they can: whose they are, and what the form said. The server
// takes the same register twice without harm, so sending again is always safe.

export type OfflineRegister = {
  owner: string
  sessionId: string
  /** what the page was called, for the message */
  title: string
  fields: [string, string][]
  /** the server has read it and refused it: somebody else saved in between, for example */
  isRefused: boolean
}

const storageKey = "tutti-kept-registers"
export const registersChanged = "tutti-kept-changed"

/** What a form answers in place of the server that could not be reached. */
const unreachable = { isUnreachable: true }

function readAll(): OfflineRegister[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]")
    return Array.isArray(found) ? found : []
  } catch {
    return []
  }
}

/** The newest copy of a register takes the place of an older one. */
export function keepRegister(register: OfflineRegister) {
  writeAll([...readAll().filter(({ sessionId }) => sessionId !== register.sessionId), register])
}

export function forgetRegister(sessionId: string) {
  writeAll(readAll().filter((register) => register.sessionId !== sessionId))
}

function writeAll(all: OfflineRegister[]) {
  localStorage.setItem(storageKey, JSON.stringify(all))
  window.dispatchEvent(new Event(registersChanged))
}

/** What this person has in this browser; somebody else's stays untouched until they sign in again. */
export const listOfflineRegisters = (owner: string): OfflineRegister[] =>
  readAll().filter((register) => register.owner === owner)

/** Sends a form's answer through; when nobody can be reached, a register is kept. Other forms wait as everywhere. */
export async function orKeep<Answer>(
  request: Request,
  sessionId: string,
  send: () => Promise<Answer>,
): Promise<Answer | typeof unreachable> {
  const form = await request.clone().formData()
  const intent = form.get("intent")
  const owner = document.querySelector<HTMLElement>("[data-register-owner]")?.dataset.registerOwner
  if (!owner || (intent !== "save" && intent !== "preview")) return send()
  try {
    return await handledByPage(new URL(request.url).pathname, send)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const fields = [...form].filter((field): field is [string, string] => typeof field[1] === "string")
    const title = document.title.replace(/^Register, /, "")
    if (intent === "save") keepRegister({ owner, sessionId, title, fields, isRefused: false })
    return unreachable
  }
}

/** Without a connection nothing can be asked for again: the page stays as it is. */
export const unlessUnreachable: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  actionResult && typeof actionResult === "object" && "isUnreachable" in actionResult
    ? false
    : defaultShouldRevalidate
