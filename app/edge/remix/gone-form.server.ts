import type { RequestHandler } from "@remix-run/node"
import { actorOf } from "~/http/guards.server"
import { readSignInToken } from "~/http/sign-in-cookie.server"
import { findSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { may } from "~/models/foundation/access/permissions"
import { isOffice } from "~/models/foundation/access/roles"
import { findDeletion } from "~/models/foundation/deleted-record/deleted-record.server"
import { formatDate } from "~/utils/date-text"
import { isFormMark, type Shown } from "~/utils/form-marks"
import { type GoneForm, tellingGone } from "~/utils/gone-form.server"
import { isPassword } from "~/utils/unseen-text"
import { localDate } from "~/utils/zones"
import type { SentFields } from "./posted-form.server"

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
  if (!token) return handle
  const tell = () => ({ typed: typedIn(sent, shown), deleted: deletionOf(token, request) })
  return (...asked) => tellingGone(tell, () => handle(...asked))
}

/** Names of what a form carries for itself, and of records that it names. */
const isCarried = (name: string) => /^(intent|command)$|token|key|secret|seen|stamp|Shown$|Ids?$/i.test(name)

/** What this person typed, without what its page showed already; of a form that says nothing of that, its sentences. */
function typedIn(sent: SentFields, shown: Shown | undefined): GoneForm["typed"] {
  return sent.flatMap(([name, value]): GoneForm["typed"] => {
    if (typeof value !== "string" || value.trim() === "" || value === "on") return []
    if (isFormMark(name) || isCarried(name) || isPassword(name) || isId(value)) return []
    const isTyped = shown ? !shown.values.get(name)?.includes(value) : /\s/.test(value.trim())
    return isTyped ? [[labelOf(name), value]] : []
  })
}

/** `guardians[0].seesMoney` as people read it: "Guardians 1 sees money". */
function labelOf(name: string): string {
  const words = name
    .replace(/\[(\d+)\]\.?/g, (_, index: string) => ` ${Number(index) + 1} `)
    .replace(/[._-]/g, " ")
    .replace(/([a-z])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`)
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
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
