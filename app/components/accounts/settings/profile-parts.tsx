import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ReactNode } from "react"
import { CurrentPassword, Field, SelectField } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { LinkButton } from "~/components/ui/button"
import { EditablePart } from "~/components/ui/editable-part"
import { Status } from "~/components/ui/status"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { zoneLabel } from "~/utils/zone-names"
import { NewPasswordFields } from "../password/new-password-fields"

export type ProfilePart = "name" | "email" | "photo" | "zone" | "password" | "codes" | "turn-off"
type Result = SubmissionResult<string[]> | undefined

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="section" aria-labelledby={`${id}-title`} id={id}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  )
}

type NamePartProps = {
  name: string
  /** for the staff, whom their office calls */
  phone: { number: string | null } | null
  /** null in a live demo, which is opened without a login */
  signsInAs: string | null
  lastResult: Result
}

/** The person’s name and phone, and what they log in with. */
export function NamePart({ name, phone, signsInAs, lastResult }: NamePartProps) {
  return (
    <EditablePart
      id="you"
      title="You"
      isAnswered={lastResult !== undefined}
      about={
        signsInAs === null ? (
          "A live demo has no logins and no passwords."
        ) : (
          <>
            You log in as <b>{signsInAs}</b>.
          </>
        )
      }
      facts={[["Name", name], ...(phone ? [["Phone", phone.number] as const] : [])]}
    >
      <NameForm name={name} phone={phone} lastResult={lastResult} />
    </EditablePart>
  )
}

function NameForm({ name, phone, lastResult }: Omit<NamePartProps, "signsInAs">) {
  const [form, fields] = useForm<{ name: string; phone: string }>({
    id: "name",
    lastResult,
    defaultValue: { name, phone: phone?.number ?? undefined },
  })
  return (
    <PartForm part="you" intent="name" form={form}>
      <Field meta={fields.name} label="Name" autoComplete="name" maxLength={120} />
      {phone ? (
        <Field
          meta={fields.phone}
          label="Phone"
          hint="Your school’s office sees it beside your name."
          type="tel"
          optional
          autoComplete="tel"
          maxLength={40}
        />
      ) : null}
    </PartForm>
  )
}

type Passwords = { currentPassword: string; password: string; confirmPassword: string }

/** Nothing of a password can be read, so it is a sentence until its button opens the form. */
export function PasswordPart({ lastResult }: { lastResult: Result }) {
  return (
    <EditablePart
      id="change-password"
      title="Password"
      about="Changing your password logs you out everywhere else."
      edit="Change password"
      isAnswered={lastResult !== undefined}
    >
      <PasswordForm lastResult={lastResult} />
    </EditablePart>
  )
}

function PasswordForm({ lastResult }: { lastResult: Result }) {
  const [form, fields] = useForm<Passwords>({ id: "password", lastResult })
  return (
    <PartForm adds part="change-password" intent="password" form={form} save="Save password">
      <Field
        meta={fields.currentPassword}
        label="Current password"
        type="password"
        autoComplete="current-password"
      />
      <NewPasswordFields fields={fields} isAnother />
    </PartForm>
  )
}

type SecondFactorProps = {
  isOn: boolean
  /** the address was never confirmed: no second factor until it is */
  isUnproven: boolean
  codesLeft: number
  /** platform staff may not turn it off */
  isRequired: boolean
  results: { codes: Result; "turn-off": Result }
}

export function SecondFactorPart({ isOn, isUnproven, codesLeft, isRequired, results }: SecondFactorProps) {
  if (isUnproven)
    return (
      <Section id="second-factor" title="Two-factor login">
        <p>Confirm your email first. Then you can turn on two-factor login.</p>
        <p>
          <LinkButton to={paths.confirmEmail()} reloadDocument>
            Confirm email
          </LinkButton>
        </p>
      </Section>
    )
  if (!isOn)
    return (
      <Section id="second-factor" title="Two-factor login">
        <p>Log in with your password and a code from your phone.</p>
        <p>
          <LinkButton to={paths.secondFactorSetUp()} reloadDocument>
            Turn on
          </LinkButton>
        </p>
      </Section>
    )
  return (
    <Section id="second-factor" title="Two-factor login">
      <p>
        <Status tone="ok">On</Status>
      </p>
      <p className={codesLeft < 3 ? "warn" : "dim"}>{countOf(codesLeft, "unused recovery code")} left.</p>
      <WithPassword part="codes" lastResult={results.codes} pending="Creating…">
        Create new recovery codes
      </WithPassword>
      {isRequired ? (
        <p className="small dim">Platform staff can’t turn this off.</p>
      ) : (
        <WithPassword part="turn-off" lastResult={results["turn-off"]} pending="Turning off…">
          Turn off
        </WithPassword>
      )}
    </Section>
  )
}

type WithPasswordProps = {
  part: "codes" | "turn-off"
  lastResult: Result
  pending: string
  children: string
}

/** A change that needs the current password, folded away until it's opened. */
function WithPassword({ part, lastResult, pending, children }: WithPasswordProps) {
  const [form, fields] = useForm<{ currentPassword: string }>({ id: part, lastResult })
  return (
    <details open={Boolean(fields.currentPassword.errors)}>
      <summary>{children}</summary>
      <PostForm className="form" {...getFormProps(form)}>
        <CurrentPassword meta={fields.currentPassword} />
        <SubmitRow
          label={children}
          pending={pending}
          intent={part}
          variant={part === "turn-off" ? "danger" : "secondary"}
        />
      </PostForm>
    </details>
  )
}

type ZonePartProps = {
  /** the person's own; null for the school's, or the platform's */
  zone: string | null
  reader: "family" | "school" | "platform"
  usualZone: string
  zones: string[]
  lastResult: SubmissionResult<string[]> | undefined
}

const abouts = {
  family:
    "Lessons take place in your school’s time. Your home page, your schedule, each lesson and emails about lessons show your own time beside it.",
  school: "Lessons take place in your school’s time. Emails about your lessons show your own time beside it.",
  platform: "The times on the platform’s pages. The days that payments and revenue count on stay in UTC.",
}

const usualLabel = ({ reader, usualZone }: Pick<ZonePartProps, "reader" | "usualZone">) =>
  reader === "platform" ? `The platform’s, ${usualZone}` : `Your school’s, ${zoneLabel(usualZone)}`

/** Where someone is, when that isn't where the school is. */
export function ZonePart(props: ZonePartProps) {
  const { zone, reader, lastResult } = props
  return (
    <EditablePart
      id="time-zone"
      title="Time zone"
      about={abouts[reader]}
      isAnswered={lastResult !== undefined}
      facts={[["Time zone", zone ? zoneLabel(zone) : usualLabel(props)]]}
    >
      <ZoneForm {...props} />
    </EditablePart>
  )
}

function ZoneForm({ zone, reader, usualZone, zones, lastResult }: ZonePartProps) {
  const [form, fields] = useForm<{ timeZone: string }>({
    id: "zone",
    lastResult,
    defaultValue: { timeZone: zone ?? "" },
  })
  return (
    <PartForm part="zone" form={form}>
      <SelectField
        meta={fields.timeZone}
        label="Time zone"
        optional
        prompt={usualLabel({ reader, usualZone })}
        choices={zones.map((value) => ({ value, label: zoneLabel(value) }))}
      />
    </PartForm>
  )
}
