import type { FormMetadata, SubmissionResult } from "@conform-to/react"
import {
  Form,
  type FormProps,
  useActionData,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from "@remix-run/react"
import {
  type ComponentProps,
  type FormEvent,
  type MutableRefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react"
import { useHeldRequest } from "~/components/shell/connection/held-requests"
import { Button, Link } from "~/components/ui/button"
import { DisputedFields, OtherDisputes } from "~/components/ui/disputed-field"
import { focusNew } from "~/components/ui/focus-new"
import { useMaySend } from "~/components/ui/limits"
import type { Permission } from "~/models/foundation/access/permissions"
import { againName, asksItself, type Disputes } from "~/utils/form-marks"
import { intentOf } from "~/utils/intent"
import { markTitle } from "~/utils/refused-title"
import { FormMark, noteSentMark, renewMark, showSaved } from "./form-mark"
import { TokenField } from "./form-token"
import { useTypedText } from "./use-typed-text"

/** The id of the signed-in area's frame in the route table; its loader holds the form token. */
export const shellRouteId = "shell"

/**
 * A form of the signed-in area: posts, and carries the form token for browsers that do not say where they come from. It
 * is missing for a member whose rights don't cover it; `needs` is what it needs beside its address. With `edits` it shows what is
 * saved and saves what was changed, whoever else saves at the same time; without, it makes or does something, and sent twice it
 * is carried out once. One that `makes` something, or has a `formKey`, asks where it holds what was saved minutes ago.
 */
export function PostForm({ needs, ...props }: PostFormProps) {
  const { pathname } = useLocation()
  return useMaySend(props.action ?? pathname, needs) ? <OpenForm {...props} /> : null
}

type PostFormProps = Omit<FormProps, "method"> & {
  needs?: Permission
  /** what it carries unseen: the ids of records, what was shown */
  sends?: Record<string, string | number | undefined>
  edits?: boolean
  /** "asks itself" where its act asks about the same again, such as an equal payment. */
  makes?: boolean | typeof asksItself
  /** Of an edit form whose steps lead on through its address: what was saved when it was opened (`writeShown`). */
  shown?: string
}

function OpenForm({
  children,
  onSubmit,
  edits = false,
  makes = false,
  shown,
  sends = {},
  ...props
}: Omit<PostFormProps, "needs">) {
  const shell = useRouteLoaderData<{ formToken: string }>(shellRouteId)
  const answer = useActionData()
  const disputed = useMemo(
    () => ({
      fields: fieldsDisputed(answer, edits ? (props.id ?? "") : undefined),
      offered: new Set<string>(),
    }),
    [answer, edits, props.id],
  )
  const again = edits ? undefined : toldIn(answer, "repeatedAs")
  const { form, wasSent, noteSent } = useForgottenErrors()
  useTopOfNextPage(wasSent)
  useTypedText(form, wasSent)
  return (
    <Form
      ref={form}
      method="post"
      discover="none"
      onSubmit={(event) => {
        onSubmit?.(event)
        noteSent(event)
      }}
      {...props}
    >
      {shell ? <TokenField token={shell.formToken} /> : null}
      <FormMark isEdit={edits} shown={shownIn(answer, disputed.fields) ?? shown} />
      {makes || again ? (
        <input type="hidden" name={againName} value={makes === asksItself ? makes : (again ?? "")} />
      ) : null}
      <DisputedFields.Provider value={disputed}>
        {Object.entries(sends).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {children}
        <OtherDisputes />
      </DisputedFields.Provider>
    </Form>
  )
}

/** The disputed fields of one form of the page. */
function fieldsDisputed(answer: unknown, formId: string | undefined): Disputes["fields"] {
  const disputes = toldIn(answer, "disputes")
  return disputes && formId !== undefined && disputes.formId === formId ? disputes.fields : []
}

/** What the page shows of a form with disputed fields. */
const shownIn = (answer: unknown, disputed: Disputes["fields"]) =>
  disputed.length > 0 ? toldIn(answer, "disputes")?.shown : undefined

type Told = {
  /** Fields that two people changed differently. */
  disputes: Disputes
  /** What the form says if it is meant again. */
  repeatedAs: string
}

/** What an answer says beside the result of the form, with which it comes (http/read-form). */
function toldIn<Name extends keyof Told>(answer: unknown, name: Name, depth = 0): Told[Name] | undefined {
  if (typeof answer !== "object" || answer === null || depth > 3) return undefined
  if (name in answer) return (answer as Told)[name]
  for (const part of Object.values(answer)) {
    const found = toldIn(part, name, depth + 1)
    if (found) return found
  }
  return undefined
}

/**
 * A form that keeps the scroll position (`preventScrollReset`) keeps it on its own page only. The router would keep it after a
 * redirect to another page, too, which then began somewhere in its middle.
 */
function useTopOfNextPage(wasSent: MutableRefObject<boolean>) {
  const { pathname } = useLocation()
  // Its cleanup runs when the form leaves with its page or its page gets another address, before the next one is scrolled.
  useLayoutEffect(
    () => () => {
      if (wasSent.current && window.location.pathname !== pathname) window.scrollTo(0, 0)
    },
    [wasSent, pathname],
  )
}

/**
 * Conform keeps the last refusal's errors until the next answer. A form that was refused, then accepted, and is still
 * on the page starts over with the saved values.
 */
function useForgottenErrors() {
  const form = useRef<HTMLFormElement>(null)
  const wasSent = useRef(false)
  const answerBefore = useRef<unknown>()
  const { state } = useNavigation()
  const { pathname, search } = useLocation()
  const answer: unknown = useActionData()
  useEffect(() => {
    if (!wasSent.current) return
    // A refusal is drawn while the page's data is still being read again; from then on the form holds what was refused.
    const isAnswered = answer !== undefined && answer !== answerBefore.current
    if (state !== "idle" && !isAnswered) return
    wasSent.current = false
    const isRefused = form.current?.querySelector("[aria-invalid=true], .field.invalid")
    // What is kept on this device to be sent later has left the form.
    const isKept = isAnswered && typeof answer === "object" && answer !== null && "isKept" in answer
    if (isKept || (answer === undefined && isRefused)) form.current?.reset()
    const disputes = isAnswered ? toldIn(answer, "disputes") : undefined
    if (disputes) showSaved(form.current, disputes.shown)
    else renewMark(form.current, pathname + search, answer)
  }, [state, answer, pathname, search])
  const noteSent = (event: FormEvent) => {
    if (event.defaultPrevented) return
    wasSent.current = true
    answerBefore.current = answer
    noteSentMark(form.current)
  }
  return { form, wasSent, noteSent }
}

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, "name" | "value"> & {
  /** the label while the form is being sent, such as "Saving…" */
  pending: string
  /** in place of children */
  label?: string
  /** what the form is for: Enter does it, so it is the first button of the form */
  isMain?: boolean
}

/** The button that sends a form. Its text changes while the answer is awaited, not while there is no connection; without a script it is a plain button. */
export function SubmitButton({
  pending,
  intent,
  isMain,
  variant = "primary",
  label,
  children = label,
  ...rest
}: SubmitButtonProps) {
  const { formData, formMethod } = useNavigation()
  const isHeld = useHeldRequest() !== undefined
  const waiting =
    !isHeld && formMethod !== undefined && formMethod !== "GET" && intentOf(formData) === (intent ?? "")
  return (
    <Button
      variant={variant}
      intent={intent}
      data-pending={pending}
      data-main={isMain ? "" : undefined}
      {...rest}
    >
      {waiting ? pending : children}
    </Button>
  )
}

type SubmitRowProps = Omit<SubmitButtonProps, "children"> & {
  /** where the reader goes who changes their mind; null where the form is one of a row without a way out */
  cancel?: string | null
  cancelLabel?: string
}

/** The last line of a form: its button, and the way out. */
export const SubmitRow = ({ cancel, cancelLabel = "Cancel", ...button }: SubmitRowProps) => (
  <p className={cancel === undefined ? undefined : "buttons"}>
    <SubmitButton {...button} />
    {cancel ? <Link to={cancel}>{cancelLabel}</Link> : null}
  </p>
)

type SummaryForm = Pick<FormMetadata, "id" | "allErrors" | "errors">

/**
 * Everything that stopped the form, first in `main`, each line a link to its field. Renders nothing without errors. A
 * failure with its own title shows it first.
 */
export function ErrorSummary({ form, title }: { form: SummaryForm; title?: string }) {
  const summary = useRef<HTMLDivElement>(null)
  const problems = Object.entries(form.allErrors).filter(([name]) => name !== "")
  const content = JSON.stringify([problems, form.errors])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is scrolled into view, however far down the page was
  useEffect(() => {
    if (!summary.current) return
    focusNew(summary.current)
    document.title = markTitle(document.title, true)
    return () => {
      document.title = markTitle(document.title, false)
    }
  }, [content])
  if (problems.length === 0 && !form.errors?.length) return null
  const headingId = `${form.id}-problem`
  return (
    <div
      ref={summary}
      className="error-summary"
      role="alert"
      aria-labelledby={headingId}
      tabIndex={-1}
      data-error-summary=""
    >
      <h2 id={headingId}>There is a problem</h2>
      {title ? (
        <p>
          <b>{title}</b>
        </p>
      ) : null}
      <ul>
        {form.errors?.map((message) => (
          <li key={message}>{message}</li>
        ))}
        {problems.map(([name, messages]) => (
          <li key={name}>
            <a href={`#${form.id}-${fieldOf(name)}`}>{messages.join(" ")}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A wrong choice among several is corrected where their list begins. */
const fieldOf = (name: string) => name.replace(/\[\d*\]$/, "")

/** The error summary of a form further down the page, placed first in `main`. */
export function AnswerSummary({ formId, result }: { formId: string; result?: SubmissionResult }) {
  if (!result?.error) return null
  const problems = Object.entries(result.error).filter((entry): entry is [string, string[]] =>
    Boolean(entry[1]?.length),
  )
  return (
    <ErrorSummary
      form={{ id: formId, allErrors: Object.fromEntries(problems), errors: result.error[""] ?? undefined }}
    />
  )
}

type ActButtonProps = ComponentProps<typeof SubmitButton> &
  Pick<ComponentProps<typeof PostForm>, "action" | "needs" | "preventScrollReset" | "sends"> & {
    /** completes the label for those who only hear it, where a page has several alike */
    about?: string
  }

/** A form that is one button. */
export const ActButton = ({
  action,
  className,
  needs,
  preventScrollReset,
  sends,
  label,
  about,
  ...button
}: ActButtonProps) => (
  <PostForm {...{ action, className, needs, preventScrollReset, sends }}>
    <SubmitButton
      variant="secondary"
      label={label}
      aria-label={about === undefined ? undefined : `${label} ${about}`}
      {...button}
    />
  </PostForm>
)

type RowButtonProps = {
  action?: string
  sends: Record<string, string>
  intent: string
  label: string
  /** the record's name, for those who only hear the label */
  of: string
}

/** A form that is one plain button in the row of a list. */
export const RowButton = ({ action, sends, intent, label, of }: RowButtonProps) => (
  <PostForm preventScrollReset action={action} sends={sends}>
    <Button intent={intent} variant="plain">
      {label}
      <span className="visually-hidden"> {of}</span>
    </Button>
  </PostForm>
)
