import { type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, Field, SelectField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { EditablePart } from "~/components/ui/editable-part"
import { countOf, formatNumber } from "~/utils/formats"
import { sellsPlans } from "~/utils/sold-plans"

export type StaffApplicant = { id: string; name: string; email: string; giverStays: boolean; state: string }
type Successor = { memberId: string; name: string; role: string }

type StaffPartProps = {
  /** how many administrator accounts the plan has and how many are used */
  plan: { name: string; used: number; limit: number; isFull: boolean }
  /** who could run the school with the login they have */
  successors: Successor[]
  applicants: StaffApplicant[]
  result?: SubmissionResult
}

/** Transfers the administrator account, invites a further administrator, and lists the invitations. */
export function StaffPart({ plan, successors, applicants, result }: StaffPartProps) {
  return (
    <EditablePart
      id="staff"
      title={plan.isFull ? "Transfer ownership" : "Invite an administrator"}
      edit={plan.isFull ? "Transfer" : "Invite"}
      isAnswered={result !== undefined}
      about={
        <>
          You have {formatNumber(plan.used)} of {countOf(plan.limit, "administrator account")} on{" "}
          {sellsPlans() ? plan.name : "this site"}.{" "}
          {plan.isFull
            ? "When the new administrator accepts, they take over your account, and you’re logged out. You keep running the school until then, and you can withdraw."
            : "Administrators can see and change everything, like you."}{" "}
          We’ll email them a link that works once, for 7 days. A teacher keeps their lessons
          {sellsPlans() ? " and still counts as a teacher in your plan" : ""}.
        </>
      }
      list={applicants.length > 0 ? <ApplicantList applicants={applicants} isFull={plan.isFull} /> : null}
    >
      <InviteForm isFull={plan.isFull} successors={successors} result={result} />
    </EditablePart>
  )
}

function ApplicantList({ applicants, isFull }: { applicants: StaffApplicant[]; isFull: boolean }) {
  return (
    <ul className="rows">
      {applicants.map(({ id, name, email, giverStays, state }) => (
        <li key={id}>
          <span>
            {name} <span className="dim">{email}</span>
            <br />
            <span className="small dim">
              {state}
              {isFull ? (giverStays ? " · You stay in the office" : " · Your login here is locked then") : ""}
            </span>
          </span>
          <PostForm className="buttons" sends={{ invitationId: id, name, email }}>
            {giverStays ? <input type="hidden" name="giverStays" value="on" /> : null}
            <Button intent="invite" aria-label={`Send again: ${name}`}>
              Send again
            </Button>
            <Button intent="withdraw" variant="danger" aria-label={`Withdraw: ${name}`}>
              Withdraw
            </Button>
          </PostForm>
        </li>
      ))}
    </ul>
  )
}

type InviteFormProps = { isFull: boolean; successors: Successor[]; result?: SubmissionResult }

function InviteForm({ isFull, successors, result }: InviteFormProps) {
  const [form, fields] = useForm<Record<"memberId" | "name" | "email" | "giverStays", string>>({
    id: "staff-form",
    lastResult: result,
  })
  return (
    <PartForm adds part="staff" intent="invite" form={form} save="Send invitation" pending="Sending…">
      {successors.length > 0 ? (
        <SelectField
          meta={fields.memberId}
          label="Someone with a login here"
          hint="They confirm with the email they log in with."
          prompt="Someone new"
          optional
          choices={successors.map(({ memberId, name, role }) => ({
            value: memberId,
            label: `${name}, ${role}`,
          }))}
        />
      ) : null}
      <div className="columns">
        <Field
          meta={fields.name}
          label={successors.length > 0 ? "Name of someone new" : "Name"}
          autoComplete="off"
          optional={successors.length > 0}
          maxLength={120}
        />
        <Field
          meta={fields.email}
          label={successors.length > 0 ? "Email of someone new" : "Email"}
          type="email"
          autoComplete="off"
          optional={successors.length > 0}
          maxLength={254}
        />
      </div>
      {isFull ? (
        <CheckField
          meta={fields.giverStays}
          label="Keep me in the office, with every right"
          hint="Without this, your login at this school is locked when they accept. The plan, the school’s data, teachers and the team are theirs either way."
        />
      ) : null}
    </PartForm>
  )
}
