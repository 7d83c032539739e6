import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

const encodings = [
  { value: "utf-8", label: "Unicode (UTF-8)" },
  { value: "windows-1252", label: "Western (Windows-1252)" },
  { value: "utf-16le", label: "Unicode (UTF-16)" },
  { value: "utf-16be", label: "Unicode (UTF-16, other order)" },
]

const delimiters = [
  { value: ",", label: "Commas" },
  { value: ";", label: "Semicolons" },
  { value: "tab", label: "Tabs" },
  { value: "|", label: "Upright bars" },
]

/** Rereads a file with another encoding or delimiter when its letters or columns look wrong. */
export function RereadForm({ encoding, delimiter }: { encoding: string; delimiter: string }) {
  return (
    <details>
      <summary className="py-2.5">Letters or columns look wrong? Read the file another way</summary>
      <PostForm className="toolbar pt-3">
        <label htmlFor="encoding">Letters</label>
        <select id="encoding" name="encoding" defaultValue={encoding}>
          {encodings.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <label htmlFor="delimiter">Cells are separated by</label>
        <select id="delimiter" name="delimiter" defaultValue={delimiter === "\t" ? "tab" : delimiter}>
          {delimiters.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <SubmitButton variant="secondary" intent="reread" pending="Reading…">
          Read again
        </SubmitButton>
      </PostForm>
    </details>
  )
}
