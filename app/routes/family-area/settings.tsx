import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { CalendarPart } from "~/components/accounts/settings/calendar-part"
import { Field } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { OwnDataPart, ownDataFormId } from "~/components/people/own-data/own-data-part"
import { type Slip, StartPasswordSlip } from "~/components/people/student-account/child-sign-in"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents, titles } from "~/http/intents.server"
import { makeTemporaryPassword } from "~/models/accounts/profile/choose-password.server"
import type { Actor } from "~/models/foundation/access/actor"
import { withAnswers } from "~/models/foundation/custom-field/custom-field-form"
import { listChildLogins, renewChildPassword } from "~/models/overview/family-area/child-logins.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import {
  askForGuardian,
  listOwnData,
  saveOwnFacts,
  withdrawChange,
} from "~/models/people/own-data/changes.server"
import { listFacts, listOwnSubjects } from "~/models/people/own-data/facts.server"
import { guardianFact, isOwnFact, keyOf, type Subject } from "~/models/people/own-data/own-data"
import { AskGuardianForm, ownDataForm } from "~/routes/family-area/own-data-form.server"
import { feedAddressOf, feedIntents, feedPartsOf } from "~/routes/feeds/calendar-feed.server"
import { askGuardianRefusals, withdrawChangeRefusals } from "~/texts/people/refusals"
import { todayOf } from "~/utils/clock.server"
import { env } from "~/utils/env.server"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const on = <Row extends { createdAt: number }>(row: Row) => ({
    ...row,
    on: localDate(row.createdAt, actor.school.timeZone),
  })
  return {
    subjects: listOwnData(actor).map(({ waiting, declined, ...subject }) => ({
      ...subject,
      waiting: waiting.map(on),
      declined: declined.map(on),
    })),
    address: feedAddressOf(actor),
    parts: feedPartsOf(feedAddressOf(actor), findPortal(actor).students),
    school: actor.school.name,
    whose: findPortal(actor).students.some(({ as }) => as === "guardian")
      ? "Your family’s lessons"
      : "Your lessons",
    children: listChildLogins(actor),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const form = await request.formData()
  const back = paths.studentSettings()
  return intents(form, back, {
    ...feedIntents(actor, back),
    "child-password": () => renewPassword(actor, idIn(form, "student")),
    details: (sent) => saveDetails(actor, sent),
    "invite-guardian": intent({
      schema: AskGuardianForm,
      run: ({ subject: key, ...asked }) => {
        const subject = listOwnSubjects(actor).find((each) => each.noun === "guardian" && keyOf(each) === key)
        return subject ? askForGuardian(actor, subject, asked) : ({ ok: false, reason: "not-found" } as const)
      },
      field: "email",
      refusals: askGuardianRefusals,
      status: 409,
      saved: (_, { name }) => ({
        title: "Sent to the school for approval.",
        text: `Once it approves, ${name} gets an invitation.`,
      }),
    }),
    withdraw: act({
      run: (sent) => withdrawChange(actor, idIn(sent, "change")),
      refusals: titles(withdrawChangeRefusals),
      saved: "Change withdrawn.",
    }),
  })
}

/** What may be typed depends on whose facts they are, and on what the school opened of them. */
function saveDetails(actor: Actor, form: FormData) {
  const key = idIn(form, "subject")
  const subject = orNotFound(listOwnSubjects(actor).find((each) => !each.isChild && keyOf(each) === key))
  const open = (listFacts(actor, [subject])[0] ?? []).filter(({ rule }) => rule !== "off")
  const fields = open.flatMap(({ field }) => field ?? [])
  const present = Object.fromEntries(open.flatMap(({ fact, value }) => (value ? [[fact, value]] : [])))
  const ours = open.map(({ fact }) => fact).filter(isOwnFact)
  return intent({
    schema: withAnswers(ownDataForm(ours, todayOf(actor)), fields, present),
    run: ({ facts, custom }) =>
      saveOwnFacts(actor, subject, {
        ...facts,
        ...Object.fromEntries(fields.map(({ id }) => [id, custom[id] ?? null])),
      }),
    saved: ({ asked }) =>
      asked > 0
        ? { title: "Sent to the school for approval.", text: "Until then the school keeps what it has." }
        : "Details saved.",
  })(form, paths.studentSettings())
}

async function renewPassword(actor: Actor, studentId: string) {
  if (!listChildLogins(actor).some((child) => child.studentId === studentId)) throw notFound()
  const { password, passwordHash } = await makeTemporaryPassword()
  const child = orNotFound(renewChildPassword(actor, studentId, { passwordHash }))
  const slip: Slip = {
    name: child.name,
    username: child.username,
    password,
    address: `${env().APP_URL}${paths.login()}`,
    schoolName: actor.school.name,
  }
  return data({ slip })
}

export const { handle, meta } = framed({ title: "Contacts and calendar", column: "form narrow" })

export default function FamilySettings() {
  const { subjects, address, parts, school, whose, children } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (answer && "slip" in answer)
    return <StartPasswordSlip slip={answer.slip} back={paths.studentSettings()} isPart />
  const result = answer?.result
  const answered = String(result?.initialValue?.subject)
  const isAsking = result?.initialValue?.intent === "invite-guardian"
  return (
    <>
      <AnswerSummary
        formId={isAsking ? askGuardianFormId(answered) : ownDataFormId(answered)}
        result={result}
      />
      {subjects.map((subject) => (
        <OwnDataPart
          key={`${keyOf(subject)} ${JSON.stringify([subject.facts, subject.waiting])}`}
          subject={subject}
          school={school}
          result={answered === keyOf(subject) && !isAsking ? result : undefined}
        />
      ))}
      {subjects.map((subject) =>
        subject.noun === "guardian" && subject.waiting.every(({ fact }) => fact !== guardianFact) ? (
          <AskGuardian
            key={keyOf(subject)}
            subject={subject}
            result={answered === keyOf(subject) && isAsking ? result : undefined}
          />
        ) : null,
      )}
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

type ChildLoginsProps = { list: { studentId: string; name: string; username: string }[] }

/** For a guardian whose children log in with a username: those accounts have no mailbox to reset a password. */
function ChildLogins({ list }: ChildLoginsProps) {
  if (list.length === 0) return null
  return (
    <section className="section" aria-labelledby="children-title">
      <h2 id="children-title">Your children’s logins</h2>
      <p className="dim">
        Forgot a password? Create a temporary one. It logs the child out everywhere, and they choose their own
        password when they log in next.
      </p>
      <ul className="rows">
        {list.map(({ studentId, name, username }) => (
          <li key={studentId}>
            <PostForm className="buttons between">
              <span>
                {name}, username <b>{username}</b>
              </span>
              <input type="hidden" name="student" value={studentId} />
              <SubmitButton variant="secondary" intent="child-password" pending="Creating a password…">
                Create temporary password <span className="visually-hidden">for {name}</span>
              </SubmitButton>
            </PostForm>
          </li>
        ))}
      </ul>
    </section>
  )
}

const askGuardianFormId = (key: string) => `ask-${key}`

type AskGuardianProps = { subject: Subject & { name: string }; result?: SubmissionResult }

/** Another adult for the family, whom the office approves and who is invited then. */
function AskGuardian({ subject, result }: AskGuardianProps) {
  const key = keyOf(subject)
  const [form, fields] = useForm<Record<"name" | "relation" | "email" | "phone", string>>({
    id: askGuardianFormId(key),
    lastResult: result,
  })
  return (
    <section className="section" aria-labelledby={`${form.id}-title`}>
      <h2 id={`${form.id}-title`}>Invite another guardian</h2>
      <details className="disclosure" open={result !== undefined}>
        <summary>For the family of {subject.name}</summary>
        <p className="dim">
          Once the school approves, they get an invitation and see the lessons. The school decides whether
          they see invoices.
        </p>
        <PostForm className="form" {...getFormProps(form)} sends={{ subject: key }}>
          <Field meta={fields.name} label="Guardian’s full name" autoComplete="off" maxLength={120} />
          <Field meta={fields.relation} label="Relation" hint="Mother, for example" optional maxLength={40} />
          <Field
            meta={fields.email}
            label="Guardian’s email"
            type="email"
            autoComplete="off"
            maxLength={254}
          />
          <Field
            meta={fields.phone}
            label="Guardian’s phone"
            type="tel"
            autoComplete="off"
            optional
            maxLength={40}
          />
          <SubmitRow label="Send to the school" pending="Sending…" intent="invite-guardian" />
        </PostForm>
      </details>
    </section>
  )
}
