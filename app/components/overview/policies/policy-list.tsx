import type { SubmissionResult } from "@conform-to/react"
import { type ReactNode, useRef } from "react"
import { Link } from "~/components/ui/button"
import { useFocusInside } from "~/components/ui/editable-part"
import type { Policies, Preset, PresetKey, PresetTopic, Topic } from "~/models/overview/policies/policies"
import { presetNames } from "~/texts/overview/preset-names"
import { policyRow } from "./policy-row"
import { policySections, policyText } from "./policy-texts"

type PolicyListProps = {
  policies: Policies
  currency: string
  paysTeachers: boolean
  /** whether the viewer changes the rules of invoices, too */
  mayIssue: boolean
  /** the preset that the school is closest to, and the rules in which it differs */
  preset: { key: PresetKey; rules: Preset; changed: readonly PresetTopic[] }
  /** the row whose form is open */
  open?: string
  result?: SubmissionResult
  /** the form of the open row */
  form: ReactNode
}

/** Every policy as a sentence, by subject. Edit opens its form in the same row, by the address. */
export function PolicyList(props: PolicyListProps) {
  const { policies, currency, paysTeachers, mayIssue, preset, open, result, form } = props
  const context = { currency, paysTeachers }
  const isThere = (topic: Topic) => topic !== "teacherPrices" || paysTeachers
  return policySections.map(({ id, title, rows }) => (
    <section key={id} className="section" aria-labelledby={`${id}-title`} id={id}>
      <h2 id={`${id}-title`}>{title}</h2>
      <dl className="policies">
        {rows
          .filter(({ topic }) => isThere(topic))
          .map(({ topic, part, label, turnOn }) => {
            const { text, isOff } = policyText(topic, policies, context)
            const turnsOn = isOff && turnOn === undefined
            const usual = preset.changed.find((changed) => changed === topic)
            const rule = usual && policyText(usual, { ...policies, ...preset.rules }, context)
            return (
              <PolicyRow
                key={part}
                part={part}
                label={label}
                isOff={isOff}
                button={turnsOn ? "Turn on" : isOff ? (turnOn ?? "Edit") : "Edit"}
                turnsOn={turnsOn}
                mayEdit={mayIssue || !ofInvoicing.includes(topic)}
                form={open === part ? form : null}
                isAnswered={result !== undefined}
              >
                {isOff ? `Off. ${text}` : text}
                {rule ? (
                  <span className="block small dim">
                    {presetNames[preset.key]}: {rule.isOff ? "Off." : rule.text}
                  </span>
                ) : null}
              </PolicyRow>
            )
          })}
        {id === "absences" ? (
          <PolicyRow
            part="outcomes"
            label="All statuses"
            button="Edit"
            mayEdit
            form={open === "outcomes" ? form : null}
            isAnswered={result !== undefined}
          >
            What each attendance status charges, pays and earns, present and late as well.
          </PolicyRow>
        ) : null}
      </dl>
    </section>
  ))
}

const ofInvoicing: readonly Topic[] = ["invoices", "reminders", "autoPay"]

type PolicyRowProps = {
  part: string
  label: string
  isOff?: boolean
  /** its form begins with what it would be turned on with */
  turnsOn?: boolean
  button: string
  mayEdit: boolean
  form: ReactNode
  isAnswered: boolean
  children: ReactNode
}

/** One policy: its sentence, and its form below while it is open. */
function PolicyRow({
  part,
  label,
  isOff = false,
  turnsOn = false,
  button,
  mayEdit,
  form,
  isAnswered,
  children,
}: PolicyRowProps) {
  const row = useRef<HTMLDivElement>(null)
  const isOpen = form !== null
  useFocusInside(row, isOpen, isAnswered, "dd > a")
  return (
    <div ref={row} id={part}>
      <dt>{label}</dt>
      <dd className={isOff ? "dim" : undefined}>{children}</dd>
      {isOpen ? (
        <dd className="edited">{form}</dd>
      ) : mayEdit ? (
        <dd>
          <Link to={policyRow(part, turnsOn)} preventScrollReset aria-label={`${button}: ${label}`}>
            {button}
          </Link>
        </dd>
      ) : null}
    </div>
  )
}

/** A rule on the page of what it brings, with the way to it. */
export function PolicyLine({ part, label, text }: { part: string; label: string; text: string | null }) {
  const button = text === null ? "Turn on" : "Edit"
  return (
    <p>
      {text ?? "Off."}{" "}
      <Link to={policyRow(part, text === null)} aria-label={`${button}: ${label}`}>
        {button}
      </Link>
    </p>
  )
}

/** What families read, in sentences written from the settings. */
export function FamilyPolicies({ lines }: { lines: readonly string[] }) {
  return (
    <ol className="policy-lines">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ol>
  )
}
