import type { ReactNode } from "react"
import { EnterButton } from "~/components/form/enter-button"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { EmptyState } from "~/components/ui/empty-state"
import { spellStatus } from "~/models/accounts/own-status/own-status"
import type { NextLesson } from "~/models/attendance/day/teaching-day"
import type { RegisterView, TotalText } from "~/models/attendance/register/register-view"
import { formatNumber } from "~/utils/formats"
import { CancelledList } from "./cancelled-list"
import { type CheckedEffect, EffectBar } from "./effect-bar"
import { markName, minutesName, RegisterRow } from "./register-row"
import { NoteFields, ReasonField } from "./register-texts"
import { ShownState } from "./shown-state"
import { StatusEffects } from "./status-effects"
import { StudentNoteFields } from "./student-note-fields"
import { useChosenMarks } from "./use-chosen-marks"
import { useShownRegister } from "./use-shown-register"
import { useWaitingRegister } from "./use-waiting-register"

export type RegisterAnswer = {
  /** Everything that was typed, by field name. */
  typed: Record<string, string>
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
  const waiting = useWaitingRegister(shown.session.id, formStamp)
  return (
    <PlainForm
      key={`${formStamp} ${!waiting}`}
      register={shown}
      answer={answer ?? (waiting && { typed: waiting })}
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
        <EnterButton intent={mainIntent({ register, next, isLive, isChecked: answer?.effect !== undefined })}>
          Save attendance
        </EnterButton>
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
      />
      {rows.length === 0 ? (
        <EmptyState>No students are enrolled in this lesson. Save to complete its attendance.</EmptyState>
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
      >
        <SaveButtons
          register={register}
          next={next}
          isLive={isLive}
          isChecked={answer?.effect !== undefined}
          isAmongOthers={children !== undefined}
        />
      </EffectBar>
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

/** On a page of several lessons attendance leads on to the next one with its only button. */
type ButtonProps = SaveProps & { isAmongOthers: boolean }
type SaveProps = { register: RegisterView; next: NextLesson | null; isLive: boolean; isChecked: boolean }

/** What the form is for: a correction must be previewed before it can be saved where no script does that. */
function mainIntent({ register, next, isLive, isChecked }: SaveProps) {
  if (register.phase !== "taken") return next ? "next" : "save"
  return isLive || isChecked ? "save" : "preview"
}

/** The save button, and without scripts a preview button. */
function SaveButtons({ register, next, isLive, isChecked, isAmongOthers }: ButtonProps) {
  const n = register.rows.length
  const isCorrection = register.phase === "taken"
  const maySave = !isCorrection || isLive || isChecked
  const leadsOn = next !== null && !isCorrection
  const hasOnlyNext = leadsOn && isAmongOthers
  return (
    <>
      {leadsOn ? (
        <SubmitButton intent="next" pending="Saving…" wide isMain>
          Save and next: {next.label}
        </SubmitButton>
      ) : null}
      {maySave && !hasOnlyNext ? (
        <SubmitButton
          intent="save"
          pending="Saving…"
          variant={leadsOn ? "secondary" : "primary"}
          wide={!leadsOn}
          isMain={!leadsOn}
        >
          {isCorrection
            ? "Save changes"
            : n > 1
              ? `Save attendance for ${formatNumber(n)}`
              : "Save attendance"}
        </SubmitButton>
      ) : null}
      {isLive || hasOnlyNext ? null : (
        <SubmitButton
          intent="preview"
          pending="Checking…"
          variant={maySave ? "secondary" : "primary"}
          wide={!maySave}
          isMain={!maySave}
        >
          Preview changes
        </SubmitButton>
      )}
    </>
  )
}
