import { CheckField, SelectField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { defaultOutcomes } from "~/models/accounts/outcome/outcome"
import { longestStatus, type OwnRule } from "~/models/accounts/own-status/own-status"

export type StatusTexts = Record<
  "name" | "letters" | "countsAs" | "isShownToFamilies" | "hasOwnRules" | keyof OwnRule,
  string
>

/** The rules as the fields of the form begin. */
export const ruleTexts = (rule: OwnRule | null) => ({
  hasOwnRules: rule ? "on" : "",
  chargedPercent: rule ? String(rule.chargedPercent) : "",
  paidPercent: rule ? String(rule.paidPercent) : "",
  issuesCredit: rule?.issuesCredit ? "on" : "",
  countsAsAttended: rule?.countsAsAttended ? "on" : "",
})

type StatusFieldsProps = { metas: Record<keyof StatusTexts, FieldMeta>; hint: string; paysTeachers: boolean }

/** What is entered of a status of the school's own. */
export function StatusFields({ metas, hint, paysTeachers }: StatusFieldsProps) {
  return (
    <>
      <Field
        meta={metas.name}
        label="Name"
        hint="For example, Sick note or Online"
        maxLength={longestStatus}
        autoComplete="off"
      />
      <Field
        meta={metas.letters}
        label="Letters"
        hint="1 to 3, for the class’s grid and attendance sheets"
        maxLength={3}
        autoComplete="off"
      />
      <SelectField
        meta={metas.countsAs}
        label="Counts as"
        hint={hint}
        choices={defaultOutcomes.map(({ code, label }) => ({ value: code, label }))}
      />
      <CheckField
        meta={metas.isShownToFamilies}
        label="Families see its name"
        hint="If not, they see what it counts as."
      />
      <OwnRules metas={metas} paysTeachers={paysTeachers} />
    </>
  )
}

/** Shown once they are wanted; a browser that can't hide them shows them always, and they count only with the check mark. */
function OwnRules({ metas, paysTeachers }: Omit<StatusFieldsProps, "hint">) {
  const percent = { optional: true, inputMode: "numeric", maxLength: 3, autoComplete: "off" } as const
  return (
    <div className="own-rules">
      <CheckField
        meta={metas.hasOwnRules}
        label="Rules of its own"
        hint="If not, it’s charged, paid and credited like what it counts as."
      />
      <fieldset>
        <legend>Its rules, for attendance from now on</legend>
        <Field meta={metas.chargedPercent} label="Family charged, percent" {...percent} />
        {paysTeachers ? <Field meta={metas.paidPercent} label="Teacher paid, percent" {...percent} /> : null}
        <CheckField meta={metas.issuesCredit} label="Gives a make-up credit" />
        <CheckField meta={metas.countsAsAttended} label="Attended, in figures" />
      </fieldset>
    </div>
  )
}
