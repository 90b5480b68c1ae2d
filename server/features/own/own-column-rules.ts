/**
 * Column names in exports of help desks, reviews, surveys and interviews, in English and in other languages
 * of the Latin script. Spaces and punctuation are ignored.
 */
const names = {
  title:
    'title subject headline summary name topic reviewtitle ticketsubject ticketname tickettitle topictitle threadtitle posttitle requestname ideaname casesubject heading shortdescription betreff titel überschrift objet sujet titre asunto título titulo assunto oggetto titolo onderwerp ämne rubrik emne overskrift otsikko aihe',
  text: 'text body description message comment comments content review feedback answer response transcript notes note selftext fulltext verbatim reviewtext ticketbody details problem question nachricht beschreibung kommentar bemerkung antwort commentaire réponse avis mensaje descripción descripcion comentario comentarios respuesta mensagem descrição comentário resposta messaggio descrizione commento risposta bericht omschrijving opmerking meddelande beskrivning besked beskrivelse melding palaute kommentti viesti kuvaus',
  date: 'date createdat created createdutc time timestamp submittedat submitted postedat reviewdate datetime day responsedate creationdate createddate datecreated createddatetime publishedat published sentat startdate posted posteddate dateposted datesubmitted submissiondate submissiontime createdon postedon submittedon when updatedat updated datum fecha data dato horodateur päivämäärä',
  link: 'url link permalink address ticketurl reviewurl reviewlink href htmlurl weburl lien enlace',
  group:
    'group product segment category type community subreddit channel source plan tag tags team industry role company produkt kategorie produit catégorie producto categoría produto categoria prodotto kategori',
} as const

export type NamedField = keyof typeof names

export const isNamed = (field: NamedField, name: string): boolean => names[field].split(' ').includes(name)

/** Names of ratings in other languages, without spaces. French `note` is one only if its cells are ratings. */
export const isForeignRating = (name: string): boolean =>
  /^(?:bewertung|sterne|note|notation|étoiles|valoración|calificación|puntuación|estrellas|avaliação|estrelas|valutazione|voto|stelle|beoordeling|sterren|betyg|stjärnor|vurdering|stjerner|arvosana|tähdet)$/u.test(
    name,
  )

/** Matches questions for a rating, such as "Rate the booking page" and "How satisfied are you?". */
export const asksToRate =
  /^(?:please )?rate\b|\b(?:you|please) rate\b|\bhow (?:dis)?satisfied\b|\boverall (?:satisfaction|experience)\b/iu

/** Matches the kinds of a survey whose column `Score` contains points. */
export const isSurveyKind = (cell: string): boolean => /^(?:nps|csat|ces)$/iu.test(cell)
