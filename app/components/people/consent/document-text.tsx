import { textBlocks } from "~/models/people/consent/consent"

/** The plain text of a document with its headings and lists. Nothing of it is markup. */
export function DocumentText({ body }: { body: string }) {
  return textBlocks(body).map((block) => {
    if (block.kind === "heading") return <h3 key={block.at}>{block.text}</h3>
    if (block.kind === "text") return <p key={block.at}>{block.text}</p>
    return (
      <ul key={block.at}>
        {block.items.map(({ at, text }) => (
          <li key={at}>{text}</li>
        ))}
      </ul>
    )
  })
}
