import type { ClientActionFunctionArgs } from "@remix-run/react"
import { handledByPage, sendWithoutRoom } from "~/components/shell/connection/handled-calls"
import { intentOf } from "~/utils/intent"
import { openTitle } from "~/utils/refused-title"
import { deviceList, hasRoomFor } from "./device-list"
import { forgetFile, keepFile } from "./kept-files"
import { failedOnceMore, keepsFailing, type Tried } from "./tried"

/**
 * Whether the page's form with this key is filled in: its required fields, and something written or a file where it asks for text.
 * The server says what is missing only once it is reached again: a second tap on a form that was just kept, and is empty since,
 * would be kept too and refused then. Leads to the field that is empty.
 */
function isFilledIn(sent: FormData): boolean {
  const key = sent.get("entryId")
  const form = [...document.querySelectorAll<HTMLInputElement>('input[name="entryId"]')].find(
    ({ value }) => value === key,
  )?.form
  const fields = [...(form?.elements ?? [])].filter((each) => each.matches("input, select, textarea"))
  const isBlank = (field: Element) => !hasSomething(sent.get(field.getAttribute("name") ?? ""))
  const texts = fields.filter((field) => field.matches("textarea"))
  const hasFile = [...sent.values()].some((value) => value instanceof File && value.size > 0)
  const missing =
    fields.find((field) => field.matches(":required") && isBlank(field)) ??
    (texts.every(isBlank) && !hasFile ? texts[0] : undefined)
  if (!(missing instanceof HTMLElement)) return true
  missing.focus()
  form?.reportValidity()
  return false
}

const hasSomething = (value: FormDataEntryValue | null) =>
  value instanceof File ? value.size > 0 : (value ?? "").trim() !== ""

// Forms that could not be sent, stored in this browser with their owner until the server is reachable, then sent in the order
// they were written. Each of these forms does the same thing once however often it arrives.

export type KeptForm = Tried & {
  id: string
  owner: string
  /** what it is, such as "Reply", and where it was written */
  what: string
  title: string
  /** the page that it was posted to, with its search */
  address: string
  fields: [string, string][]
  files?: KeptFiles
  /** why the server didn't take it */
  refusal?: string
}

export const keptFormsChanged = "tutti-kept-forms-changed"

const forms = deviceList<KeptForm>("tutti-kept-forms", keptFormsChanged)

/** This person's forms, the oldest first. */
export const listKeptForms = forms.ofOwner

export function forgetForm(id: string) {
  forgetFiles(forms.all().find((form) => form.id === id)?.files ?? [])
  forms.write(forms.all().filter((form) => form.id !== id))
}

const note = (id: string, noted: (form: KeptForm) => Partial<KeptForm>) =>
  forms.write(forms.all().map((form) => (form.id === id ? { ...form, ...noted(form) } : form)))

export const noteRefusal = (id: string, refusal: string) => note(id, () => ({ refusal }))

/** The server failed at a form again. */
export function noteFailure(form: KeptForm) {
  if (!keepsFailing(form)) note(form.id, failedOnceMore)
}

/** The keys of forms that were kept, the newest first: a page that was kept on the device brings the same one again. */
const keysName = "tutti-used-keys"
const mostKeys = 100
const keysUsed = (): string[] => {
  try {
    return JSON.parse(localStorage.getItem(keysName) ?? "[]")
  } catch {
    return []
  }
}

/**
 * A route's `clientAction` whose forms are kept while the server can't be reached.
 * @param nameOf what a form is for its writer, by its intent; undefined for forms that only wait
 */
export const keepUnsent =
  (nameOf: (intent: string) => string | undefined) =>
  async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const form = await request.clone().formData()
    const what = nameOf(intentOf(form))
    const owner = document.querySelector<HTMLElement>("[data-kept-owner]")?.dataset.keptOwner
    if (!owner || what === undefined) return serverAction()
    // Stored before it is sent, because what was sent can't be read again. Without room for it the form waits on its page.
    const files = hasRoomFor([...form]) ? await keepFiles(form) : undefined
    const { pathname, search } = new URL(request.url)
    if (!files) return sendWithoutRoom(pathname.replace(/\.data$/, ""), serverAction)
    const address = pathname.replace(/\.data$/, "") + search
    let isKept = false
    try {
      // Another form that waits has this one's key, or was written here earlier, and goes first.
      const isLater = listKeptForms(owner).some((other) => !other.refusal && other.address === address)
      if (isLater || keysUsed().includes(String(form.get("entryId"))))
        throw new TypeError("Its turn comes later.")
      return await handledByPage(pathname, () => serverAction())
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      if (!isFilledIn(form)) return { isUnreachable: true }
      const fields = [...form].filter((field): field is [string, string] => typeof field[1] === "string")
      const subject = form.get("subject")
      const title = typeof subject === "string" ? subject : openTitle()
      const id = crypto.randomUUID()
      const waiting = { id, owner, what, title, address, fields: fields.map(withOwnKey), files }
      // The page stays; what is kept has left the form, which is empty again. A new answer each time, so that it is seen.
      isKept = forms.write([...forms.all(), waiting])
      return isKept ? { isUnreachable: true, isKept } : { isUnreachable: true }
    } finally {
      if (!isKept) forgetFiles(files)
    }
  }

/** A form's files, by field, as kept-files.ts names them. */
type KeptFiles = [string, string][]

/** Stores a form's files beside it; undefined when one of them doesn't fit. */
async function keepFiles(form: FormData): Promise<KeptFiles | undefined> {
  const kept: KeptFiles = []
  for (const [name, value] of form) {
    if (typeof value === "string" || value.size === 0) continue
    const fileId = await keepFile(value)
    if (!fileId) return forgetFiles(kept)
    kept.push([name, fileId])
  }
  return kept
}

function forgetFiles(files: KeptFiles): undefined {
  for (const [, fileId] of files) void forgetFile(fileId)
}

/** A page that stays, or is opened again as it was kept, gives each of its forms the same key: only the first may have it. */
function withOwnKey([name, value]: [string, string]): [string, string] {
  if (name !== "entryId") return [name, value]
  const used = keysUsed()
  const own = used.includes(value) ? crypto.randomUUID() : value
  try {
    localStorage.setItem(keysName, JSON.stringify([own, ...used].slice(0, mostKeys)))
  } catch {
    // Without room the server still tells one text from another under the same key.
  }
  return [name, own]
}
