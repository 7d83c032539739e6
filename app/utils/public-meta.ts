/** Title, description, canonical address and what is shown where a public page is shared; the document puts our origin before the addresses. */
export const publicMeta = ({
  title,
  description,
  path,
}: {
  title: string
  description: string
  path: string
}) => [
  { title },
  { name: "description", content: description },
  { tagName: "link", rel: "canonical", href: path },
  { property: "og:type", content: "website" },
  { property: "og:url", content: path },
  { property: "og:title", content: title },
  { property: "og:description", content: description },
]
