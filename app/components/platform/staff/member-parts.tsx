import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import type { StaffRole } from "~/models/foundation/access/staff-permissions"
import { chosenRoles } from "./invite-part"
import { RolesField } from "./roles-field"

export const rolesFormId = "roles"
export const endingFormId = "ending"

type PartProps = { result: SubmissionResult | undefined }

/** What a colleague may do. */
export function RolesPart({ result, roles }: PartProps & { roles: readonly StaffRole[] }) {
  const [form, fields] = useForm<{ roles: StaffRole[] }>({ id: rolesFormId, lastResult: result })
  return (
    <section className="section" aria-labelledby="roles-title">
      <h2 id="roles-title">Roles</h2>
      <PostForm edits className="form" {...getFormProps(form)}>
        <RolesField
          key={roles.join()}
          chosen={chosenRoles(result, roles)}
          id={fields.roles.id}
          errorId={fields.roles.errorId}
          errors={fields.roles.errors}
        />
        <p>
          <SubmitButton intent="roles" variant="secondary" pending="Saving…">
            Save roles
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}

/** Turns a colleague's second factor off, or takes them off the staff. */
export function EndingPart({ result, hasSecondFactor }: PartProps & { hasSecondFactor: boolean }) {
  const [form, fields] = useForm<{ reason: string }>({ id: endingFormId, lastResult: result })
  return (
    <section className="section" aria-labelledby="ending-title">
      <h2 id="ending-title">Access</h2>
      <PostForm className="form" {...getFormProps(form)}>
        <TextAreaField
          meta={fields.reason}
          label="Reason"
          hint="Only staff can read it, in the staff log."
          rows={2}
          maxLength={500}
        />
        <p className="buttons">
          {hasSecondFactor ? (
            <SubmitButton intent="reset" variant="secondary" pending="Resetting…">
              Reset two-factor login
            </SubmitButton>
          ) : null}
          <SubmitButton intent="remove" variant="danger" pending="Removing…">
            Remove from staff
          </SubmitButton>
        </p>
        <p className="dim small">
          {hasSecondFactor
            ? "Both log them out everywhere. After a reset they set up two-factor login again when they log in. Removing them also ends their password and unassigns their open cases."
            : "This logs them out everywhere, ends their password and unassigns their open cases."}
        </p>
      </PostForm>
    </section>
  )
}
