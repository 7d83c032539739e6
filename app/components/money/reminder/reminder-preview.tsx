type ReminderPreviewProps = {
  subject: string
  paragraphs: string[]
  /** The invoice it was filled in with; null when it is an example. */
  number: string | null
}

/** How a reminder reads with its merge fields filled in. */
export function ReminderPreview({ subject, paragraphs, number }: ReminderPreviewProps) {
  return (
    <section className="sheet" aria-labelledby="preview">
      <h3 id="preview">Preview</h3>
      <p className="small dim">
        {number ? `Filled in with invoice ${number}.` : "Filled in with an example."} The invoice’s facts, the
        payment link and the PDF follow the text.
      </p>
      <p>
        <b>{subject}</b>
      </p>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may say the same
        <p key={index} className="whitespace-pre-line wrap-anywhere">
          {paragraph}
        </p>
      ))}
    </section>
  )
}
