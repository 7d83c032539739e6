import { Link, useRevalidator } from "@remix-run/react"
import { useCallback, useRef, useState } from "react"
import { fetchDirectly } from "~/components/shell/connection/page-requests"
import { Button } from "~/components/ui/button"
import { Toast } from "~/components/ui/toast"
import { readFile } from "./kept-files"
import { forgetForm, type KeptForm, keptFormsChanged, listKeptForms, noteRefusal } from "./kept-forms"
import { useResending } from "./use-resending"

/** Shows which forms wait in this browser, sends them in order when the connection is back, and confirms it. */
export function SendKeptForms({ owner }: { owner: string }) {
  const [sent, setSent] = useState<string[]>([])
  const { revalidate } = useRevalidator()
  const isSending = useRef(false)

  const sendAll = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    for (const form of listKeptForms(owner).filter(({ refusal }) => !refusal)) {
      const answer = await sendKeptForm(form)
      if (answer === "unreachable") break
      if (answer === "taken") {
        forgetForm(form.id)
        setSent((before) => [...before, nameOf(form)])
      } else noteRefusal(form.id, answer)
      revalidate()
    }
    isSending.current = false
  }, [owner, revalidate])

  const list = useCallback(() => listKeptForms(owner), [owner])
  const forms = useResending(list, sendAll, keptFormsChanged)

  const waiting = forms.filter(({ refusal }) => !refusal)
  return (
    <>
      {forms
        .filter(({ refusal }) => refusal)
        .map((form) => (
          <Toast
            key={form.id}
            tone="failed"
            title={`Not sent: ${nameOf(form)}`}
            action={
              <Button type="button" variant="secondary" onClick={() => forgetForm(form.id)}>
                Discard
              </Button>
            }
          >
            {form.refusal} <Link to={form.address}>Open the page</Link>
            <Written form={form} />
          </Toast>
        ))}
      {waiting.length > 0 ? (
        <Toast title="Saved on this device." inRegion>
          {waiting.map(nameOf).join("; ")}. It’s sent when you’re back online.
        </Toast>
      ) : null}
      {sent.length > 0 && waiting.length === 0 ? (
        <Toast title="Sent." inRegion onClose={() => setSent([])}>
          {sent.join("; ")}
        </Toast>
      ) : null}
    </>
  )
}

const nameOf = ({ what, title }: KeptForm) => `${what}, ${title}`

/** What was written, so that no one has to write it again. */
function Written({ form: { fields } }: { form: KeptForm }) {
  const texts = fields.filter(
    ([name, value]) => ["body", "note", "reason", "task", "text"].includes(name) && value,
  )
  return texts.map(([name, value]) => (
    <blockquote key={name} className="dim">
      {value}
    </blockquote>
  ))
}

/** Posts a form as its page would. */
async function sendKeptForm(form: KeptForm): Promise<"taken" | "unreachable" | string> {
  const [path = "", search = ""] = form.address.split("?")
  const to = `${path}.data${search ? `?${search}` : ""}`
  const body = await bodyOf(form)
  if (!body) return "Its file is no longer on this device. Add it again."
  const answer = await fetchDirectly(to, { method: "POST", body }).catch(() => undefined)
  if (!answer) return "unreachable"
  // A page leads on when it has taken a form; to the login when the login has ended.
  if (answer.status === 202) return (await answer.text()).includes("/login") ? "unreachable" : "taken"
  if (answer.status === 404) return "It’s no longer there."
  if (answer.status >= 400 && answer.status < 500) return "Tutti didn’t accept it."
  return answer.status === 200 ? "taken" : "unreachable"
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
