import type { RequestHandler } from "@remix-run/node"
import { actorOf } from "~/http/guards.server"
import { readSignInToken } from "~/http/sign-in-cookie.server"
import { findSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { may } from "~/models/foundation/access/permissions"
import { isOffice } from "~/models/foundation/access/roles"
import { findDeletion } from "~/models/foundation/deleted-record/deleted-record.server"
import { answeringForm } from "~/utils/form-in-hand.server"
import { isFormMark, type Shown } from "~/utils/form-marks"
import { formatDate } from "~/utils/formats"
import type { GoneForm } from "~/utils/gone-form"
import { upperFirst } from "~/utils/names"
import { isPassword } from "~/utils/unseen-text"
import { localDate } from "~/utils/zones"

// A form as it was posted, read beside the action that reads it too.

export type SentFields = readonly (readonly [name: string, value: string | File])[]

const urlEncoded = /^application\/x-www-form-urlencoded/i
const multipart = /^multipart\/form-data/i
/** A larger body is a file to be imported; whoever imports it twice is asked by the import itself. */
const mostBytes = 12_000_000

/** The fields of a posted form; undefined where the body is none, or can't be read. */
export async function formOf(request: Request): Promise<SentFields | undefined> {
  const type = request.headers.get("Content-Type") ?? ""
  if (!urlEncoded.test(type) && !multipart.test(type)) return undefined
  if (Number(request.headers.get("Content-Length") ?? 0) > mostBytes) return undefined
  const form = await request
    .clone()
    .formData()
    .catch(() => undefined)
  return form && [...form]
}

/** The same request with other fields. */
export function requestWith(request: Request, fields: SentFields): Request {
  const headers = new Headers(request.headers)
  for (const name of ["Content-Type", "Content-Length"]) headers.delete(name)
  const isPlain = urlEncoded.test(request.headers.get("Content-Type") ?? "")
  const body = isPlain ? new URLSearchParams() : new FormData()
  for (const [name, value] of fields) (body as FormData).append(name, value as string)
  return new Request(request.url, { method: "POST", headers, body, signal: request.signal })
}

// A form whose record was deleted while it was filled in answers the same 404 as any missing page, with what was typed, so that it
// can be copied. The office also reads who deleted it; another school's record was never in its bin.

const isId = (text: string) => /^(?=.*\d)[0-9a-z]{13}$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** The handler for a form that was sent: its 404 has what was typed. */
export async function keepTyped(
  handle: RequestHandler,
  request: Request,
  sent: SentFields,
  shown: Shown | undefined,
): Promise<RequestHandler> {
  const token = await readSignInToken(request)
  const tell = () => ({
    typed: typedIn(sent, shown, !token),
    deleted: token ? deletionOf(token, request) : null,
  })
  return (...asked) => answeringForm({ gone: tell }, () => handle(...asked))
}

/** Names of what a form carries for itself, and of records that it names. */
const isCarried = (name: string) =>
  /^(intent|command|begun)$|token|key|secret|seen|stamp|Shown$|Ids?$/i.test(name)

/** Names of what a visitor chose from a list: its page says them in other words. */
const isChosen = (name: string) => /^(purpose|forWhom|times?|consents|campaign)$/.test(name)

/**
 * What this person typed, without what its page showed already; of a form that says nothing of that, its sentences, and of a
 * visitor's everything but what was chosen.
 */
function typedIn(sent: SentFields, shown: Shown | undefined, isVisitor: boolean): GoneForm["typed"] {
  return sent.flatMap(([name, value]): GoneForm["typed"] => {
    if (typeof value !== "string" || value.trim() === "" || value === "on") return []
    if (isFormMark(name) || isCarried(name) || isPassword(name) || isId(value)) return []
    const isTyped = shown
      ? !shown.values.get(name)?.includes(value)
      : isVisitor
        ? !isChosen(name)
        : /\s/.test(value.trim())
    return isTyped ? [[labelOf(name), value]] : []
  })
}

/** `guardians[0].seesMoney` as people read it: "Guardians 1 sees money". */
function labelOf(name: string): string {
  const words = name
    .split(".")
    .filter((part) => !isId(part))
    .join(".")
    .replace(/\[(\d+)\]\.?/g, (_, index: string) => ` ${Number(index) + 1} `)
    .replace(/[._-]/g, " ")
    .replace(/([a-z])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`)
    .trim()
  return upperFirst(words)
}

/** Of the record in the address alone, which the page's guard has let this member work on. */
function deletionOf(token: string, request: Request): GoneForm["deleted"] {
  const viewer = findSignIn(token)
  const role = viewer?.membership?.role
  if (!viewer || !role || !(isOffice(role) || role === "office")) return null
  const actor = actorOf(viewer)
  const found = findDeletion(
    actor,
    new URL(request.url).pathname
      .replace(/\.data$/, "")
      .split("/")
      .filter(isId),
  )
  return found
    ? {
        name: found.name,
        by: found.deletedName,
        on: formatDate(localDate(found.deletedAt, actor.school.timeZone), "medium"),
        mayRestore: may(actor, "school:administer"),
      }
    : null
}
