import { PostForm } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import type { StaffMember } from "~/models/platform/support-desk/desk"

type MatterButtonsProps = {
  staff: StaffMember[]
  assignedTo: string | null
  isClosed: boolean
}

/** The assignee of a support case, and the buttons to assign and close it. */
export function MatterButtons({ staff, assignedTo, isClosed }: MatterButtonsProps) {
  return (
    <div className="toolbar no-print">
      <PostForm className="toolbar">
        <label htmlFor="assignee">Assigned to</label>
        <select id="assignee" name="assignee" defaultValue={assignedTo ?? ""} key={assignedTo}>
          <option value="">Unassigned</option>
          {staff.map(({ userId, name }) => (
            <option key={userId} value={userId}>
              {name}
            </option>
          ))}
        </select>
        <Button type="submit" name="intent" value="assign">
          Assign
        </Button>
      </PostForm>
      <PostForm className="ml-auto">
        <Button type="submit" name="intent" value={isClosed ? "reopen" : "close"}>
          {isClosed ? "Reopen" : "Close"}
        </Button>
      </PostForm>
    </div>
  )
}
