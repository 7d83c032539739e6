import { Link, useRevalidator } from "@remix-run/react"
import { useCallback, useRef, useState } from "react"
import { Button } from "~/components/ui/button"
import { Toast } from "~/components/ui/toast"
import {
  forgetForm,
  type KeptForm,
  keptFormsChanged,
  listKeptForms,
  noteFailure,
  noteRefusal,
} from "./kept-forms"
import { sendKeptForm } from "./send-kept-form"
import { keepsFailing } from "./tried"
import { keepsFailingText, useResending } from "./use-resending"
import { type Hindrance, WhyItWaits } from "./why-it-waits"

/** Shows which forms wait in this browser, sends them in order when the connection is back, and confirms it. */
export function SendKeptForms({ owner }: { owner: string }) {
  const [sent, setSent] = useState<string[]>([])
  const [hindrance, setHindrance] = useState<Hindrance>()
  const { revalidate } = useRevalidator()
  const isSending = useRef(false)

  const sendAll = useCallback(async () => {
    if (isSending.current) return
    isSending.current = true
    /** Where one form fails on the server, those that were written after it in the same place wait behind it. */
    const failing = new Set<string>()
    try {
      for (const form of listKeptForms(owner).filter(({ refusal }) => !refusal)) {
        if (failing.has(form.address)) continue
        const answer = await sendKeptForm(form)
        if (answer === "login") setHindrance("login")
        else setHindrance(answer === "unreachable" || answer === "failing" ? "trouble" : undefined)
        if (answer === "login" || answer === "unreachable") break
        if (answer === "failing") {
          failing.add(form.address)
          noteFailure(form)
          continue
        }
        if (answer === "taken") {
          forgetForm(form.id)
          setSent((before) => [...before, nameOf(form)])
        } else noteRefusal(form.id, answer.refusal)
        revalidate()
      }
    } finally {
      isSending.current = false
    }
  }, [owner, revalidate])

  const list = useCallback(() => listKeptForms(owner), [owner])
  const forms = useResending(list, sendAll, keptFormsChanged)

  const isInTrouble = (form: KeptForm) => form.refusal !== undefined || keepsFailing(form)
  const waiting = forms.filter((form) => !isInTrouble(form))
  return (
    <>
      {forms.filter(isInTrouble).map((form) => (
        <NotSent key={form.id} form={form} />
      ))}
      {waiting.length > 0 ? (
        <Toast title="Saved on this device." inRegion>
          {waiting.map(nameOf).join("; ")}. <WhyItWaits hindrance={hindrance} />
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

/** A form that was refused, or at which the server fails each time: only its writer discards it. */
function NotSent({ form }: { form: KeptForm }) {
  const { id, refusal, address } = form
  return (
    <Toast
      tone="failed"
      title={`${refusal ? "Not sent" : "Not sent yet"}: ${nameOf(form)}`}
      action={
        <Button type="button" variant="secondary" onClick={() => forgetForm(id)}>
          Discard
        </Button>
      }
    >
      {refusal ?? keepsFailingText} <Link to={address}>Open the page</Link>
      <Written form={form} />
    </Toast>
  )
}

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
