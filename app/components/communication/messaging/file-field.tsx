import { largestFile } from "~/models/accounts/school-file/school-file"
import { messageFileTypes } from "~/models/communication/messaging/messaging"
import { mostText } from "~/utils/bytes"

/** The field for a message's file, which may stay empty. `problem` says why the last one wasn't taken. */
export function FileField({ id, problem }: { id: string; problem?: string[] }) {
  return (
    <div className={problem ? "field invalid" : "field"}>
      <label htmlFor={id}>Photo or file</label>
      <div className="hint" id={`${id}-hint`}>
        A photo, PDF or recording, up to {mostText(largestFile)}
      </div>
      {problem ? (
        <span className="error" id={`${id}-error`}>
          {problem.join(" ")}
        </span>
      ) : null}
      <input
        id={id}
        type="file"
        name="file"
        accept={messageFileTypes}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-hint ${id}-error` : `${id}-hint`}
      />
    </div>
  )
}
