import { Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { shortestPassword } from "~/models/accounts/user/password"

type NewPasswordFieldsProps = {
  fields: { password: FieldMeta; confirmPassword: FieldMeta }
  /** it takes the place of one they know */
  isAnother?: boolean
}

/** A password chosen and typed once more, by the rules of `NewPasswordForm`. */
export function NewPasswordFields({ fields, isAnother = false }: NewPasswordFieldsProps) {
  return (
    <>
      <Field
        meta={fields.password}
        label={isAnother ? "New password" : "Password"}
        hint={`At least ${shortestPassword} characters. Three random words work well.`}
        type="password"
        autoComplete="new-password"
      />
      <Field
        meta={fields.confirmPassword}
        label={isAnother ? "Confirm new password" : "Confirm password"}
        type="password"
        autoComplete="new-password"
      />
    </>
  )
}
