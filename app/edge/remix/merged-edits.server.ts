import { randomInt, randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import type { AppLoadContext, RequestHandler } from "@remix-run/node"
import { databaseStamp, stampAfterOwn } from "db/cache-until-write.server"
import { type SentForm, withSentForm } from "db/sent-once.server"
import { isWritingGet } from "~/http/provider-returns"
import { requestIdHeader } from "~/http/request-id"
import { readSignInToken } from "~/http/sign-in-cookie.server"
import { keepToast } from "~/http/toast.server"
import { findSignIn } from "~/models/accounts/sign-in/sign-in.server"
import { answerWithoutWriting } from "~/models/foundation/pending-form/pending-form.server"
import {
  answeringForm,
  type Dispute,
  type EditInHand,
  heldUp,
  isReturnedForm,
} from "~/utils/form-in-hand.server"
import { isFormMark, readShown, type Shown, settledPrefix, shownName, writeShown } from "~/utils/form-marks"
import { goesFirst } from "~/utils/goes-first.server"
import { intentOf } from "~/utils/intent"
import { formsIn, type MarkupField, type MarkupForm } from "~/utils/markup-forms"
import { oneAtATime } from "~/utils/one-at-a-time"
import { formOf, keepTyped, requestWith, type SentFields } from "./gone-form.server"

// An edit form says what its page showed. Before it is carried out, its page is asked what it shows now: a field that this person
// left as it was takes what someone else has saved meanwhile, and one that both changed is refused with both versions. What a
// field shows is compared as the page writes it, so amounts, dates and boxes need no rule of their own.

/**
 * For how long (ms) after it was sent an edit is compared again because something was saved between asking and writing, in any
 * process and for any school: an invoice run or an import writes for seconds, with gaps.
 */
const triedForMs = 3000
/** How often it is compared at least, however long it waited for those before it. */
const leastTries = 3
/** How long (ms) it waits between two tries. */
const gapMs = [30, 200] as const
/** How many edits of one page may wait for those before them. They'd make each other's comparisons stale. */
const mostWaiting = 50

/** A page of a school: those of others at the same address wait for no one here. */
async function pageOf(request: Request, page: string): Promise<string> {
  const token = await readSignInToken(request)
  const viewer = token ? findSignIn(token) : undefined
  return `${viewer?.membership?.school.id ?? viewer?.user.id ?? ""} ${pathOf(page)}`
}

/** Wraps the handler so that edit forms save only what their sender changed. */
export function mergeEdits(answer: RequestHandler): RequestHandler {
  return async (request, context = {}) => {
    const sent = request.method === "POST" ? await formOf(request) : undefined
    const text = sent?.find(([name]) => name === shownName)?.[1]
    const shown = readShown(text)
    const handle = sent ? await keepTyped(answer, request, sent, shown) : answer
    if (!sent || !shown) return handle(request, context)
    const before: Before = {
      id: "",
      shown: String(text),
      find: (forms) => findSent(forms, pathOf(request.url), sent),
    }
    if (isReturnedForm())
      return answeringForm({ edit: { ...before, disputes: [] } }, () => handle(request, context))
    const until = performance.now() + triedForMs
    const edit: Edit = { handle, request, context, sent, shown, before, until, beside: new Map() }
    const saved = await oneAtATime(await pageOf(request, shown.page), mostWaiting, () => mergeAndSave(edit))
    if (saved) return saved
    const again = { ...before, page: shown.page, disputes: [] }
    return answeringForm({ returned: heldUp }, () => refuse(handle, request, context, again, heldUp))
  }
}

type Before = Omit<EditInHand, "disputes">
type Edit = {
  handle: RequestHandler
  request: Request
  context: AppLoadContext
  sent: SentFields
  shown: Shown
  before: Before
  /** When it is given up (ms of this process). */
  until: number
  /** What its tries have written beside their act. */
  beside: Map<string, Promise<unknown>>
}

/** Undefined, and nothing saved, where something else was saved each time between comparing and writing. */
const mergeAndSave = async (edit: Edit): Promise<Response | undefined> =>
  (await compareAndSave(edit)) ?? goesFirst(() => tryAgain(edit))

async function tryAgain(edit: Edit): Promise<Response | undefined> {
  for (let tries = 2; tries <= leastTries || performance.now() < edit.until; tries += 1) {
    await pause(randomInt(...gapMs))
    const answer = await compareAndSave(edit)
    if (answer) return answer
  }
  return undefined
}

/** Undefined where something was saved between comparing and writing. */
async function compareAndSave(edit: Edit): Promise<Response | undefined> {
  const { handle, request, context, sent, shown, before } = edit
  let stamp = databaseStamp()
  const current = await currentForm(handle, request, shown.page, before.find)
  const form: SentForm = {
    isTrue: () => databaseStamp() === stamp,
    beside: {
      done: edit.beside,
      isOwn: () => {
        stamp = stampAfterOwn(stamp, 1)
      },
    },
  }
  const { fields, disputes } = merge(sent, shown, current)
  const answer = await withSentForm(form, async () =>
    disputes.length && current
      ? refuse(handle, requestWith(request, fields), context, {
          ...before,
          ...{ id: current.id, page: shown.page, shownNow: shownIn(shown.page, current), disputes },
        })
      : answeringForm({ edit: { ...before, disputes } }, () => handle(requestWith(request, fields), context)),
  )
  if (!form.isOvertaken) return answer
  await answer.body?.cancel()
  return undefined
}

type Merged = { fields: SentFields; disputes: Dispute[] }

const pathOf = (address: string) =>
  new URL(address, "http://tutti").pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/")

/** Hidden fields that differ each time a page is drawn. */
const isOfOneDrawing = (name: string) => /token|key|seen|stamp/i.test(name)

/** What a form says that it was searched for, or that was read of its preview: the same form has another after each answer. */
const isOfAnswer = (name: string) => /Shown$|^reviewed$/.test(name)

/**
 * The form of a page that was sent: to the same address, for the same record, and of those the one with most of its fields. A
 * script may leave some out. A button may come only after a preview: the form is one without it then, with all its fields.
 */
function findSent(forms: readonly MarkupForm[], path: string, sent: SentFields): MarkupForm | undefined {
  const values = new Map(sent.map(([name, value]) => [name, value]))
  const [best] = fitting(
    forms.filter((form) => isSent(form, path, values)),
    values,
  )
  if (best) return best
  // An answer may ask for more, such as a price, and say what for.
  const [only, other] = fitting(
    forms.filter((form) => isSent(form, path, values, true)),
    values,
  )
  return other ? undefined : only
}

/** The forms that have the button that was pressed, and those without one whose fields were all sent; the best one first. */
const fitting = (forms: readonly MarkupForm[], values: Values): MarkupForm[] =>
  forms
    .map((form) => ({ form, fit: fitOf(form, values), isByButton: hasButton(form, values) }))
    .filter(({ form, fit, isByButton }) => (isByButton ? fit >= 0 : isWhole(form, values)))
    .sort((a, b) => Number(b.isByButton) - Number(a.isByButton) || b.fit - a.fit)
    .map(({ form }) => form)

type Values = ReadonlyMap<string, string | File>

const hasButton = ({ intents }: MarkupForm, sent: Values) => {
  const intent = intentOf(sent)
  return typeof intent !== "string" || intents.size === 0 || intents.has(intent)
}

/** Whether a form goes to the same address, and all that says which record it is of is the same. `mayAsk`: it has hidden fields more. */
function isSent({ action, fields }: MarkupForm, path: string, sent: Values, mayAsk = false): boolean {
  if (action !== undefined && pathOf(action) !== path) return false
  return [...fields.values()].every(
    ({ name, kind, values: [own] }) =>
      kind !== "hidden" ||
      name.includes("[") ||
      isOfOneDrawing(name) ||
      isOfAnswer(name) ||
      (mayAsk && !sent.has(name)) ||
      sent.get(name) === own,
  )
}

/** How many more of its fields were sent than not. A box that isn't ticked never is. */
const fitOf = ({ fields }: MarkupForm, sent: Values) =>
  [...fields.values()].reduce((sum, { name, kind }) => {
    const missing = kind === "checkbox" || kind === "radio" ? 0 : -1
    return sum + (sent.has(name) ? 1 : missing)
  }, 0)

const isWhole = ({ fields }: MarkupForm, sent: Values) =>
  [...fields.values()].every(({ name, kind }) => kind === "checkbox" || kind === "radio" || sent.has(name))

/** The form as its page shows it now; undefined where the page no longer has it. */
async function currentForm(
  handle: RequestHandler,
  request: Request,
  page: string,
  find: EditInHand["find"],
): Promise<MarkupForm | undefined> {
  if (isWritingGet(pathOf(page))) return undefined
  const headers = new Headers(request.headers)
  for (const name of ["Content-Type", "Content-Length", "Content-Encoding"]) headers.delete(name)
  headers.set(requestIdHeader, randomUUID())
  const asking = new Request(new URL(page, request.url), { headers, signal: request.signal })
  const answer = await handle(asking, { isDocument: true })
  const html = await answer.text()
  if (answer.status !== 200) return undefined
  return find(formsIn(html, isFormMark).filter(({ mark }) => mark?.name === shownName))
}

const shownIn = (page: string, { fields }: MarkupForm) =>
  writeShown(
    page,
    [...fields.values()].flatMap(({ kind, name, values }) =>
      kind === "hidden" ? [] : values.filter(Boolean).map((value): [string, string] => [name, value]),
    ),
  )

/**
 * A value as it is compared: browsers write line ends their own way, no command keeps spaces around a text, and an amount is shown
 * with its cents.
 */
const plain = (value: string) =>
  value
    .replace(/\r\n?/g, "\n")
    .trim()
    .replace(/^(-?\d+)[.,](\d{1,2})$/, (_, whole: string, cents: string) =>
      Number(cents) === 0 ? whole : `${whole}.${cents.replace(/0$/, "")}`,
    )
const isSame = (a: readonly string[], b: readonly string[]) =>
  a.map(plain).filter(Boolean).join("\0") === b.map(plain).filter(Boolean).join("\0")

/** What is to be saved: what this person changed, and in all other fields what is there now. */
function merge(sent: SentFields, shown: Shown, current: MarkupForm | undefined): Merged {
  const fields = new Map<string, (string | File)[]>()
  const taken = new Set<string>()
  for (const [name, value] of sent) {
    if (name.startsWith(settledPrefix) && value === "theirs") taken.add(name.slice(settledPrefix.length))
    if (!isFormMark(name)) fields.set(name, [...(fields.get(name) ?? []), value])
  }
  const disputes: Dispute[] = []
  for (const field of current ? inSentRows(current, fields) : []) {
    const { name, values: theirs } = field
    const mine = fields.get(name) ?? []
    if (!mine.every(isText)) continue
    // What is saved was compared with the page as it is now.
    if (field.kind === "hidden" && isOfOneDrawing(name)) fields.set(name, theirs)
    const before = field.kind === "hidden" ? mine : (shown.values.get(name) ?? [])
    if (isLeftOut(field, mine, before)) continue
    if (taken.has(name)) fields.set(name, theirs)
    else if (field.kind === "checkbox") fields.set(name, tickedByBoth(mine, before, theirs))
    else if (isSame(theirs, before) || isSame(theirs, mine)) continue
    else if (isSame(mine, before)) fields.set(name, theirs)
    else disputes.push({ field, yours: mine, theirs })
  }
  return {
    fields: [...fields].flatMap(([name, values]) => values.map((value) => [name, value] as const)),
    disputes,
  }
}

const isText = (value: string | File): value is string => typeof value === "string"

/** Boxes that this person ticked or cleared, and all others as they are now. */
function tickedByBoth(
  mine: readonly string[],
  before: readonly string[],
  theirs: readonly string[],
): string[] {
  const kept = mine.filter((value) => theirs.includes(value) || !before.includes(value))
  return [...kept, ...theirs.filter((value) => !mine.includes(value) && !before.includes(value))]
}

const rowField = /^(.+)\[(\d+)\]\.(\w+)$/

/** The fields of the form, each row under the number that it had for its sender: someone may have added or removed one. */
function inSentRows(
  { fields }: MarkupForm,
  sent: ReadonlyMap<string, readonly (string | File)[]>,
): MarkupField[] {
  const rows = [...fields.values()].flatMap(({ name, kind, values: [id] }) => {
    const [, list, number, key] = rowField.exec(name) ?? []
    return kind === "hidden" && id && list && key ? [{ list, key, id, number: Number(number) }] : []
  })
  const numbers = new Map<string, number>()
  for (const { list, key, id, number } of rows) {
    const own = [...sent].flatMap(([name, [value]]) => {
      const [, ofList, sentNumber, ofKey] = rowField.exec(name) ?? []
      return ofList === list && ofKey === key && value === id ? [Number(sentNumber)] : []
    })[0]
    if (own !== undefined) numbers.set(`${list} ${number}`, own)
  }
  if (rows.every(({ list, number }) => numbers.get(`${list} ${number}`) === number))
    return [...fields.values()]
  // Rows of others come behind those that were sent, and the empty ones for new entries behind all.
  const next = new Map<string, number>()
  const free = (list: string) => {
    const known =
      next.get(list) ??
      1 +
        Math.max(
          -1,
          ...[...sent.keys()].map((name) =>
            rowField.exec(name)?.[1] === list ? Number(rowField.exec(name)?.[2]) : -1,
          ),
        )
    next.set(list, known + 1)
    return known
  }
  for (const { list, number } of rows)
    if (!numbers.has(`${list} ${number}`)) numbers.set(`${list} ${number}`, free(list))
  const lists = new Set(rows.map(({ list }) => list))
  return [...fields.values()].flatMap((field) => {
    const [, list = "", number = "", key = ""] = rowField.exec(field.name) ?? []
    if (!lists.has(list)) return [field]
    const own = numbers.get(`${list} ${number}`)
    return own === undefined ? [] : [{ ...field, name: `${list}[${own}].${key}` }]
  })
}

/** A field that the sender's page left out isn't theirs to keep or change; which record it is never changes. */
const isLeftOut = ({ name, kind }: MarkupField, mine: readonly unknown[], before: readonly string[]) =>
  name === "intent" ||
  (!rowField.test(name) &&
    (kind === "hidden" ||
      (mine.length === 0 && before.length === 0 && kind !== "checkbox" && kind !== "radio")))

/** How an action answers a form that it shows again. */
const shownAgain = new Set([200, 400, 409, 422])

/** The page as the sender filled it in, with both versions of what is disputed, or why it wasn’t saved. Its action only refuses. */
async function refuse(
  handle: RequestHandler,
  request: Request,
  context: AppLoadContext,
  { page, ...form }: EditInHand & { page: string },
  title = "Someone else changed this while you were editing. Nothing was saved.",
): Promise<Response> {
  const answer = await answerWithoutWriting(() =>
    answeringForm({ edit: form }, () => handle(request, context)),
  )
  if (shownAgain.has(answer.status))
    return new Response(answer.body, { status: 409, headers: answer.headers })
  await answer.body?.cancel()
  const toast = await keepToast({ title, tone: "bad" })
  return new Response(null, { status: 303, headers: { Location: page, "Set-Cookie": toast } })
}
