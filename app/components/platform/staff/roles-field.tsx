import { CheckListField } from "~/components/form/check-list-field"
import {
  type StaffRole,
  staffRoleHints,
  staffRoleLabels,
  staffRoles,
} from "~/models/foundation/access/staff-permissions"

type RolesFieldProps = {
  chosen: readonly StaffRole[]
  id: string
  errorId: string
  errors: string[] | undefined
}

const choices = staffRoles.map((role) => ({
  value: role,
  label: staffRoleLabels[role],
  about: staffRoleHints[role],
}))

/** The roles of someone on the staff, each with what it opens. */
export function RolesField(props: RolesFieldProps) {
  return <CheckListField name="roles" legend="Roles" choices={choices} {...props} />
}
