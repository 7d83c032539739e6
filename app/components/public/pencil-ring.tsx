/** Text inside a hand-drawn ring; at most one on a page. */
export function PencilRing({ children }: { children: string }) {
  return (
    <span className="pencil-ring">
      {children}
      <svg viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden="true">
        <path d="M60 4C20 0 2 10 3 22s30 16 55 14 41-9 39-20S72 3 38 5" vectorEffect="non-scaling-stroke" />
      </svg>
    </span>
  )
}
