/** Running text from our own Markdown; `html` never contains user input. */
export function Prose({ html }: { html: string }) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own articles, rendered from files of the build
    <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
  )
}
