import type { ReactNode } from "react"
import { Link } from "~/components/ui/link"
import { PublicShell } from "./public-shell"
import { RegistrationForm, type RegistrationFormProps } from "./registration-form"
import { RegistrationSteps } from "./registration-steps"
import { ScorePlate } from "./score-plate"

type RegistrationPageProps<Answers extends Record<string, unknown>> = RegistrationFormProps<Answers> & {
  /** for a person who has an account */
  login: { to: string; label: string }
  /** the way to the other kind of registration */
  otherwise: ReactNode
}

/** The page of every registration: its form, and the ways to log in and to register otherwise. */
export function RegistrationPage<Answers extends Record<string, unknown>>({
  login,
  otherwise,
  ...form
}: RegistrationPageProps<Answers>) {
  return (
    <PublicShell aside={<RegistrationSteps current="Account" />}>
      <main id="main" className="page-width form-page">
        <div className="split">
          <div className="form">
            <RegistrationForm {...form} />
            <p className="dim">
              Already have an account? <Link to={login.to}>{login.label}</Link>
            </p>
            <p className="dim">{otherwise}</p>
          </div>
          <ScorePlate />
        </div>
      </main>
    </PublicShell>
  )
}
