import { type SubmissionResult, useForm } from "@conform-to/react"
import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { FieldProblem } from "~/components/ui/field-problem"
import {
  type HandOverRole,
  handOverRoles,
  staffRoleLabels,
} from "~/models/foundation/access/staff-permissions"
import { anyoneWith, longestHandNote, type StaffMember } from "~/models/platform/support-desk/desk"
import type { AssignForm } from "~/models/platform/support-desk/desk-forms"

export const assignFormId = "assign"

type MatterButtonsProps = {
  result: SubmissionResult | undefined
  staff: StaffMember[]
  assignedTo: string | null
  handedTo: HandOverRole | null
  isClosed: boolean
}

/** Whose a support case is: someone of Support, or another role that answers it; and the buttons to assign and close it. */
export function MatterButtons({ result, staff, assignedTo, handedTo, isClosed }: MatterButtonsProps) {
  const [, fields] = useForm<AssignForm>({ id: assignFormId, lastResult: result })
  const { handNote, assignee } = fields
  const current = assignedTo ?? (handedTo ? anyoneWith(handedTo) : "")
  const inRole = (role: HandOverRole | null) =>
    staff
      .filter((member) => member.role === role)
      .map(({ userId, name }) => (
        <option key={userId} value={userId}>
          {name}
        </option>
      ))
  return (
    <div className="toolbar no-print">
      <PostForm edits id={assignFormId} className="toolbar" key={current}>
        <label htmlFor={assignee.id}>Assigned to</label>
        <select id={assignee.id} name="assignee" defaultValue={assignee.initialValue ?? current}>
          <option value="">Unassigned</option>
          {inRole(null)}
          {handOverRoles.map((role) => (
            <optgroup key={role} label={`Hand over to ${staffRoleLabels[role]}`}>
              <option value={anyoneWith(role)}>Anyone in {staffRoleLabels[role]}</option>
              {inRole(role)}
            </optgroup>
          ))}
        </select>
        <label className="visually-hidden" htmlFor={handNote.id}>
          Note for your colleague
        </label>
        <FieldProblem id={handNote.errorId} message={handNote.errors?.join(" ")} />
        <input
          id={handNote.id}
          name="handNote"
          defaultValue={handNote.initialValue}
          maxLength={longestHandNote}
          placeholder="Internal note"
          aria-invalid={handNote.errors ? true : undefined}
          aria-describedby={handNote.errors ? handNote.errorId : undefined}
        />
        <Button intent="assign">Assign</Button>
      </PostForm>
      <PostForm className="ml-auto">
        <Button intent={isClosed ? "reopen" : "close"}>{isClosed ? "Reopen" : "Close"}</Button>
      </PostForm>
    </div>
  )
}
