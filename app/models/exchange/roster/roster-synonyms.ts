// What columns are called in rosters of music schools, folded as roster-text.ts folds: English, German, French
// and Spanish. Guardians' columns are recognized by their parts instead (roster-fields.ts).

/** Whole headings, by the field they mean. */
export const headingSynonyms = {
  studentCode: `student id|student number|student no|student code|student nr|pupil id|id|code|external id|schuler id|schueler id|
    schulernummer|schuelernummer|schuler nr|schueler nr|kundennummer|nr|nummer|matricule|numero eleve|numero d eleve|id eleve|
    matricula|numero de alumno|id alumno|codigo`,
  firstName: `first name|firstname|first|given name|forename|student first name|student firstname|vorname|vorname schuler|
    prenom|prenom de l eleve|prenom eleve|nombre|nombre del alumno|nombre de pila|nombre alumno`,
  lastName: `last name|lastname|last|surname|family name|student last name|student lastname|student surname|nachname|familienname|
    zuname|nachname schuler|nom de famille|nom de l eleve|nom eleve|apellido|apellidos|apellido del alumno|apellidos del alumno`,
  fullName: `name|full name|student|student name|pupil|pupil name|student full name|schuler|schueler|schulerin|schuler in|
    schuler name|name des schulers|kind|name des kindes|vor und nachname|nom|eleve|nom complet|nom et prenom|alumno|alumna|
    nombre completo|nombre y apellidos|estudiante`,
  birthDate: `birthday|birth date|birthdate|date of birth|dob|born|student birthday|geburtsdatum|geburtstag|geb|geb datum|
    geboren|geboren am|date de naissance|ne le|naissance|fecha de nacimiento|nacimiento`,
  status: "status|student status|state|enrollment status|schulerstatus|statut|etat|estado|situacion",
  instrument: `instrument|instruments|subject|discipline|fach|instrument fach|hauptfach|unterrichtsfach|matiere|instrumento|
    asignatura|especialidad`,
  level:
    "level|grade|stage|skill level|stufe|niveau|leistungsstufe|unterstufe|niveau de l eleve|nivel|grado|curso",
  teacher: `teacher|teacher name|instructor|tutor name|staff|lehrer|lehrerin|lehrer in|lehrkraft|dozent|dozentin|fachlehrer|
    lehrperson|professeur|prof|enseignant|enseignante|profesor|profesora|docente|maestro|maestra`,
  classKind: `lesson type|class type|type|kind|lesson kind|format|unterrichtsform|unterrichtsart|art|form|type de cours|
    tipo|tipo de clase|modalidad`,
  weekday: `lesson day|day|weekday|day of week|day of the week|class day|wochentag|tag|unterrichtstag|jour|jour de cours|
    jour de la semaine|dia|dia de la semana|dia de clase`,
  time: `lesson time|time|start time|class time|starts at|start|uhrzeit|zeit|unterrichtszeit|beginn|startzeit|heure|horaire|
    heure de debut|heure du cours|hora|horario|hora de inicio|hora de clase|
    lesson|lesson slot|time slot|slot|day and time|day time|lesson day and time|lesson day time|schedule|lesson schedule|termin|
    unterrichtstermin|tag und uhrzeit|wochentag und uhrzeit|stundenplan|creneau|jour et heure|dia y hora`,
  minutes: `duration min|duration|duration minutes|minutes|length|lesson length|lesson duration|length min|mins|min|dauer|
    dauer min|dauer minuten|minuten|lange|unterrichtsdauer|duree|duree min|duree du cours|duracion|duracion min|minutos`,
  price: `rate|price|fee|lesson rate|lesson price|lesson fee|cost|amount|price per lesson|rate per lesson|tuition|preis|gebuhr|
    honorar|kosten|betrag|preis pro stunde|entgelt|unterrichtsgebuhr|prix|tarif|montant|prix du cours|precio|tarifa|importe|
    cuota|precio por clase`,
  billing: `billing|billing mode|billing type|billing method|payment plan|invoicing|abrechnung|abrechnungsart|zahlungsweise|
    zahlweise|facturation|mode de facturation|paiement|facturacion|forma de pago|tipo de facturacion`,
  startDate: `start date|startdate|enrolled|enrolled on|enrollment date|enrolment date|first lesson|joined|since|date joined|
    begin date|startdatum|eintritt|eintrittsdatum|anfang|seit|vertragsbeginn|unterrichtsbeginn|anmeldedatum|
    date de debut|date d inscription|inscription|depuis|fecha de inicio|fecha de alta|alta|inscripcion`,
  studentEmail: `student email|student e mail|student mail|student email address|pupil email|email schuler|e mail schuler|
    schuler email|schuler e mail|email eleve|email de l eleve|courriel de l eleve|correo del alumno|email del alumno|email alumno`,
  studentPhone: `student phone|student telephone|student mobile|student cell|pupil phone|telefon schuler|schuler telefon|
    handy schuler|telephone de l eleve|telephone eleve|telefono del alumno|telefono alumno|movil del alumno`,
  household: `household|household name|family|family account|account name|billing family|familie|haushalt|famille|foyer|
    nom du foyer|familia|hogar|nombre de la familia`,
  medicalNotes: `medical|medical notes|medical info|medical information|medical conditions|medical condition|health|health notes|
    health information|allergies|allergy|allergies medical|medical allergies|allergies and medical|medizinisch|
    medizinische hinweise|allergien|gesundheit|gesundheitliches|sante|infos medicales|informations medicales|alergias|salud|
    datos medicos|informacion medica`,
  address: `address|home address|street address|postal address|mailing address|adresse|anschrift|wohnadresse|postanschrift|
    adresse postale|domicile|direccion|domicilio`,
  notes: `notes|note|comments|comment|remarks|remark|additional notes|bemerkung|bemerkungen|notiz|notizen|anmerkung|
    anmerkungen|kommentar|hinweis|hinweise|remarque|remarques|commentaire|commentaires|observations|nota|notas|
    observaciones|comentario|comentarios`,
} as const

/** Words that make a column a guardian's. Mother and father are two people. */
export const guardianWords: ReadonlyMap<string, "any" | "mother" | "father"> = new Map([
  ...byWord(
    `parent parents guardian guardians carer payer eltern elternteil erziehungsberechtigter erziehungsberechtigte
     sorgeberechtigter sorgeberechtigte vertragspartner zahler responsable tuteur padres tutor representante`,
    "any" as const,
  ),
  ...byWord("mother mom mum mama mutter mere madre", "mother" as const),
  ...byWord("father dad papa vater pere padre", "father" as const),
])

/** Words for what a guardian's column holds. */
export const attributeWords: ReadonlyMap<string, "Name" | "LastName" | "Relation" | "Email" | "Phone"> =
  new Map([
    ...byWord("email mail emails courriel correo mel", "Email" as const),
    ...byWord(
      `phone telephone tel mobile cell cellphone handy telefon mobil rufnummer portable telefono movil celular
     telefonnummer handynummer mobilnummer`,
      "Phone" as const,
    ),
    ...byWord(
      "relation relationship beziehung verwandtschaft verhaltnis lien parente parentesco relacion rolle role",
      "Relation" as const,
    ),
    ...byWord("lastname surname nachname familienname apellido apellidos", "LastName" as const),
    ...byWord("name fullname firstname vorname nom prenom nombre", "Name" as const),
  ])

function byWord<Meaning>(words: string, meaning: Meaning): [string, Meaning][] {
  return words.split(/\s+/).map((word) => [word, meaning])
}
