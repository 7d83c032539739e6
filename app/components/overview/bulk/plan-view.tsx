import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { DataTable } from "~/components/ui/data-table"
import { mostAtOnce } from "~/models/foundation/selection/selection"
import type { ActTexts } from "~/models/overview/bulk/list-acts"
import { countOf } from "~/utils/count-of"
import { formatNumber } from "~/utils/formats"

type Listed = { count: number; items: { id: string; name: string; text: string }[] }

type PlanViewProps = {
  texts: ActTexts
  /** One and many of what was selected. */
  nouns: [string, string]
  plan: {
    reasons: { reason: string; count: number; name: string }[]
    /** What it brings about beside the lines, in one sentence. */
    beside?: string | undefined
    can: Listed & { makes: number }
    cannot: Listed
  }
}

/** What would happen and what wouldn't, with the button that does it. */
export function PlanView({ texts, nouns, plan: { reasons, beside, can, cannot } }: PlanViewProps) {
  const { confirm, pending, item = nouns } = texts
  return (
    <section className="section" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      {cannot.count > 0 ? (
        <Callout tone="amber">
          <p>{countOf(cannot.count, "exception")}. Nothing happens to these:</p>
          <ul>
            {reasons.slice(0, 10).map(({ reason, count, name }) => (
              <li key={reason}>
                {count === 1 ? name : countOf(count, ...nouns)}: {reason}
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
      {beside ? (
        <Callout tone="amber">
          <p>{beside}</p>
        </Callout>
      ) : null}
      {can.count > 0 ? (
        <PostForm className="buttons">
          <SubmitButton intent="confirm" pending={pending}>
            {confirm(countOf(can.makes, ...item))}
          </SubmitButton>
          {can.count > mostAtOnce ? (
            <span className="dim">Runs in the background. You’ll see its progress and can stop it.</span>
          ) : null}
        </PostForm>
      ) : (
        <p>There’s nothing to do for this selection.</p>
      )}
      {can.count > 0 ? <Lines caption="What happens" {...can} /> : null}
      {cannot.count > 0 ? <Lines caption="Exceptions" {...cannot} /> : null}
    </section>
  )
}

function Lines({ caption, count, items }: Listed & { caption: string }) {
  return (
    <>
      <h3>
        {caption} <span className="dim">{formatNumber(count)}</span>
      </h3>
      <DataTable
        caption={caption}
        terse
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          { label: "Name", cell: ({ name }) => name },
          { label: caption, cell: ({ text }) => text },
        ]}
      />
      {count > items.length ? <p className="dim">and {formatNumber(count - items.length)} more</p> : null}
    </>
  )
}
