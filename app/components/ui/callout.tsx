import type { ComponentProps, ReactNode } from "react"

const tones = { ink: "callout", red: "callout red", amber: "callout amber", blue: "callout blue" }

/** Something the reader should know here: ink to know, blue for today, amber to watch, red to correct. Children are paragraphs. */
export function Callout({ tone = "ink", children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return <div className={tones[tone]}>{children}</div>
}

/** The same in one paragraph. */
export const CalloutText = ({ children, ...look }: ComponentProps<typeof Callout>) => (
  <Callout {...look}>
    <p>{children}</p>
  </Callout>
)
