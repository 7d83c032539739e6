import { type Cookie, createCookie, redirect } from "@remix-run/node"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"

/** A message for the next page. Errors stay until the page is left. No information is only here. */
export type Toast = {
  title: string
  text?: string
  tone: "good" | "plain" | "bad"
  undo?: Undo
  links?: { label: string; to: string }[]
}

/** The request of the Undo button beside a message: the command that reverts the last one. */
type Undo = { to: string; fields: Record<string, string> }

let made: Cookie | undefined
/** Created once, because every page reads it. */
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

/** The same with an Undo button, which stays as long as the page does. */
export const redirectWithUndo = (to: string, said: string | Toast, undo: Undo) =>
  redirectWithToast(to, { ...(typeof said === "string" ? { title: said, tone: "good" } : said), undo })

/** Redirects to another page with a message. */
export async function redirectWithToast(to: string, toast: Toast | string, headers?: HeadersInit) {
  const all = new Headers(headers)
  all.append(
    "Set-Cookie",
    await keepToast(typeof toast === "string" ? { title: toast, tone: "good" } : toast),
  )
  return redirect(to, { status: 303, headers: all })
}

/** Says what was deleted, with Undo on the page it was deleted from. */
export const deletedToast = (back: string, title: string, recordId: string): Toast => ({
  title,
  tone: "good",
  undo: { to: paths.undoDeletion(), fields: { record: recordId, back } },
})

/** Says what was deleted on the page it was deleted from, with Undo. */
export const redirectAfterDeleting = (back: string, title: string, recordId: string) =>
  redirectWithToast(back, deletedToast(back, title, recordId))
