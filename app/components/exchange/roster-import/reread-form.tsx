import { GroupedOptions } from "~/components/form/grouped-options"
import { PostForm, SubmitButton } from "~/components/form/post-form"

const encodings = [
  { value: "utf-8", label: "Unicode (UTF-8)" },
  { value: "windows-1252", label: "Western (Windows-1252)" },
  { value: "macintosh", label: "Western (Mac)" },
  { value: "windows-1250", label: "Central European (Windows-1250)" },
  { value: "windows-1251", label: "Cyrillic (Windows-1251)" },
  { value: "windows-1253", label: "Greek (Windows-1253)" },
  { value: "windows-1254", label: "Turkish (Windows-1254)" },
  { value: "windows-1255", label: "Hebrew (Windows-1255)" },
  { value: "windows-1257", label: "Baltic (Windows-1257)" },
  { value: "ibm850", label: "Western (MS-DOS)" },
  { value: "ibm852", label: "Central European (MS-DOS)" },
  { value: "ibm866", label: "Cyrillic (MS-DOS)" },
  { value: "shift_jis", label: "Japanese (Shift-JIS)" },
  { value: "euc-jp", label: "Japanese (EUC-JP)" },
  { value: "gb18030", label: "Simplified Chinese (GB18030)" },
  { value: "big5", label: "Traditional Chinese (Big5)" },
  { value: "euc-kr", label: "Korean (EUC-KR)" },
  { value: "utf-16le", label: "Unicode (UTF-16)" },
  { value: "utf-16be", label: "Unicode (UTF-16, big-endian)" },
]

const delimiters = [
  { value: ",", label: "Commas" },
  { value: ";", label: "Semicolons" },
  { value: "tab", label: "Tabs" },
  { value: "|", label: "Vertical bars" },
]

/** Rereads a file with another encoding or delimiter when its letters or columns look wrong. */
export function RereadForm({ encoding, delimiter }: { encoding: string; delimiter: string }) {
  const used = encodings.find(({ value }) => value === encoding && value !== "utf-8")
  return (
    <details>
      <summary className="py-2.5">
        {used ? `Read as ${used.label}. ` : ""}Characters or columns look wrong?
      </summary>
      <PostForm className="toolbar pt-3">
        <label htmlFor="encoding">Encoding</label>
        <select id="encoding" name="encoding" defaultValue={encoding}>
          <GroupedOptions choices={encodings} />
        </select>
        <label htmlFor="delimiter">Columns separated by</label>
        <select id="delimiter" name="delimiter" defaultValue={delimiter === "\t" ? "tab" : delimiter}>
          <GroupedOptions choices={delimiters} />
        </select>
        <SubmitButton variant="secondary" intent="reread" pending="Reloading…" label="Reload file" />
      </PostForm>
    </details>
  )
}
