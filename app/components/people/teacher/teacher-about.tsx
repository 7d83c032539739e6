import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ErrorSummary, PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { LedgerList } from "~/components/ui/ledger-list"
import { PhoneLink } from "~/components/ui/phone-link"
import { Status } from "~/components/ui/status"
import type { BounceKind } from "~/models/foundation/outbox/bounce"
import type { SignInState } from "~/models/people/invitation/student-sign-ins"
import type { TeacherFields as Fields } from "~/models/people/teacher/teacher-form"
import { BounceMark } from "../student/bounce-mark"
import { signInStatus } from "../student-account/sign-in-status"
import { TeacherFields } from "./teacher-fields"

type Teacher = {
  name: string
  email: string | null
  phone: string | null
  instruments: string | null
  deactivatedAt: number | null
}

type TeacherAboutProps = {
  teacher: Teacher
  returned: BounceKind | null
  account: SignInState
  /** The school's instruments and the teacher's own, and which of them the teacher teaches. */
  instruments: { names: string[]; chosen: string[] }
  lastResult: SubmissionResult<string[]> | undefined
}

/** What is known of a teacher as text; the form opens on demand. */
export function TeacherAbout({ teacher, returned, account, instruments, lastResult }: TeacherAboutProps) {
  const { name, email, phone, deactivatedAt } = teacher
  const { head, tone, label } = signInStatus(account)
  return (
    <section className="section" aria-labelledby="about">
      <h2 id="about">About {name}</h2>
      <LedgerList
        facts
        rows={[
          {
            label: "Email",
            amount: email ? (
              <>
                <a href={`mailto:${email}`}>{email}</a> <BounceMark kind={returned} />
              </>
            ) : (
              "None yet"
            ),
          },
          { label: "Phone", amount: phone ? <PhoneLink number={phone} /> : "None yet" },
          { label: "Instruments", amount: teacher.instruments ?? "Those of the classes" },
          {
            label: "Login",
            amount: (
              <Status head={head} tone={tone}>
                {label}
              </Status>
            ),
          },
        ]}
      />
      {deactivatedAt === null ? (
        <>
          <Invitation name={name} hasEmail={email !== null} account={account} />
          <EditTeacher teacher={teacher} instruments={instruments} lastResult={lastResult} />
        </>
      ) : null}
    </section>
  )
}

/** Sends `intent` invite or revoke. */
function Invitation({ name, hasEmail, account }: { name: string; hasEmail: boolean; account: SignInState }) {
  if (!["none", "invited", "expired"].includes(account.kind)) return null
  if (!hasEmail) return <p className="dim no-print">Add an email to invite {name} to log in.</p>
  return (
    <PostForm className="buttons no-print">
      <SubmitButton variant="secondary" intent="invite" pending="Sending…">
        {account.kind === "none" ? "Invite to log in" : "Invite again"}
      </SubmitButton>
      {account.kind === "invited" ? (
        <SubmitButton variant="danger" intent="revoke" pending="Withdrawing…" label="Withdraw invitation" />
      ) : null}
    </PostForm>
  )
}

function EditTeacher({
  teacher: { name, email, phone },
  instruments: { names, chosen },
  lastResult,
}: Pick<TeacherAboutProps, "teacher" | "instruments" | "lastResult">) {
  const [form, fields] = useForm<Fields>({
    id: "teacher",
    lastResult,
    defaultValue: { name, email: email ?? undefined, phone: phone ?? undefined, instruments: chosen },
  })
  return (
    <details className="disclosure no-print" open={lastResult !== undefined}>
      <summary>Edit teacher</summary>
      <ErrorSummary form={form} />
      <PostForm edits className="form" {...getFormProps(form)}>
        <TeacherFields fields={fields} instruments={names} />
        <SubmitRow label="Save" pending="Saving…" />
      </PostForm>
    </details>
  )
}
