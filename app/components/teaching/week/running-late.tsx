import { PostForm, SubmitRow } from "~/components/form/post-form"
import { lateMinutes } from "~/models/teaching/session/running-late-minutes"

/** Tells the families of a lesson of today that it starts late. */
export function RunningLate({ isOpen }: { isOpen: boolean }) {
  return (
    <details className="disclosure no-print" id="running-late" open={isOpen}>
      <summary>Running late</summary>
      <PostForm className="form">
        <p className="dim">
          Families get an email and a notification at once, and a text message where they turned those on.
        </p>
        <label className="field">
          <span>About how many minutes</span>
          <select id="running-late-minutes" name="minutes" defaultValue={10}>
            {lateMinutes.map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes} minutes
              </option>
            ))}
          </select>
        </label>
        <SubmitRow label="Tell families" intent="running-late" pending="Telling families…" />
      </PostForm>
    </details>
  )
}
