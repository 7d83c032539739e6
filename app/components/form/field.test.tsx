import { type SubmissionResult, useForm } from "@conform-to/react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { CheckField, DateField, Field, SegmentedField, SelectField, TextAreaField } from "./field"
import { ErrorSummary } from "./post-form"

type Enrolment = {
  email: string
  password: string
  start: string
  level: string
  kind: string
  notes?: string
  photos: boolean
}

const refused: SubmissionResult = {
  status: "error",
  initialValue: {
    email: "zoe.okafor",
    password: "a secret",
    start: "2026-11-18",
    level: "2",
    kind: "group",
    notes: "Tuesdays only",
    photos: "on",
  },
  error: { "": ["The class is full."], email: ["Please enter a valid email address"] },
}

function EnrolmentForm({ result }: { result?: SubmissionResult }) {
  const [form, fields] = useForm<Enrolment>({ id: "enrol", lastResult: result })
  return (
    <>
      <ErrorSummary form={form} />
      <Field meta={fields.email} label="Email" hint="We write once a month." type="email" />
      <Field meta={fields.password} label="Password" type="password" />
      <DateField meta={fields.start} label="First lesson" />
      <SelectField meta={fields.level} label="Level" choices={levels} />
      <SegmentedField meta={fields.kind} label="Lessons" choices={kinds} />
      <TextAreaField meta={fields.notes} label="Notes" optional />
      <CheckField meta={fields.photos} label="Photos may be shown" />
    </>
  )
}

const levels = ["1", "2"].map((value) => ({ value, label: `Level ${value}` }))
const kinds = [
  { value: "private", label: "Private" },
  { value: "group", label: "Group" },
]

const page = (result?: SubmissionResult) => renderToStaticMarkup(<EnrolmentForm result={result} />)
const tag = (html: string, id: string) => html.match(new RegExp(`<[a-z]+[^>]* id="${id}"[^>]*>`))?.[0] ?? ""

test("an unsent form shows no problem", () => {
  expect(page()).not.toContain("There is a problem")
  expect(tag(page(), "enrol-email")).toContain('required=""')
})

test("a mistake is named in the summary, linked to its field, and repeated beside it", () => {
  const html = page(refused)
  expect(html).toContain("<li>The class is full.</li>")
  expect(html).toContain('<a href="#enrol-email">Please enter a valid email address</a>')
  const input = tag(html, "enrol-email")
  expect(input).toContain('aria-invalid="true"')
  expect(input).toContain('aria-describedby="enrol-email-description enrol-email-error"')
  expect(html.indexOf('id="enrol-email-error"')).toBeLessThan(html.indexOf(input))
})

test("everything typed survives a mistake, except the password", () => {
  const html = page(refused)
  expect(tag(html, "enrol-email")).toContain('value="zoe.okafor"')
  expect(tag(html, "enrol-start")).toContain('value="2026-11-18"')
  expect(html).toContain('<option value="2" selected="">')
  expect(tag(html, "enrol-kind-group")).toContain('checked=""')
  expect(html).toContain("Tuesdays only")
  expect(tag(html, "enrol-photos")).toContain('checked=""')
  expect(html).not.toContain("a secret")
})

test("a field that may stay empty isn't required, and every label is its text alone", () => {
  const html = page()
  expect(tag(html, "enrol-notes")).not.toContain("required")
  expect(tag(html, "enrol-start")).toContain('required=""')
  expect(html).toContain('<label for="enrol-notes">Notes</label>')
  expect(html).toContain('<label for="enrol-start">First lesson</label>')
  expect(html).not.toContain("(optional)")
})
