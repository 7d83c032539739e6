import type { MouseEvent } from "react"
import { SubmitButton } from "~/components/form/submit-button"
import { withLastNote } from "~/models/attendance/register/student-notes"

/** Puts the class's last note into the note's field: in place where scripts run, else the page comes back with it. */
export function CopyLastNote({ field, text }: { field: string; text: string }) {
  const copy = (event: MouseEvent) => {
    const area = document.getElementById(field)
    if (!(area instanceof HTMLTextAreaElement)) return
    event.preventDefault()
    area.value = withLastNote(area.value, text)
    area.dispatchEvent(new Event("input", { bubbles: true }))
    area.focus()
  }
  return (
    <SubmitButton intent="copy" pending="Copying…" variant="plain" formNoValidate onClick={copy}>
      Copy last note
    </SubmitButton>
  )
}
