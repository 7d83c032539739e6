import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { CalendarPart } from "~/components/accounts/settings/calendar-part"
import { AnswerSummary } from "~/components/form/answer-summary"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import { AnswerList } from "~/components/foundation/custom-field/answer-list"
import { ChildLogins } from "~/components/overview/family-area/child-logins"
import { type Slip, StartPasswordSlip } from "~/components/people/student-account/child-sign-in"
import type { FramedPage } from "~/components/shell/frame"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { idIn, intent, intents } from "~/http/intents.server"
import { notFound } from "~/http/responses.server"
import { makeTemporaryPassword } from "~/models/accounts/profile/start-password.server"
import type { Actor } from "~/models/foundation/access/actor"
import { listChildLogins, renewChildPassword } from "~/models/overview/family-area/child-logins.server"
import { ContactForm } from "~/models/overview/family-area/contact-form"
import { listOwnAnswers } from "~/models/overview/family-area/own-answers.server"
import { changeOwnContact, findOwnContact } from "~/models/overview/family-area/own-contact.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { feedAddressOf, feedIntents, feedPartsOf } from "~/routes/feeds/calendar-feed.server"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  return {
    contact: findOwnContact(actor) ?? null,
    address: feedAddressOf(actor),
    parts: feedPartsOf(feedAddressOf(actor), findPortal(actor).students),
    school: actor.school.name,
    whose: findPortal(actor).students.some(({ as }) => as === "guardian")
      ? "Your family’s lessons"
      : "Your lessons",
    children: listChildLogins(actor),
    answers: listOwnAnswers(actor, findPortal(actor).students),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const form = await request.formData()
  const back = paths.studentSettings()
  return intents(form, back, {
    ...feedIntents(actor, back),
    "child-password": () => renewPassword(actor, idIn(form, "student")),
    contact: intent({
      schema: ContactForm,
      run: ({ email, phone, address }) =>
        changeOwnContact(actor, { email, phone: phone || null, address: address || null }),
      saved: "Contact details saved.",
    }),
  })
}

async function renewPassword(actor: Actor, studentId: string) {
  if (!listChildLogins(actor).some((child) => child.studentId === studentId)) throw notFound()
  const { password, passwordHash } = await makeTemporaryPassword()
  const child = renewChildPassword(actor, studentId, { passwordHash })
  if (!child) throw notFound()
  const slip: Slip = {
    name: child.name,
    username: child.username,
    password,
    address: `${env().APP_URL}${paths.login()}`,
    schoolName: actor.school.name,
  }
  return data({ slip })
}

export const handle: FramedPage = { title: "Contacts and calendar", column: "form narrow" }

export const meta: MetaFunction = () => [{ title: "Contacts and calendar · Tutti" }]

export default function FamilySettings() {
  const { contact, address, parts, school, whose, children, answers } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer && "slip" in answer)
    return <StartPasswordSlip slip={answer.slip} back={paths.studentSettings()} isPart />
  const result = answer?.result
  return (
    <>
      <AnswerSummary formId="contact-form" result={result} />
      {contact ? <ContactPart contact={contact} school={school} lastResult={result} /> : null}
      {answers.map(({ id, name, rows }) => (
        <section className="section" key={id} aria-label={name}>
          <h2>{name}</h2>
          <p className="dim">From {school}’s records. Ask the school to change it.</p>
          <AnswerList rows={rows} />
        </section>
      ))}
      <ChildLogins list={children} />
      <CalendarPart address={address} parts={parts} what={whose} />
      <section className="section" aria-labelledby="data-title">
        <h2 id="data-title">Your data</h2>
        <p className="dim">
          Everything you can see of what {school} keeps: people, lessons, notes and invoices, in one JSON
          file.
        </p>
        <p>
          <a href={paths.studentData()}>Download my data</a>
        </p>
      </section>
      <section className="section" aria-labelledby="login-title">
        <h2 id="login-title">Your login</h2>
        <p>
          Manage your name, password and active logins in <Link to={paths.profile()}>your profile</Link>.
        </p>
      </section>
    </>
  )
}

type Fields = { email: string; phone: string; address: string }
type ContactPartProps = {
  contact: { email: string | null; phone: string | null; address: string | null }
  school: string
  lastResult: SubmissionResult<string[]> | undefined
}

/** A form from the start: to change it is what a family comes for, with as few taps as can be. */
function ContactPart({ contact, school, lastResult }: ContactPartProps) {
  const [form, fields] = useForm<Fields>({ id: "contact-form", lastResult, defaultValue: contact })
  return (
    <section className="section" aria-labelledby="contact-title">
      <h2 id="contact-title">How {school} contacts you</h2>
      <p className="dim">Invoices go to this email. Changing it doesn’t change how you log in.</p>
      <PostForm edits className="form" {...getFormProps(form)}>
        <Field meta={fields.email} label="Email" type="email" autoComplete="email" maxLength={254} />
        <Field meta={fields.phone} label="Phone" type="tel" autoComplete="tel" optional maxLength={40} />
        <TextAreaField
          meta={fields.address}
          label="Address"
          hint="Shown on your invoices."
          optional
          rows={3}
          maxLength={300}
        />
        <p>
          <SubmitButton pending="Saving…" intent="contact">
            Save
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
