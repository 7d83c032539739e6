import { useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { SubmitRow } from "~/components/form/post-form"
import { EditablePart } from "~/components/ui/editable-part"
import { SchoolLogo } from "~/components/ui/school-logo"
import { largestLogo, usualAccent } from "~/models/accounts/school/logo"
import { photoTypes } from "~/models/people/member/photo"
import { mostText } from "~/utils/bytes"
import type { PartProps } from "./school-parts"

/** The school's logo and the color of its emails. */
export function LogoPart({ settings, result }: PartProps) {
  const { logoId, name, accentColor } = settings
  return (
    <EditablePart
      id="logo"
      title="Logo and color"
      about="The logo is at the top of emails, PDFs, the menu and your public pages. Emails have a line and a button in the color."
      isAnswered={result !== undefined}
      list={
        logoId ? (
          <p>
            <SchoolLogo logoId={logoId} schoolName={name} />
          </p>
        ) : null
      }
      facts={[
        ["Logo", logoId ? "Saved" : null],
        ["Color", accentColor],
      ]}
    >
      <LogoForm settings={settings} result={result} />
    </EditablePart>
  )
}

function LogoForm({ settings: { logoId, accentColor }, result }: PartProps) {
  const [form, fields] = useForm<{ file: string; color: string }>({
    id: "logo-form",
    lastResult: result,
    defaultValue: { color: accentColor ?? usualAccent },
  })
  return (
    <PartForm part="logo" form={form} hasFile>
      <Field
        meta={fields.file}
        label={logoId ? "New logo" : "Logo"}
        hint={`PNG, JPEG, WebP or GIF, up to ${mostText(largestLogo)}, for a light background. We cut its empty margin off.`}
        type="file"
        accept={photoTypes}
        optional
      />
      <Field meta={fields.color} label="Color" type="color" />
      {logoId ? (
        <SubmitRow label="Remove logo" intent="remove-logo" variant="danger" pending="Removing…" />
      ) : null}
    </PartForm>
  )
}
