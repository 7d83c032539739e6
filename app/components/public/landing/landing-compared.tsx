import { NoteHead } from "~/components/ui/note-head"
import { platformProvider } from "~/utils/payment-providers"

// What Tutti says here is true of this release; what it doesn't do stays in the table.

const tasks: [task: string, spreadsheet: string, tutti: string, isThere?: "no"][] = [
  ["Make-up credits with notice, limit and expiration", "By hand", "Yes"],
  ["Teacher pay from the same attendance", "By hand", "Yes"],
  ["New families ask for lessons on your website", "By email", "Yes"],
  ["Attendance without a signal", "On paper", "Yes, sent later"],
  ["Two parents share one invoice", "By hand", "Yes, to the cent"],
  ["Works with a screen reader, and without JavaScript", "No", "Yes"],
  ["Export everything", "Yes", "Yes, any time"],
  ["Cards, wallets and bank debits", "No", "Yes, through your own Stripe account"],
  ["Automatic payments", "No", `Yes, by card or with ${platformProvider}`],
  ["Text messages", "By hand", "Yes, from your own Twilio account"],
  ["App store app", "No", "No: a website you can install", "no"],
]

/** What one gets and what not, beside the spreadsheet that most come from. */
export function LandingCompared() {
  return (
    <section className="page-width page-section" id="compare">
      <h2>What you get, and what you don’t yet.</h2>
      <table className="compared">
        <caption className="visually-hidden">Tutti compared with a spreadsheet</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Task</span>
            </th>
            <th scope="col">Spreadsheet</th>
            <th scope="col">Tutti</th>
          </tr>
        </thead>
        <tbody>
          {tasks.map(([task, spreadsheet, tutti, isThere]) => (
            <tr key={task}>
              <th scope="row">{task}</th>
              <td>{spreadsheet}</td>
              <td className={isThere ? undefined : "ok"}>
                <NoteHead kind={isThere ? "open" : "on"} />
                <b>{tutti}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
