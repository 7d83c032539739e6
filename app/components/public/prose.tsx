/** Running text that we wrote in Markdown; `html` never holds anything that people typed in. */
export function Prose({ html }: { html: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own articles, rendered from files of the build
    <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
  )
}
