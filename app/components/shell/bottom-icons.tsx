/** The signs in the bar at the bottom of a phone. */
export const bottomIcons = {
  home: (
    <>
      <ellipse cx="9" cy="14" rx="4" ry="2.9" transform="rotate(-20 9 14)" fill="currentColor" />
      <path d="M12.8 13V2" />
    </>
  ),
  schedule: <path d="M2 3v14M9 3v14M16 3v14M22 3v14M2 10h20" />,
  progress: <path d="m2 16 7-6 4 4 9-10M16 4h6v6" />,
  students: (
    <>
      <circle cx="9" cy="6" r="3.5" />
      <path d="M2 18c0-4 3-6 7-6s7 2 7 6M16 3a3.5 3.5 0 0 1 0 6.5M18.5 12.5c2.3.8 3.5 2.8 3.5 5.5" />
    </>
  ),
  invoices: <path d="M4 1h16v18H4zM8 6h8M8 10h8M8 14.5h8M8 16.5h8" />,
  messages: <path d="M2 2h20v12H10l-5 4v-4H2z" />,
  search: (
    <>
      <circle cx="10" cy="8.5" r="6.5" />
      <path d="m15 13.5 6 5.5" />
    </>
  ),
  add: <path d="M12 2v16M4 10h16" strokeWidth="2.5" />,
  more: <path d="M4 10h.1M12 10h.1M20 10h.1" strokeWidth="4" strokeLinecap="round" />,
}
