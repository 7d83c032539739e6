import { useFetcher } from "@remix-run/react"
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { EnterButton } from "~/components/form/enter-button"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { isTyped } from "~/components/form/use-typed-text"
import { EmptyState } from "~/components/ui/data-table"
import { spellStatus } from "~/models/accounts/custom-status/custom-status"
import type { NextLesson } from "~/models/attendance/day/teaching-day"
import { withLastNote } from "~/models/attendance/register/named-notes"
import type { RegisterView, TotalText } from "~/models/attendance/register/register-view"
import { shownBy, typedFor } from "~/models/attendance/register/typed-register"
import { formatNumber } from "~/utils/formats"
import { CancelledList } from "./cancelled-list"
import { listOfflineRegisters } from "./offline-registers"
import { markName, minutesName, RegisterRow } from "./register-row"
import { ShownState } from "./shown-state"
import { StatusEffects } from "./status-effects"
import { StudentNoteFields } from "./student-note-fields"
import { TextField } from "./text-field"

/** The effect as the server has worked it out, for the marks that were sent. */
type CheckedEffect = {
  lead: string
  rest: string
  seats: { studentId: string; name: string; change: string | null }[]
}

type EffectBarProps = {
  register: RegisterView
  /** the status chosen for each student just now, as its field spells it */
  chosen: ReadonlyMap<string, string>
  /** how often a mark or its minutes were changed since the page came */
  touched: number
  /** a script is running and follows every tap */
  isLive: boolean
  checked?: CheckedEffect
  /** the totals of marks that were sent and not checked */
  sent?: TotalText
  /** the button that saves, below the sum */
  main: ReactNode
  others: ReactNode
}

/** Shows what saving will do before anything is saved. */
function EffectBar({ register, chosen, touched, isLive, checked, sent, main, others }: EffectBarProps) {
  const corrections = useCorrections(register, isLive ? touched : 0)
  const count = useCounting()
  const totals = count?.(register, chosen) ?? checked ?? sent ?? register.totals
  const changes = (corrections ?? checked)?.seats.filter(({ change }) => change) ?? []
  const isStill = !count && (isLive ? touched > 0 : !checked)
  return (
    <div className="save-bar">
      {changes.length ? (
        <ul className="effect-list">
          {changes.map(({ studentId, name, change }) => (
            <li key={studentId}>
              <b>{name}:</b> {change}
            </li>
          ))}
        </ul>
      ) : register.phase === "taken" && checked ? (
        <p>Attendance doesn’t change.</p>
      ) : null}
      <div className="save-buttons">
        <div className="save-main">
          <p aria-live="polite">
            <b>{totals.lead}</b> <span className="dim">{totals.rest}</span>{" "}
            {isStill && register.phase === "open" ? (
              <span className="dim"> Calculated before your changes.</span>
            ) : null}
          </p>
          {main}
        </div>
        {others}
      </div>
    </div>
  )
}

type Counting = typeof import("~/models/attendance/register/register-totals").totalsShown
let loaded: Counting | undefined

/** Counts the marks after every tap. It's loaded once scripts run, before the first tap and while there is a connection. */
function useCounting(): Counting | undefined {
  const [counting, setCounting] = useState(() => loaded)
  useEffect(() => {
    if (loaded) return
    import("~/models/attendance/register/register-totals").then(
      ({ totalsShown }) => {
        loaded = totalsShown
        setCounting(() => totalsShown)
      },
      // Without a connection the server's text stays.
      () => undefined,
    )
  }, [])
  return counting
}

/**
 * What a correction changes depends on invoices and used credits, so the server checks shortly after each change.
 * Undefined until the first answer.
 */
function useCorrections(register: RegisterView, touched: number): CheckedEffect | undefined {
  const fetcher = useFetcher<{ effect?: CheckedEffect }>({ key: `effect-${register.session.id}` })
  const submit = useRef(fetcher.submit)
  submit.current = fetcher.submit
  const isAsking = register.phase === "taken" && touched > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change needs a new answer
  useEffect(() => {
    const form = document.querySelector<HTMLFormElement>("#register")
    if (!isAsking || !form) return
    const moment = setTimeout(() => {
      const fields = new FormData(form)
      fields.set("intent", "preview")
      submit.current(fields, { method: "post" })
    }, 250)
    return () => clearTimeout(moment)
  }, [isAsking, touched])
  return isAsking ? fetcher.data?.effect : undefined
}

export type RegisterAnswer = {
  /** Everything that was typed, by field name. */
  typed: Record<string, string>
  /** What the page that sent it showed: what someone else has saved since is still merged. */
  shown?: [name: string, value: string][]
  /** What stopped the form, by field name. */
  result?: { error?: Record<string, string[] | null> | null }
  effect?: CheckedEffect
  /** the totals of the marks that were sent, where they weren't checked */
  totals?: TotalText
}

type RegisterFormProps = {
  register: RegisterView
  answer?: RegisterAnswer
  /** the lesson to go on with */
  next?: NextLesson | null
  /** on a page of several lessons: says whose form it is */
  children?: ReactNode
}

/** The register as a plain form, with what this device still has to send of it. */
export function RegisterForm({ register, answer, ...around }: RegisterFormProps) {
  const { shown, noteSent } = useShownRegister(register, answer !== undefined)
  const { formStamp } = shown
  const waiting = useWaitingRegister(shown)
  return (
    <PlainForm
      key={`${formStamp} ${!waiting}`}
      register={shown}
      answer={answer ?? waiting}
      noteSent={noteSent}
      {...around}
    />
  )
}

type PlainFormProps = RegisterFormProps & Pick<ReturnType<typeof useShownRegister>, "noteSent">

/** A script only keeps the summary line up to date. */
function PlainForm({ register, answer, next = null, noteSent, children }: PlainFormProps) {
  const { rows } = register
  const typed = answer?.typed ?? {}
  const errors = answer?.result?.error ?? {}
  const chosenAtFirst = (row: RegisterView["rows"][number]) =>
    typed[markName(row.studentId)] ?? spellStatus(row)
  const { changed, touched, isLive, follow, forget } = useChosenMarks()
  const chosenNow = new Map(rows.map((row) => [row.studentId, changed[row.studentId] ?? chosenAtFirst(row)]))
  const [main = "save", ...others] = saveIntents({
    register,
    next,
    isLive,
    isChecked: answer?.effect !== undefined,
    isAmongOthers: children !== undefined,
  })

  return (
    <PostForm
      id="register"
      className="section register-form"
      onChange={(event) => {
        noteSent(false)
        follow(event)
      }}
      onReset={forget}
      onSubmit={() => noteSent(true)}
      noValidate
    >
      {register.lastNote ? (
        // Copying the last note comes before saving in the form, and Enter still saves.
        <EnterButton intent={main}>Save attendance</EnterButton>
      ) : null}
      {children}
      <ShownState
        formStamp={register.formStamp}
        marks={rows.map(({ studentId, code, minutesLate, statusId }) => [
          studentId,
          { code, minutesLate, statusId },
        ])}
        notes={register.notes}
        studentNotes={Object.fromEntries(rows.map(({ studentId, notes }) => [studentId, notes]))}
        sent={answer?.shown}
      />
      {rows.length === 0 ? (
        <EmptyState>
          {register.onLeave.length > 0
            ? "All students of this lesson are on leave, so there’s no attendance to take."
            : "No students are enrolled in this lesson. Save to complete its attendance."}
        </EmptyState>
      ) : register.hint ? (
        <p className="dim">{register.hint}</p>
      ) : null}
      <Marks isLocked={register.lock === "closed"}>
        {rows.map((row) => (
          <RegisterRow
            key={row.studentId}
            row={row}
            statuses={register.statuses}
            chosen={chosenAtFirst(row)}
            mark={chosenNow.get(row.studentId) ?? row.code}
            minutesLate={typed[minutesName(row.studentId)] ?? row.minutesLate?.toString() ?? ""}
            errors={{
              code: errors[markName(row.studentId)] ?? undefined,
              minutesLate: errors[minutesName(row.studentId)] ?? undefined,
            }}
          />
        ))}
      </Marks>
      <StatusEffects rows={rows} />
      {rows.length && register.lock !== "closed" ? <CancelledList rows={rows} /> : null}
      {register.lock === "reason" ? <ReasonField typed={typed.reason} wrong={errors.reason} /> : null}
      <NoteFields register={register} typed={typed} errors={errors} isFolded={children !== undefined} />
      {rows.length > 1 ? <StudentNoteFields rows={rows} typed={typed} errors={errors} /> : null}
      <EffectBar
        register={register}
        chosen={chosenNow}
        touched={touched}
        isLive={isLive}
        checked={answer?.effect}
        sent={answer?.totals}
        main={<SaveButton register={register} next={next} intent={main} isMain />}
        others={others.map((intent) => (
          <SaveButton key={intent} register={register} next={next} intent={intent} />
        ))}
      />
    </PostForm>
  )
}

/** The students' rows; locked ones are shown and not sent. */
function Marks({ isLocked, children }: { isLocked: boolean; children: ReactNode }) {
  const list = <ul className="register-list">{children}</ul>
  return isLocked ? (
    <fieldset disabled>
      <legend className="visually-hidden">Attendance, locked</legend>
      {list}
    </fieldset>
  ) : (
    list
  )
}

type SaveProps = {
  register: RegisterView
  next: NextLesson | null
  isLive: boolean
  isChecked: boolean
  /** on a page of several lessons attendance leads on to the next one with its only button */
  isAmongOthers: boolean
}
type SaveIntent = "next" | "save" | "preview"

/** What the form can be sent for, the main one first: a correction is previewed before it’s saved where no script does that. */
function saveIntents({ register, next, isLive, isChecked, isAmongOthers }: SaveProps): SaveIntent[] {
  const preview: SaveIntent[] = isLive ? [] : ["preview"]
  if (register.phase === "taken") return isLive || isChecked ? ["save", ...preview] : preview
  if (!next) return ["save", ...preview]
  return isAmongOthers ? ["next"] : ["next", "save", ...preview]
}

type SaveButtonProps = Pick<SaveProps, "register" | "next"> & { intent: SaveIntent; isMain?: boolean }

function SaveButton({ register, next, intent, isMain = false }: SaveButtonProps) {
  const n = register.rows.length
  const labels = {
    next: `Save and next: ${next?.label}`,
    preview: "Preview changes",
    save:
      register.phase === "taken"
        ? "Save changes"
        : n > 1
          ? `Save attendance for ${formatNumber(n)}`
          : "Save attendance",
  }
  return (
    <SubmitButton
      intent={intent}
      pending={intent === "preview" ? "Checking…" : "Saving…"}
      variant={isMain ? "primary" : "secondary"}
      wide={isMain}
      isMain={isMain}
      label={labels[intent]}
    />
  )
}

/**
 * The register to draw the form with. What someone else saves comes with the answer to any form of the page: it doesn't take
 * the place of what is typed, and saving merges the two.
 * @param isRefused the form holds what the server has refused
 */
function useShownRegister(register: RegisterView, isRefused: boolean) {
  const shown = useRef(register)
  const wasSent = useRef(false)
  const noteSent = (isSent: boolean) => {
    wasSent.current = isSent
  }
  if (isRefused) noteSent(false)
  const { session, formStamp } = shown.current
  const isSame = session.id === register.session.id
  if (!isSame || formStamp === register.formStamp || wasSent.current || !isTyped("register"))
    shown.current = register
  return { shown: shown.current, noteSent }
}

// The texts of a register's form: the notes, and why locked attendance is corrected.

function ReasonField({ typed, wrong }: { typed?: string; wrong?: string[] | null }) {
  return (
    <TextField
      name="reason"
      label="Reason for the correction"
      hint="Required for changed attendance. It’s kept in the activity."
      wrong={wrong}
      draw={(control) => (
        <input {...control} type="text" maxLength={200} defaultValue={typed ?? ""} autoComplete="off" />
      )}
    />
  )
}

type NoteFieldsProps = {
  register: RegisterView
  typed: Record<string, string>
  errors: Record<string, string[] | null>
  /** Among other lessons the private note is folded until it says something. */
  isFolded: boolean
}

function NoteFields({ register: { notes, lastNote, isSolo }, typed, errors, isFolded }: NoteFieldsProps) {
  const area = (control: { id: string; name: string }, now: string) => (
    <textarea
      {...control}
      rows={isFolded ? 2 : 3}
      maxLength={2000}
      defaultValue={typed[control.name] ?? now}
    />
  )
  const privateNote = (
    <TextField
      name="privateNote"
      label="Private note"
      hint={isSolo ? "Only you see it." : "Only teachers and the office see it."}
      wrong={errors.privateNote}
      draw={(control) => area(control, notes.private)}
    />
  )
  return (
    <div className="columns">
      <TextField
        name="sharedNote"
        label="Note for families"
        hint="What you worked on and what to practice"
        wrong={errors.sharedNote}
        draw={(control) =>
          lastNote ? (
            <div>
              {area(control, notes.shared)}
              <CopyLastNote field={control.id} text={lastNote.body} />
            </div>
          ) : (
            area(control, notes.shared)
          )
        }
      />
      {isFolded ? (
        <details className="disclosure" open={(typed.privateNote ?? notes.private) !== ""}>
          <summary>Private note</summary>
          {privateNote}
        </details>
      ) : (
        privateNote
      )}
    </div>
  )
}

/** Puts the class's last note into the note's field: in place where scripts run, else the page comes back with it. */
function CopyLastNote({ field, text }: { field: string; text: string }) {
  const copy = (event: MouseEvent) => {
    const area = document.getElementById(field)
    if (!(area instanceof HTMLTextAreaElement)) return
    event.preventDefault()
    area.value = withLastNote(area.value, text)
    area.dispatchEvent(new Event("input", { bubbles: true }))
    area.focus()
  }
  return (
    <SubmitButton
      intent="copy"
      pending="Copying…"
      variant="plain"
      formNoValidate
      onClick={copy}
      label="Copy last note"
    />
  )
}

/**
 * What this device still has to send of a lesson's attendance, as an answer that wasn't saved, for a page that is opened again
 * before it was sent; undefined until scripts run, and once the server has it.
 */
function useWaitingRegister({
  session: { id: sessionId },
  formStamp,
  rows,
}: RegisterView): RegisterAnswer | undefined {
  const [waiting, setWaiting] = useState<{ formStamp: string; answer: RegisterAnswer }>()
  const students = rows.map(({ studentId }) => studentId).join()
  useEffect(() => {
    const owner = document.querySelector<HTMLElement>("[data-register-owner]")?.dataset.registerOwner
    const found = listOfflineRegisters(owner ?? "").find((each) => each.sessionId === sessionId)
    if (!found) return
    const ids = students.split(",")
    const answer = { typed: typedFor(ids, found.fields), shown: shownBy(ids, found.fields) }
    setWaiting({ formStamp, answer })
  }, [sessionId, formStamp, students])
  return waiting?.formStamp === formStamp ? waiting.answer : undefined
}

/** The marks of a register's form as they're chosen just now, once scripts run. */
function useChosenMarks() {
  const [changed, setChanged] = useState<Record<string, string>>({})
  const [touched, setTouched] = useState(0)
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    const tapped = tappedAlready()
    setChanged(Object.fromEntries(tapped))
    setTouched(tapped.length)
    setLive(true)
  }, [])

  function follow({ target }: FormEvent<HTMLFormElement>) {
    const input = target as HTMLInputElement
    const [, studentId, field] = input.name.split(".")
    if (studentId) setTouched((times) => times + 1)
    if (studentId && field === "code") setChanged((before) => ({ ...before, [studentId]: input.value }))
  }

  return { changed, touched, isLive, follow, forget: () => setChanged({}) }
}

/** The marks that were tapped before scripts ran. */
const tappedAlready = (): [studentId: string, spelled: string][] =>
  [...document.querySelectorAll<HTMLInputElement>("#register input:checked")]
    .filter((input) => !input.defaultChecked)
    .map(({ name, value }) => [name.split(".")[1] ?? "", value])
