import { troubleOf } from "~/components/shell/connection/trouble"
import { homes } from "~/models/foundation/access/homes"
import { leadsToFirstStep } from "./first-steps"
import { readFile } from "./kept-files"
import type { KeptForm } from "./kept-forms"
import { sendFor } from "./send-for"

/** The server took it; no one answers, or its writer's login has ended, so all others wait, too; the server fails at this one; or why it refused it. */
type SentForm = "taken" | "unreachable" | "failing" | "login" | { refusal: string }

/** Answers that say nothing of the form: the server was slow, or there was too much at once. */
const later = [408, 425, 429]

/** Posts a form as its page would. */
export async function sendKeptForm(form: KeptForm): Promise<SentForm> {
  const [path = "", search = ""] = form.address.split("?")
  const to = `${path}.data${search ? `?${search}` : ""}`
  const body = await bodyOf(form).catch(() => undefined)
  if (!body) return { refusal: "Its file is no longer on this device. Add it again." }
  const answer = await sendFor(form.owner, to, body).catch(() => undefined)
  if (answer?.status === 401) return "login"
  if (!answer || later.includes(answer.status)) return "unreachable"
  const trouble = await troubleOf(answer.clone(), "POST")
  if (trouble?.kind === "refused") return { refusal: trouble.why }
  if (trouble) return trouble.kind === "failing" ? "failing" : "unreachable"
  if (answer.status === 404) return { refusal: "It’s no longer there." }
  if (answer.status >= 400) return { refusal: "Tutti didn’t accept it." }
  return answer.status === 202 ? ledTo(await answer.text()) : "taken"
}

/** A page leads on when it has taken a form. */
function ledTo(answer: string): SentForm {
  if (leadsToFirstStep(answer)) return "login"
  // A page that isn't theirs any more leads home.
  const isHome = Object.values(homes).some((home) => answer.includes(`"${home}"`))
  return isHome ? { refusal: "You can no longer change this." } : "taken"
}

async function bodyOf({ fields, files = [] }: KeptForm): Promise<URLSearchParams | FormData | undefined> {
  if (files.length === 0) return new URLSearchParams(fields)
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  for (const [name, fileId] of files) {
    const file = await readFile(fileId)
    if (!file) return undefined
    body.append(name, file)
  }
  return body
}
