import { type Cookie, createCookie, redirect } from "@remix-run/node"
import { env } from "~/utils/env.server"

/** A message for the next page. Errors stay until the page is left; nothing is said only here. */
export type Toast = {
  title: string
  text?: string
  tone: "good" | "bad"
  undo?: Undo
  links?: { label: string; to: string }[]
}

/** What the key "Undo" beside a message posts, and where: the command that takes back what was just done. */
type Undo = { to: string; fields: Record<string, string> }

let made: Cookie | undefined
/** Every page reads it, so it is made once. */
function cookie(): Cookie {
  made ??= createCookie("toast", {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: env().APP_URL.startsWith("https://"),
    secrets: env().SESSION_SECRET,
    maxAge: 60,
  })
  return made
}

const isToast = (value: unknown): value is Toast =>
  typeof value === "object" && value !== null && "title" in value && "tone" in value

/** The toast a request carries; the answer must then carry `dropToast()`. */
export async function readToast(request: Request): Promise<Toast | null> {
  const value: unknown = await cookie().parse(request.headers.get("Cookie"))
  return isToast(value) ? value : null
}

/** The Set-Cookie header that brings a toast to the next page. */
export const keepToast = (toast: Toast): Promise<string> => cookie().serialize(toast)

export const dropToast = (): Promise<string> => cookie().serialize("", { maxAge: 0 })

/** The same, with a key that takes it back. It stands as long as the page does. */
export const redirectWithUndo = (to: string, title: string, undo: Undo) =>
  redirectWithToast(to, { title, tone: "good", undo })

/** Goes to another page and says there what happened. */
export async function redirectWithToast(to: string, toast: Toast | string, headers?: HeadersInit) {
  const all = new Headers(headers)
  all.append(
    "Set-Cookie",
    await keepToast(typeof toast === "string" ? { title: toast, tone: "good" } : toast),
  )
  return redirect(to, { status: 303, headers: all })
}
