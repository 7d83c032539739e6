import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField, Field } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { DataTable } from "~/components/ui/data-table"
import type { ErasureEffect } from "~/models/overview/erasure/erasure"
import { joinNames } from "~/utils/names"

type ErasureViewProps = ErasureEffect & { result?: SubmissionResult }

/** What erasing a person does, what has to be done first, and the two confirmations. */
export function ErasureView({ name, goes, asked = [], stays, obstacles, result }: ErasureViewProps) {
  return (
    <>
      <AnswerSummary formId="erase" result={result} />
      <section className="section" aria-labelledby="goes-title">
        <h2 id="goes-title">What goes</h2>
        <ul className="rows">
          {goes.map((text) => (
            <li key={text}>{text}</li>
          ))}
          {asked.length > 0 ? (
            <li>Requests for lessons for {joinNames(asked)}, with trial lessons to come and offers</li>
          ) : null}
        </ul>
      </section>
      <section className="section" aria-labelledby="stays-title">
        <h2 id="stays-title">What stays</h2>
        <DataTable
          caption="What stays, and why"
          rows={stays}
          rowKey={({ what }) => what}
          columns={[
            { label: "What", cell: ({ what }) => what },
            { label: "Why", cell: ({ why }) => why },
          ]}
        />
      </section>
      {obstacles.length > 0 ? (
        <Callout tone="red">
          <p>First:</p>
          <ul>
            {obstacles.map(({ text, path, label }) => (
              <li key={text}>
                {text} <Link to={path}>{label}</Link>
              </li>
            ))}
          </ul>
        </Callout>
      ) : (
        <EraseForm name={name} result={result} />
      )}
    </>
  )
}

function EraseForm({ name, result }: { name: string; result?: SubmissionResult }) {
  const [form, fields] = useForm<{ name: string; sure: boolean }>({ id: "erase", lastResult: result })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <Field
        meta={fields.name}
        label="Name"
        hint={`Type ${name} to confirm`}
        autoComplete="off"
        maxLength={200}
      />
      <CheckField meta={fields.sure} label="I understand that no one can undo this." />
      <SubmitRow label={`Erase ${name}`} variant="danger" pending="Erasing…" />
    </PostForm>
  )
}
