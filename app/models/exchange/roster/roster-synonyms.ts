// What columns are called in rosters of music schools, folded as roster-text.ts folds: English, German, French,
// Spanish and the Nordic languages. Guardians' columns are recognized by their parts instead (roster-fields.ts).

/** Whole headings, by the field they mean. */
export const headingSynonyms = {
  studentCode: `arbor id|arbor student id|sims id|bromcom id|mis id|sis id|other id|local id|state id|wonde id|isams id|enrolment no|enrollment no|enrolment number|enrollment number|admission no|admission number|matricola|num expediente|numero de expediente|n expediente|expediente|numero de aluno|numero de eleve|member id|member no|member number|mitgl nr|mitgl nummer|mitglieds nr|leerlingnummer|llnnummer|lln nr|lid nr|stamnummer|relatienummer|lidnummer|person id|pupil ref|pupil reference|student ref|student reference|ref|reference|upn|elevnummer|elev id|elev nummer|mitgliedsnummer|student id|student number|student no|student code|student nr|pupil id|id|code|external id|schuler id|schueler id|
    schulernummer|schuelernummer|schuler nr|schueler nr|kundennummer|nr|nummer|matricule|numero eleve|numero d eleve|id eleve|
    matricula|numero de alumno|id alumno|codigo`,
  householdCode: `fam acct|family acct|familienummer|familjenummer|family id|family number|family no|household id|account id|account number|account no|family code|household key|client id|customer id|payer id|
    familiennummer|familien id|haushalts id|id famille|numero de famille|id familia`,
  openingBalance: `opening balance|starting balance|balance brought forward|balance forward|brought forward|carried forward|anfangssaldo|eroffnungssaldo|saldovortrag|ubertrag|solde d ouverture|solde initial|report de solde|saldo inicial|saldo de apertura|openingssaldo|beginsaldo|saldo iniziale|ingaende saldo|inngaende saldo|primosaldo`,
  firstName: `given|given names|etunimet|ime|meno|roepnaam|jmeno|keresztnev|ad|adi|prenume|imie|etunimi|primeiro nome|nome proprio|fornavn|fornamn|elevens fornavn|elevens fornamn|nome|rufname|christian name|first name|voornaam|firstname|first|given name|forename|forenames|first names|legal forename|legal first name|legal given name|student first name|student firstname|vorname|vorname schuler|
    prenom|prenom de l eleve|prenom eleve|nombre|nombre del alumno|nombre de pila|nombre alumno`,
  lastName: `prezime|priimek|1er apellido|1º apellido|priezvisko|nume|prijmeni|vezeteknev|soyad|soyadi|nume de familie|primer apellido|apellido paterno|apellido 1|first surname|nazwisko|sukunimi|apelido|sobrenome|efternavn|etternavn|efternamn|elevens efternavn|elevens etternavn|elevens efternamn|last name|family last name|achternaam|cognome|lastname|last|surname|family name|legal surname|legal last name|student last name|student lastname|student surname|nachname|familienname|
    zuname|nachname schuler|nom de famille|nom de l eleve|nom eleve|apellido|apellidos|apellido del alumno|apellidos del alumno`,
  secondLastName: `2º apellido|2do apellido|segundo apellido|apellido materno|apellido 2|second surname|second last name|maternal surname`,
  nameAddition: `name suffix|suffix|generation suffix|generational suffix|generation|namenszusatz|namenszusatze|suffixe|sufijo|tussenvoegsel|tussenvoegsels|tv|tsv|tussenvgsl|voorvoegsel|tussenv|last name prefix|surname prefix|particule`,
  fullName: `kinder|enfants|hijos|kinderen|figli|dzieci|prenom et nom|vorname und nachname|vorname und name|nombre y apellido|nombre y apellidos|nome e sobrenome|voornaam en achternaam|fornavn og efternavn|fornavn og etternavn|fornamn och efternamn|dependent|dependant|dependent name|adherent|adherente|stagiaire|ho va ten|ho ten|ten hoc sinh|ten hoc vien|hoc sinh|hoc vien|iscritto|iscritta|iscritti|inscrit|inscrite|inscrito|inscrita|first names of children|first names of students|student first names|child first names|children first names|uczestnicy|uczniowie|teilnehmer|teilnehmerinnen|deelnemers|deltagere|deltakere|singer|musician|dancer|camper|chorister|ucenik|ucenica|ucenec|ucenka|ime i prezime|ime in priimek|zak|ziak|performer|performer name|members|participants|attendees|imie i nazwisko ucznia|nazwisko i imie ucznia|cognome e nome|nome cognome|cognome nome|nominativo|alunno|alunna|studente|studentessa|nazwisko i imie|prijmeni a jmeno|jmeno a prijmeni|adi soyadi|ad soyad|nev|participant|participant name|attendee|attendee name|imie i nazwisko|uczen|nimi|oppilas|oppilaan nimi|nome do aluno|aluno|aluna|nome completo|navn|namn|elev|elevnavn|elevnamn|elevens navn|elevens namn|barn|barnets navn|barnets namn|fullt navn|fulde navn|deltager|deltaker|deltagare|name|child|kid|child name|naam|naam leerling|naam kind|leerling|volledige naam|nome e cognome|allievo|allieva|full name|students|children|pupils|kids|student names|children names|display name|legal name|legal full name|student|learner|learner name|student name|pupil|pupil name|student full name|schuler|schueler|schulerin|schuler in|
    schuler name|name des schulers|kind|name des kindes|vor und nachname|nom|eleve|nom complet|nom et prenom|alumno|alumna|
    nombre completo|nombre y apellidos|estudiante`,
  birthDate: `ngay sinh|dat nar|data i miejsce urodzenia|date et lieu de naissance|geburtsdatum und ort|narozen|narozena|narodeny|narodena|data de nasc|data nasc|b day|bday|birth|datum nar|date naiss|synt aika|geboortedat|data ur|f nac|f de nac|fec nac|fecha nac|geb dat|nato il|nata il|nato a il|data nascita|fecha nacimiento|fecha nac|f nacimiento|nacido|nacida|nacido el|datum narozeni|szuletesi datum|szuletesi ido|dogum tarihi|data nasterii|data urodzenia|syntymaaika|data de nascimento|nascimento|fodselsdato|fodselsdag|fodt|fodelsedatum|fodelsedag|fodd|geboren op|birthday|geboortedatum|data di nascita|birth date|birthdate|date of birth|dob|born|student birthday|geburtsdatum|geb am|geburtstag|geb|geb datum|
    geboren|geboren am|date de naissance|ne le|nee le|ne e le|naissance|fecha de nacimiento|nacimiento`,
  status: `stare|stav|allapot|durum|trang thai|membership status|member status|registration status|participant status|mitgliedsstatus|statut adherent|archived|is archived|inactive|is inactive|pipeline stage|state of enrollment|lifecycle stage|currently enrolled|currently active|currently taking lessons|enrolled y n|still enrolled|elevstatus|status|student status|state|enrollment status|enrolment status|enroll status|enrol status|active|is active|
    account status|current status|schulerstatus|statut|etat|estado|situacion|situacao|stato|tila|sytuacja`,
  instrument: `instrument souhaite|instrument choisi|wunschinstrument|instrumento deseado|strumento desiderato|gewenst instrument|nhac cu|mon hoc|amneskurs|takes|plays|obor|paaaine|soitin|instr|inst|nastroj|hangszer|enstruman|instrumentti|aine|przedmiot|disciplina|fag|amne|strumento|vak|faecher|instrument|instruments|instrument taught|lesson instrument|subject|subjects|instrument s|discipline|fach|instrument fach|hauptfach|unterrichtsfach|matiere|instrumento|
    asignatura|especialidad`,
  level: `rcm grade|rcm|lvl|gr|rocnik|abrsm grade|exam grade|rcm level|trinity grade|niva|niveau|trin|arskurs|klassetrin|level|grade|stage|skill level|stufe|niveau|leistungsstufe|unterstufe|niveau de l eleve|nivel|grado|curso`,
  teacher: `animateur|animatrice|itinerant|itinerant teacher|peripatetic teacher|kursledare|giao vien|ausbilder|ausbilderin|kursleiter|kursleiterin|kursleitung|ubungsleiter|vyucujici|clinician|practitioner|given by|taught by|profe|nastavnik|nastavnica|ucitelj|prowadzacy|prowadzaca|leader|group leader|employee|service provider|tchr|ucitel|ucitelka|tanar|ogretmen|nauczyciel|nauczycielka|opettaja|professor|professora|professor a|laerer|larare|laerernavn|lararens namn|underviser|pedagog|docent|visiting teacher|peripatetic teacher|music teacher|staff member|enseignants|pianolaerer|teacher|teacher s|instructor s|coach|lesson teacher|leraar|lerares|insegnante|teacher name|instructor|tutor name|staff|lehrer|lehrerin|lehrer in|lehrkraft|dozent|dozentin|fachlehrer|
    lehrperson|professeur|prof|enseignant|enseignante|profesor|profesora|docente|maestro|maestra`,
  classKind: `tuition type|type of tuition|tuition format|lestype|lesvorm|undervisningsform|undervisningstype|lesson format|lesson group|type d enseignement|formule|unterrichtstyp|lektionstyp|lesson type|class type|type|lesson kind|format|unterrichtsform|unterrichtsart|art|form|type de cours|
    tipo|tipo de clase|modalidad`,
  weekday: `dy|den vyuky|den lekce|dzien zajec|dia de clases|pva|every|dan|dan v tednu|dzien tyg|meets on|den|den v tydnu|nap|gun|ziua|zi|dzien|dzien tygodnia|viikonpaiva|paiva|dia da semana|dia de aula|ugedag|ukedag|veckodag|undervisningsdag|weekdag|lektionsdag|spilledag|giorno della settimana|lesson day|lesdag|dag|giorno|day|weekday|day of week|day s|lesson weekday|day of the week|class day|wochentag|tag|unterrichtstag|jour|jour de cours|
    jour de la semaine|dia|dia de la semana|dia de clase`,
  time: `tm|gio|gio hoc|od|at|sched|dia hora|tag zeit|jour heure|giorno ora|dag tid|dzien godzina|dzien i godzina|dia e hora|dia e horario|dalle|soittoaika|vrijeme|vreme|rozvrh|termin zajec|undervisningstidspunkt|dag og tid|godz od|godzina od|meets|start date time|start date and time|session start|session begin|booking start|booking start time|appointment start|appointment start time|event start|event start time|godz|cas|ido|idopont|saat|ora inceperii|godzina|godzina rozpoczecia|aika|kello|kellonaika|klo|tunti|soittotunti|hora de inicio da aula|time from|from time|time begin|time start|kl|klokken|klokkeslaet|klokkeslett|klockslag|tidspunkt|tid|starttid|start kl|fra|fra kl|fran|undervisningstid|lektionstid|heure debut|debut|uhrzeit von|zeit von|uhrzeit beginn|hora inicio|ora inizio|starttijd|aanvang|van|lesson time|tijd|lestijd|begintijd|ora|orario|time|start time|class time|starts at|start|starts|time s|start s|uhrzeit|zeit|unterrichtszeit|beginn|startzeit|heure|horaire|
    heure de debut|heure du cours|hora|horario|hora de inicio|hora de clase|lesson start|lesson start time|class start|
    class start time|from|begins|begin|start at|von|de|desde|
    lesson|lesson slot|time slot|slot|day and time|day time|lesson day and time|lesson day time|schedule|lesson schedule|termin|
    unterrichtstermin|tag und uhrzeit|wochentag und uhrzeit|stundenplan|creneau|jour et heure|dia y hora`,
  endTime: `tijd tot|do|alle|godz do|godzina do|end date time|end date and time|session end|booking end|booking end time|appointment end|appointment end time|event end|event end time|godzina zakonczenia|paattyy|hora de fim|time to|to time|time end|time until|time finish|sluttid|slut|slut kl|til|til kl|till kl|fin du cours|heure fin|uhrzeit bis|zeit bis|uhrzeit ende|hora fin|ora fine|end time|eindtijd|tot|end|ends|ends at|end at|lesson end|lesson end time|lesson ends|class end|class end time|finish|finish time|
    until|to|till|ende|endzeit|bis|heure de fin|fin|hora de fin|hasta`,
  minutes: `thoi luong|thoi luong phut|hrs wk|hrs week|hours week|hours per week|weekly hours|for|how long|how many minutes|trajanje|lektion min|unterricht min|lesson min|cours min|clase min|lezione min|dauer in min|dauer in minuten|sure|ders suresi|idotartam|duree lecon|duree seance|durata in minuti|dlzka|minuty|czas lekcji|dlugosc lekcji|delka|delka lekce|durata lezione|duree cours|len|lgth|dur|lesson len|czas|session length|session duration|appointment length|appointment duration|service duration|default lesson length|default lesson duration|czas trwania|kesto|duracao|varighed|varighet|langd|lektionslangd|lektionslaengde|laengde|lengde|minutter|minuter|speltid|unterrichtslange|temps|lestijd minuten|duration min|lesduur|duur|durata|duration|duration minutes|minutes|length|lesson length|lesson duration|length min|length minutes|length in minutes|duration in minutes|lesson minutes|mins|min|dauer|
    dauer min|dauer minuten|minuten|lange|unterrichtsdauer|duree|duree min|duree du cours|duracion|duracion min|minutos`,
  price: `tarief|hoc phi|unit price|price per unit|charge|monthly|monatlich|czesne|koszt|koszt lekcji|price each|price per student|valor|ucret|ders ucreti|tandij|ecolage|default rate|default price|default lesson rate|standard rate|cost per lesson|price lesson|rate lesson|pris|takst|rate|prijs|lesgeld|prezzo|tariffa|price|fee|lesson rate|lesson price|lesson fee|tuition fee|class fee|course fee|cost|amount|price per lesson|rate per lesson|tuition|preis|gebuhr|
    honorar|kosten|betrag|preis pro stunde|entgelt|unterrichtsgebuhr|prix|tarif|montant|prix du cours|precio|tarifa|importe|
    cuota|precio por clase`,
  billing: `pay schedule|payment schedule|billing cycle|price type|fee type|rate type|plano|payment frequency|billing frequency|billing period|billed|faktureringstype|billing|billing mode|billing type|billing method|payment plan|invoicing|abrechnung|abrechnungsart|zahlungsweise|
    zahlweise|facturation|mode de facturation|paiement|facturacion|forma de pago|tipo de facturacion`,
  startDate: `belegung von|belegt seit|enroll date|enrol date|enrollment start|enrolment start|date of enrollment|date of enrolment|registration date|student since|joined on|data rozpoczecia|aloituspaiva|data de inicio|startdato|indmeldt|indmeldelsesdato|innmeldt|oppstart|anmald|borjade|inschrijfdatum|date d entree|entree|ingangsdatum|beginn am|unterricht seit|mitglied seit|commenced|date started|started|started on|data inizio|start date|begindatum|class start date|lesson start date|date enrolled|enrollment start date|start on|starts on|startdate|enrolled|enrolled on|enrollment date|enrolment date|first lesson|joined|since|date joined|
    begin date|startdatum|eintritt|eintrittsdatum|anfang|seit|vertragsbeginn|unterrichtsbeginn|anmeldedatum|
    date de debut|date d inscription|inscription|depuis|fecha de inicio|fecha de alta|alta|inscripcion`,
  endDate: `belegung bis|withdrew|dropped|archived on|archived at|date archived|deactivated on|inactive since|stopped|stopped on|quit|quit on|finished|baja|out date|uitstroom|withdrawn date|withdrawal on|left date|leaver on|drop date|dropped on|date dropped|data zakonczenia|paattymispaiva|lopetuspaiva|data de fim|data de saida|data de termino|end date|exit date|exit|date left|left on|left|leaving date|leave date|date of leaving|leaving on|leaver date|last day|last lesson|last lesson date|end date of enrollment|
    enrollment end date|enrolment end date|enrollment end|enrolment end|date ended|ended on|ended|withdrawal date|date withdrawn|withdrawn on|withdrawn|cancellation date|termination date|
    austritt|austrittsdatum|austritt am|ausgetreten|ausgetreten am|abmeldung|abmeldedatum|abgemeldet am|kundigung|kundigung zum|kundigungsdatum|gekundigt zum|vertragsende|enddatum|unterrichtsende|letzte stunde|letzter unterricht|ende am|
    date de sortie|sortie|date de fin|date de depart|date fin|date de fin d inscription|fin d inscription|date de desinscription|uitschrijfdatum|uitschrijving|einddatum|fecha de baja|fecha baja|fecha de fin|fecha de salida|
    slutdato|slutdatum|udmeldt|udmeldelsesdato|udmeldingsdato|utmeldt|utmeldingsdato|utmeldelsesdato|slutat|avslutad|avslutningsdatum|ophort|ophor|data fine|data di fine|data uscita`,
  studentEmail: `school email|school e mail|student email|student e mail|student mail|student email address|pupil email|email schuler|e mail schuler|
    schuler email|schuler e mail|email eleve|email de l eleve|courriel de l eleve|correo del alumno|email del alumno|email alumno`,
  studentPhone: `student phone|student telephone|student mobile|student cell|pupil phone|telefon schuler|schuler telefon|
    handy schuler|telephone de l eleve|telephone eleve|telefono del alumno|telefono alumno|movil del alumno`,
  household: `household|household name|family|family account|account name|billing family|familie|haushalt|famille|foyer|
    nom du foyer|familia|hogar|nombre de la familia`,
  medicalNotes: `medicines|allergies and medications|medication|medications|medical concerns|medical alerts|health concerns|health conditions|allergies or medical conditions|allergies and medical conditions|allergies or health conditions|allergier|helse|helsemerknader|medical|medical notes|medical info|medical information|medical conditions|medical condition|health|health notes|
    health information|allergies|allergy|allergies medical|medical allergies|allergies and medical|medizinisch|
    medizinische hinweise|allergien|gesundheit|gesundheitliches|sante|infos medicales|informations medicales|alergias|salud|
    datos medicos|informacion medica`,
  emergencyContact: `in an emergency call|in an emergency|emergency call|emergency|emergency contact|emergency contacts|emergency contact name|emergency name|name of emergency contact|emergency contact full name|emergency contact information|emergency contact info|in case of emergency|in case of emergency contact|ice contact|
    notfallkontakt|notfallkontakte|notfallkontakt name|name notfallkontakt|name des notfallkontakts|kontakt im notfall|im notfall|
    contact d urgence|contact en cas d urgence|nom du contact d urgence|personne a contacter en cas d urgence|personne a prevenir en cas d urgence|contact urgence|
    contacto de emergencia|contacto emergencia|nombre del contacto de emergencia|contacto en caso de emergencia|
    noodcontact|contact bij nood|contactpersoon noodgeval|contact noodgeval|naam noodcontact|noodcontact naam`,
  emergencyRelation: `emergency relation|emergency relationship|emergency contact relation|emergency contact relationship|relationship of emergency contact|emergency contact relationship to student|
    notfallkontakt beziehung|beziehung notfallkontakt|notfallkontakt verhaltnis|lien contact d urgence|lien du contact d urgence|lien avec le contact d urgence|
    parentesco contacto de emergencia|parentesco del contacto de emergencia|relacion contacto de emergencia|noodcontact relatie|relatie noodcontact`,
  emergencyPhone: `emergency phone|emergency telephone|emergency number|emergency phone number|emergency contact phone|emergency contact phone number|emergency contact telephone|emergency contact mobile|emergency contact cell|emergency mobile|emergency cell|phone of emergency contact|
    notfallnummer|notfalltelefon|notfall telefon|telefon notfall|telefon im notfall|notfallkontakt telefon|telefon notfallkontakt|notfall telefonnummer|notfall handy|
    telephone d urgence|telephone contact d urgence|telephone du contact d urgence|tel contact d urgence|numero d urgence|tel urgence|telephone urgence|
    telefono de emergencia|telefono emergencia|telefono del contacto de emergencia|telefono contacto de emergencia|numero de emergencia|
    noodnummer|telefoon noodcontact|noodcontact telefoon|telefoonnummer noodgeval|telefoon bij nood|telefoonnummer noodcontact`,
  address: `adr|street address line 1|str|bill address|straat nr|straat en nr|straat nummer|addr|addr1|addr 1|house number and street|street and number|straat en huisnummer|ulica|rue et n|rue et numero|rue et no|strasse und nr|via e numero|calle y numero|straat en nummer|bydliste|lakohely|lakcim|lahiosoite|katuosoite|osoite|morada|endereco|adress|gatuadress|gateadresse|vejnavn|vej|vag|gade|gate|bostadsadress|bopael|hjemmeadresse|address|adres|straat|indirizzo|home address|street address|postal address|mailing address|street|home street|business street|address 1|address1|
    address line 1|street 1|street line 1|street address 1|address 1 formatted|address formatted|address 1 street|full address|billing address|
    billing street|residential address|
    adresse|anschrift|wohnadresse|postanschrift|strasse|strasse und hausnummer|strasse hausnummer|strasse nr|rue|adresse 1|calle|
    adresse postale|domicile|direccion|domicilio`,
  houseNumber: `house number|house no|house name|house name no|house name or number|house name number|street number|hausnummer|haus nummer|haus nr|huisnummer|huis nr|numero civico|civico|husnummer|hus nr`,
  address2: `care of|street address line 2|c o|addr2|addr 2|suite apt|apt suite|apt unit|unit apt|address 2|address2|address line 2|street 2|street line 2|street address 2|home street 2|address 1 extended address|apt|apartment|
    unit|suite|adresszusatz|zusatz|complement d adresse|adresse 2|piso`,
  city: `city st zip|postitoimipaikka ja numero|post town|town or city|city state zip|city state zip code|city state|city zip|town postcode|postcode town|postcode city|suburb state postcode|plz ort|plz stadt|plz wohnort|cp ville|code postal ville|postcode plaats|postnummer by|postnummer og by|postnummer ort|cap citta|miasto|miejscowosc|kaupunki|postitoimipaikka|localidade|cidade|postort|poststed|by|bynavn|comune|city|woonplaats|plaats|address district|citta|town|city town|town city|suburb|home city|address city|address 1 city|business city|billing city|locality|ort|stadt|wohnort|ville|
    commune|localite|ciudad|localidad|poblacion|municipio`,
  region: `bundesland kanton|province or state|prov|state province|state or province|province|state region|region|province state|county|home state|address state|address 1 region|business state|
    billing state|state abbreviation|us state|bundesland|kanton|departement|provincia|comunidad`,
  postcode: `p code|pcode|billing code|postal code or zip code|zip or postal code|npa|postal|zip 4|eircode|pin code|pincode|kod pocztowy|postinumero|codigo postal|cep|postnummer|post nummer|cap|postkode|zip|zip code|zipcode|postcode|post code|postal code|postalcode|zip postal code|zip postcode|postal zip|home zip|home postal code|
    address zip|address 1 postal code|business postal code|billing zip|billing postcode|plz|postleitzahl|code postal|cp|codigo postal`,
  country: `ctry|land region|paese|country|home country|home country region|country region|address country|address 1 country|business country region|billing country|
    land|pays|pais`,
  notes: `ghi chu|poznamka|poznamky|megjegyzes|notlar|aciklama|observatii|uwagi|huomautukset|huomiot|muistiinpanot|notas e observacoes|observacoes|bemaerkning|bemaerkninger|anmarkning|anmarkningar|merknad|merknader|noter|anteckning|anteckningar|ovrigt|kommentarer|observation|notes|opmerking|opmerkingen|opm|note allievo|note|comments|comment|remarks|remark|additional notes|bemerkung|bemerkungen|notiz|notizen|anmerkung|
    anmerkungen|kommentar|hinweis|hinweise|remarque|remarques|commentaire|commentaires|observations|nota|notas|
    observaciones|comentario|comentarios`,
} as const

/** Words that make a column a guardian's. Mother and father are two people. */
export const guardianWords: ReadonlyMap<string, "any" | "mother" | "father" | "payer" | "contact"> = new Map([
  ...byWord(
    `rodic rodicia enc resp repres parental vh adults roditelj roditelji roditelja skrbnik starsi huoltajan huoltajien zastupce zastupci rodice gondviselo szulo szulok veli parinte parinti tutore parent parents guardian guardians carer carers caregiver eltern elternteil erziehungsberechtigter erziehungsberechtigte
     sorgeberechtigter sorgeberechtigte vertragspartner vaerge vaerger foraelder foraeldre vardnadshavare malsman foralder foraldrar foresatt foresatte forelder foreldre verge opiekun opiekuna opiekunka opiekunowie rodzic rodzica rodzicow rodzice huoltaja huoltajat encarregado encarregada responsible ouder ouders verzorger verzorgers genitore genitori responsable tuteur padres tutor representante representant representants representantes responsavel responsaveis encarregados`,
    "any" as const,
  ),
  ...byWord(
    "payer payers payor buyer holder accountholder titulaire titular intestatario kontoinhaber kontoinhaberin rekeninghouder zahler zahlerin zahlende zahlungspflichtiger zahlungspflichtige zahlungspflichtigen platnik platnika betaler betalare payeur pagador",
    "payer" as const,
  ),
  ...byWord(
    "inquirer enquirer ansprechpartner ansprechpartnerin ansprechperson subscriber registrant purchaser invitee contactpersoon contactpersonen contact contacts client clients customer customers kontakt kontaktperson kunde kund",
    "contact" as const,
  ),
  ...byWord(
    "mother mom mum mama mothers mutter mere madre moeder mamma mor mors matka matky matki mamy aiti aidin anya anyja anne mama mae",
    "mother" as const,
  ),
  ...byWord(
    "father dad papa fathers vater pere padre vader babbo far fars pappa ojciec ojca otec otce tata taty isa isan apa apja baba pai",
    "father" as const,
  ),
])

/** Words of a heading that say how a contact is reached, or which of several it is, and nothing of whose it is. */
export const contactWords: ReadonlySet<string> = new Set(
  `e mail de di indirizzo endereco direccion address addresses adresse sms capable cim cime number numbers no nr nummer 1 2 3 4 value home work cell day daytime evening primary main preferred best personal private
   primare sekundare other alternate alternative second secondary additional business privat haus telefone domicile account post kontaktowy adres electronico electronica eletronico elettronica elettronico hjem hjemme arbejde arbeid arbete hem`.split(
    /\s+/,
  ),
)

/** Words in front of a heading that say whose or of what it is, with the fields that may follow. */
export const leadingWords: readonly { words: ReadonlySet<string>; fields: RegExp }[] = [
  {
    words: new Set(
      "adherent adherente adherents stagiaire dependent dependant student students pupil pupils child children learner kid participant attendee dziecka dziecko ucznia zaka ditete tanulo oppilaan allievo allieva alunno aluno aluna leerling deelnemer camper dancer musician player singer athlete schuler schueler schulers kind kindes eleve enfant alumno alumna hijo elev elevens elevs barn barnets".split(
        " ",
      ),
    ),
    fields: /^(?!guardian|household)/,
  },
  {
    words: new Set(["current", "default", "usual", "known", "any", "weekly", "regular"]),
    fields:
      /^(?:medicalNotes|level|status|instrument|teacher|classKind|weekday|time|minutes|price|address2?|city|region|postcode|country)$/,
  },
  { words: new Set(["legal"]), fields: /^(?:firstName|lastName|fullName)$/ },
  {
    words: new Set(
      "lesson lessons class classes course group ue unterricht cours clase undervisning lektion les session sessions".split(
        " ",
      ),
    ),
    fields: /^(?:instrument|level|teacher|classKind|weekday|time|endTime|minutes|price|billing|startDate)$/,
  },
  {
    words: new Set(
      "address home mailing postal residence residential physical permanent billing primary family household contact parent guardian client customer payer payor adresse anschrift mother mom mum mutter mere madre moeder mor father dad vater pere padre vader far".split(
        " ",
      ),
    ),
    fields: /^(?:address|address2|city|region|postcode|country)$/,
  },
]

/** Words for what a guardian's column holds. */
export const attributeWords: ReadonlyMap<string, "Name" | "LastName" | "Relation" | "Email" | "Phone"> =
  new Map([
    ...byWord(
      "em eposta correio email mail emails courriel correo mel epost mailadres emailadres mailadresse emailadresse epostadresse epostadress mejl sahkoposti",
      "Email" as const,
    ),
    ...byWord(
      `phone recapito sms telem telefony mobitel puh tfno tfn tlfno tlfn whatsapp ph telephone tel mob mobile cell cellphone handy telefon mobil rufnummer natel portable telefono movil celular
     telefone cellulari telefoni telefonos moviles telefonnummer handynummer mobilnummer mobilfunk mobiltelefon tlf tlfnummer telefonnummeret festnetz telefoon telefoonnummer mobiel puhelin puhelinnumero matkapuhelin komorka telemovel celular cellulare telefonszam telefonszama telefonu gsm`,
      "Phone" as const,
    ),
    ...byWord(
      "rel relation relationship beziehung verwandtschaft verhaltnis lien parente parentesco relacion rolle role relasjon slaegtskab slektskap",
      "Relation" as const,
    ),
    ...byWord(
      "lastname surname nachname familienname apellido apellidos last efternavn etternavn efternamn",
      "LastName" as const,
    ),
    ...byWord(
      "nimi imie jmeno nev neve adi name nome naam fullname firstname forename vorname nom prenom nombre first given navn namn fornavn fornamn",
      "Name" as const,
    ),
  ])

function byWord<Meaning>(words: string, meaning: Meaning): [string, Meaning][] {
  return words.split(/\s+/).map((word) => [word, meaning])
}

/** Instruments by their usual names: what is one of these is no person. */
export const instruments =
  `piano violin viola cello bass guitar ukulele harp flute recorder clarinet oboe bassoon saxophone trumpet trombone horn tuba drums
   percussion voice vocals singing solfege solfeo solfeggio keyboard organ accordion mandolin banjo strings brass woodwind theory choir orchestra band klavier geige
   gitarre flote blockflote schlagzeug gesang cello trompete posaune harfe klarinette violon guitare chant batterie
   blokflojte tvaerflojte klaver trommer sang gitarr fiol fiolin slagverk trummor tvarflojt sax trompet obo basson flute flauto pianoforte chitarra guitarra flauta
   violine bratsche kontrabass querflote fagott waldhorn saxofon saxophon akkordeon mandoline orgel cembalo violoncelle contrebasse clarinette hautbois trompette percussions harpe gitaar orgue clavecin accordeon
   violonchelo contrabajo trompeta clarinete bateria arpa canto violino violoncello contrabbasso clarinetto tromba batteria fisarmonica viool altviool dwarsfluit klarinet slagwerk zang hobo fagot hoorn
   flojt blockflojt trombon dragspel fletna viulu kitara huilu laulu sello zongora hegedu flet saksofon violao violoncelo teclado fortepian skrzypce gitara wiolonczela perkusja klarnet akordeon klavir housle kytara gitar floyte tverrfloyte chor koor kor coro chorale pno vln vlc vcl gtr pianino`.split(
    /\s+/,
  )

// Headings in other letters than Latin, said in English word by word: whose a column is, and what it holds. "保護者電話" is
// "parent phone", "Телефон родителя" too. What isn't known in whole stays as it is.

/** Whose a column is. The more exact come first. */
const whose: readonly (readonly [said: RegExp, english: string])[] = [
  [/緊急連絡先|紧急联系人|緊急聯絡人|비상\s?연락처|экстренн/iu, "emergency contact"],
  [
    /母親|母亲|妈妈|媽媽|어머니|엄마|الأم(?!\p{L})|والدة|мама|мать|матери|μητέρα|μητέρας|(?<!\p{L})אם(?!\p{L})|האם/iu,
    "mother",
  ],
  [
    /父親|父亲|爸爸|아버지|아빠|الأب(?!\p{L})|والد(?!ين|ة)|папа|отец|отца|πατέρα|πατέρας|(?<!\p{L})אב(?!\p{L})|האב/iu,
    "father",
  ],
  [/支払者|請求先|付款人|납부자|плательщик|πληρωτή/iu, "payer"],
  [
    /保護者|ご家族|親(?=\p{L}|$)|家长|家長|监护人|監護人|父母|학부모|보호자|부모|ولي\s?(?:أمر|الأمر)|الوالد|الوصي|родител\p{L}*|батьк\p{L}*|опікун\p{L}*|опекун\p{L}*|законн\p{L}+ представител\p{L}*|γονέ\p{L}*|κηδεμόν\p{L}*|הורה|הורים/iu,
    "parent",
  ],
  [
    /生徒|学生|學生|学员|學員|孩子|儿童|학생|원생|수강생|الطالب(?:ة)?|التلميذ|ученик\p{L}*|учн\p{L}+|учащ\p{L}*|студент\p{L}*|ребен\p{L}*|ребён\p{L}*|μαθητ\p{L}*|σπουδαστ\p{L}*|תלמיד\p{L}*/iu,
    "student",
  ],
]

/** What a column holds. The more exact come first: "lesson day" before "day". */
const what: readonly (readonly [said: RegExp, english: string])[] = [
  [/フリガナ|ふりがな|カナ|拼音|로마자|영문|отчеств\p{L}*|πατρώνυμο/iu, ""],
  [
    /メール|电邮|電郵|邮箱|郵箱|邮件|郵件|이메일|메일|(?:ال)?بريد|الإيميل|почт\p{L}*|пошт\p{L}*|имейл|email|e-mail|ημέιλ|אימייל|דוא["״]?ל/iu,
    "email",
  ],
  [
    /電話|携帯|连絡先|連絡先|手机|手機|电话|聯絡|联系方式|联系电话|연락처|전화|휴대폰|핸드폰|الهاتف|هاتف|الجوال|جوال|موبايل|телефон\p{L}*|моб\.?|τηλ\p{L}*\.?|κινητό|טלפון|נייד/iu,
    "phone",
  ],
  [
    /生年月日|誕生日|出生日期|出生年月|生日|생년월일|생일|تاريخ الميلاد|المولد|дата рожд\p{L}*|дата народж\p{L}*|д\.?\s?р\.?$|день рожд\p{L}*|ημ\p{L}*\.? γέν\p{L}*|γέννησ\p{L}*|תאריך לידה|יום הולדת/iu,
    "birth date",
  ],
  [/郵便番号|邮编|郵遞區號|우편번호|الرمز البريدي|индекс|ταχ\p{L}*\.? κώδικας|τ\.?κ\.?$|מיקוד/iu, "postcode"],
  [
    /学籍番号|学号|學號|生徒番号|会員番号|编号|編號|학번|번호|番号$|番號$|رقم (?:الطالب|القيد)|(?:личный )?номер(?= ученика|$)|(?<!\p{L})код(?!\p{L})|αριθμός μητρώου|κωδικός|מספר (?:תלמיד|זהות)/iu,
    "id",
  ],
  [
    /楽器|科目|コース|レッスン内容|乐器|樂器|课程|課程|악기|과목|과정|الآلة|الالة|المادة|инструмент|інструмент|предмет|специальность|όργανο|μάθημα|כלי|מקצוע/iu,
    "instrument",
  ],
  [
    /講師|先生|担当|老师|老師|教师|教師|导师|導師|강사|담당(?:자)?$|선생(?:님)?|교사|المعلم(?:ة)?|المدرس(?:ة)?|الأستاذ(?:ة)?|преподавател\p{L}*|викладач\p{L}*|вчител\p{L}*|педагог\p{L}*|учител\p{L}*|καθηγητ\p{L}*|δάσκαλ\p{L}*|מורה/iu,
    "teacher",
  ],
  [
    /備考|メモ|特記事項|备注|備註|附註|说明|비고|메모|특이사항|ملاحظات|примечани\p{L}*|приміт\p{L}*|комментари\p{L}*|заметк\p{L}*|σχόλι\p{L}*|σημειώσ\p{L}*|παρατηρήσ\p{L}*|הערות/iu,
    "notes",
  ],
  [/アレルギー|既往歴|过敏|過敏|알레르기|الحساسية|аллерги\p{L}*|αλλεργί\p{L}*|אלרגי\p{L}*/iu, "allergies"],
  [/曜日|星期|周几|요일|اليوم|день(?: недели)?|ημέρα|יום/iu, "day"],
  [
    /終了時[間刻]|結束時間|结束时间|종료\s?시간|وقت الانتهاء|(?:время )?окончани\p{L}*|ώρα λήξης|שעת סיום/iu,
    "end time",
  ],
  [
    /レッスン時間\(分\)|時間\(分\)|所要時間|时长|時長|수업\s?시간\(분\)|المدة|длительност\p{L}*|продолжительност\p{L}*|διάρκεια|משך/iu,
    "duration",
  ],
  [
    /開始日|入会日|入学日|報名日期|报名日期|入学日期|등록일|입학일|تاريخ (?:البدء|التسجيل)|дата (?:начала|зачисления|поступления)|ημ\p{L}*\.? (?:έναρξης|εγγραφής)|תאריך התחלה/iu,
    "start date",
  ],
  [/退会日|退学日|结束日期|퇴원일|дата (?:окончания|отчисления)|ημ\p{L}*\.? λήξης/iu, "end date"],
  [
    /日時|開始時[間刻]|時間|时间|時刻|시간|시작\s?시간|الوقت|الساعة|врем\p{L}*|(?<!\p{L})час(?:ы)?(?!\p{L})|(?<!\p{L})ώρα(?!\p{L})|שעה/iu,
    "time",
  ],
  [
    /月謝|受講料|料金|学费|學費|费用|費用|수강료|수업료|원비|الرسوم|السعر|стоимост\p{L}*|цена|оплата|τιμή|δίδακτρα|מחיר|שכר לימוד/iu,
    "price",
  ],
  [/住所|地址|住址|주소|العنوان|адрес|διεύθυνση|כתובת/iu, "address"],
  [/市区町村|城市|도시|المدينة|город|πόλη|עיר/iu, "city"],
  [/状態|在籍状況|状态|狀態|상태|الحالة|статус|κατάσταση|סטטוס/iu, "status"],
  [
    /レベル|学年|级别|級別|程度|年级|年級|레벨|등급|학년|المستوى|уровень|класс|επίπεδο|τάξη|רמה|כיתה/iu,
    "level",
  ],
  [/続柄|关系|關係|관계|صلة القرابة|степень родства|кем приходится|σχέση|קרבה/iu, "relation"],
  [
    /氏名|名前|お名前|姓名|성명|이름|성함|الاسم الكامل|الاسم الثلاثي|ф\.?\s?и\.?\s?о\.?|п\.?і\.?б\.?|имя и фамилия|фамилия[,]? (?:и )?имя|ονοματεπώνυμο|שם מלא/iu,
    "full name",
  ],
  [
    /^姓$|名字\(姓\)|^성$|اسم العائلة|اللقب|(?:اسم )?الشهرة|фамили\p{L}*|прізвищ\p{L}*|επώνυμο|επίθετο|שם משפחה/iu,
    "last name",
  ],
  [/^名$|^이름$|الاسم الأول|имя|ім['’ʼ]?я|(?<!\p{L})όνομα|שם פרטי/iu, "first name"],
  [/名$|الاسم|اسم|имени|ονόματος|^שם|שם /iu, "full name"],
]

/** No heading is longer; the patterns take their time. */
const longest = 60
const other =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}]/u

/** A heading in other letters in English; null where it has none of them, or isn't known. */
export function inEnglish(heading: string): string | null {
  if (heading.length > longest || !other.test(heading)) return null
  const text = heading.normalize("NFC").replace(/\s+/g, " ").trim()
  const number =
    /[1-4１-４一二]$/u.exec(text)?.[0].normalize("NFKC").replace("一", "1").replace("二", "2") ?? ""
  const person = whose.find(([said]) => said.test(text))
  const rest = (person ? text.replace(person[0], " ") : text).replace(/の/g, " ").trim()
  // "生徒名" is a whole name, and "名" alone a first one.
  const held = person && rest === "名" ? "full name" : what.find(([said]) => said.test(rest))?.[1]
  if (held === "") return null
  const isName = held === "full name" || held === undefined
  if (person === undefined) return held === undefined ? null : [held, number].filter(Boolean).join(" ")
  // A column that only names a person is their name.
  if (held === undefined && /[\p{L}]{2}/u.test(rest)) return null
  return [person[1], number, person[1] === "student" || !isName ? (held ?? "name") : "name"]
    .filter(Boolean)
    .join(" ")
}
