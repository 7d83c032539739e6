import { FieldProblem } from "~/components/ui/field-problem"
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

/** The roles of someone on the staff, each with what it opens. */
export function RolesField({ chosen, id, errorId, errors }: RolesFieldProps) {
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={errors ? "field invalid" : "field"}
      aria-describedby={errors ? errorId : undefined}
    >
      <legend>Roles</legend>
      <FieldProblem id={errorId} message={errors?.join(" ")} />
      {staffRoles.map((role) => (
        <label className="checkbox" key={role}>
          <input type="checkbox" name="roles" value={role} defaultChecked={chosen.includes(role)} />
          <span>
            {staffRoleLabels[role]} <span className="dim small">{staffRoleHints[role]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
