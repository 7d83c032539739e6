import { EnterButton } from "~/components/form/enter-button"
import { DateField, Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"

type ClassPartProps = {
  classes: NameOffer
  source?: string
  fields: Record<"classId" | "startsOn" | "prerequisiteReason", FieldMeta>
}

/** The class to enroll in, and from when. */
export function ClassPart({ classes, source, fields }: ClassPartProps) {
  return (
    <>
      {classes.isSearched ? (
        <EnterButton intent="preview" formNoValidate>
          Preview
        </EnterButton>
      ) : null}
      <NameChoiceField
        meta={fields.classId}
        label="Class"
        sought="a class"
        prompt="Choose a class"
        offer={classes}
        source={source}
      />
      <DateField meta={fields.startsOn} label="First day" />
      <Field
        meta={fields.prerequisiteReason}
        label="Reason to enroll without a prerequisite"
        hint="Only for students whom the preview names as lacking one."
        optional
        maxLength={200}
      />
    </>
  )
}
