import { describe, expect, test } from "vitest"
import { machineKind } from "./automatic-mail"

const kindOf = (headers: Record<string, string>, subject = "Re: A lesson", from = "jonas@x.example") =>
  machineKind({ from, subject, headers })

describe("mail that no person wrote", () => {
  test.each([
    [{ "Auto-Submitted": "auto-replied" }],
    [{ "auto-submitted": "auto-generated (rejected)" }],
    [{ Precedence: "bulk" }],
    [{ "X-Auto-Response-Suppress": "All" }],
    [{ "X-Auto-Response-Suppress": "DR, OOF, AutoReply" }],
    [{ "X-Autoreply": "yes" }],
    [{ "X-Autorespond": "A lesson" }],
    [{ "Return-Path": "<>" }],
    [{ "X-POST-MessageClass": "9; Autoresponder" }],
  ])("by its headers %j", (headers) => expect(kindOf(headers)).toBe("automatic"))

  test.each([
    "Out of office: A lesson",
    "Automatic reply: A lesson",
    "Automatische Antwort: A lesson",
    "Abwesenheitsnotiz: A lesson",
    "Réponse automatique : A lesson",
    "Respuesta automática: A lesson",
    "Risposta automatica: A lesson",
    "Automatisch antwoord: A lesson",
    "Autosvar: A lesson",
    "Odpowiedź automatyczna: A lesson",
    "Automatyczna odpowiedź: A lesson",
    "Poza biurem: A lesson",
    "自動返信: A lesson",
    "Автоответ: A lesson",
    "Automatisk svar: A lesson",
    "Ikke på kontoret: A lesson",
    "Frånvaromeddelande: A lesson",
    "Afwezigheidsbericht: A lesson",
    "Abwesend: Re: A lesson",
    "Afwezig: Antw: A lesson",
    "On vacation: Re: A lesson",
    "Out of Office Re: A lesson",
    "Automatic Reply Re: A lesson",
    "Automatic response to: A lesson",
    "OOO: A lesson",
    "AUTO: Jonas Haddad is out of the office (returning 12/01/2026)",
    "Vacation Re: A lesson",
    "Abwesenheitsmeldung: A lesson",
    "Notification d'absence",
    "Mensaje de ausencia",
    "Odpověď v nepřítomnosti: A lesson",
    "Távolléti értesítés",
    "Lomavastaus: A lesson",
    "Ferie: Re: A lesson",
    "Trả lời tự động: A lesson",
    "Balasan otomatis: A lesson",
    "ตอบกลับอัตโนมัติ: A lesson",
    "स्वचालित प्रत्युत्तर: A lesson",
    "Samodejni odgovor: A lesson",
    "Automātiskā atbilde: A lesson",
    "Sjálfvirkt svar: A lesson",
    "Erantzun automatikoa: A lesson",
    "Out of Office AutoReply: A lesson",
    "Automatic reply from Jonas Haddad",
    "Automatische Eingangsbestätigung",
    "Ich bin im Urlaub: Re: A lesson",
  ])("by its subject %j", (subject) => expect(kindOf({}, subject)).toBe("automatic"))

  test("that says one of ours came back", () => {
    expect(kindOf({ "Content-Type": "multipart/report; report-type=delivery-status" })).toBe("bounced")
    expect(kindOf({ "X-Failed-Recipients": "a@b.example" })).toBe("bounced")
    expect(kindOf({}, "Anything", "Mail Delivery Subsystem <MAILER-DAEMON@mail.example>")).toBe("bounced")
    for (const subject of [
      "Undeliverable: A lesson",
      "Unzustellbar: A lesson",
      "Mail delivery failed: returning message",
      "Warning: message 1a2b delayed 24 hours",
      "Impossibile recapitare: A lesson",
      "Nedoručitelné: A lesson",
      "Niet bezorgd: A lesson",
      "Correo devuelto: A lesson",
    ])
      expect(kindOf({}, subject)).toBe("bounced")
  })

  test("is never a person’s", () => {
    const persons: Record<string, string>[] = [
      {},
      { "Auto-Submitted": "no" },
      { "X-Auto-Response-Suppress": "DR, RN" },
      { "X-Autoreply": "no" },
      { Precedence: "list", "List-Id": "<family.x.example>" },
    ]
    for (const headers of persons) expect(kindOf(headers)).toBeUndefined()
    for (const subject of [
      "Re: Out of office",
      "Out of office next week, can we move?",
      "Automatic transmission",
      "Re: Undeliverable letters",
      "Abwesenheit: Milo fehlt am Freitag",
      "Afwezig: Milo is ziek",
      "Fravær: Milo",
      "Frånvaro",
      "Nieobecność - Milo",
      "On holiday: no lesson on Friday please",
      "Fwd: Automatic reply: A lesson",
      "Devuelto el libro",
      "Delivery of the violin delayed",
      "I am out of the office next week, can we move?",
      "Vacation in Spain",
      "Out of office until Monday, re: Milo",
      "Ich bin im Urlaub",
      "Auto",
      "Auto: holen Milo ab (12.12.2026)",
    ])
      expect(kindOf({}, subject)).toBeUndefined()
  })
})
