import { buildPattern } from '#contract/build-pattern.ts'

/** Words for support staff in exports, and for the kinds of texts that they write. */
const answerers =
  'developer|owner|agent|assignee|staff|support|vendor|merchant|seller|admin|operator|publisher|manager|management|moderator|official|host|hotel|property|csm|rep|bot|chatbot|interviewer|researcher'
/** Ambiguous words, which name an author only directly before a kind of text, as in `team notes`. */
const groups = 'company|business|internal|private|team|our'
const replies = 'reply|replies|response|responses|answer|answers|comment|comments|note|notes'
const answers = `${replies}|message|messages|text|content|body|transcript|summary|action`
const byOthers = buildPattern(
  `\\b(?:(?:${answerers})(?: (?!and\\b)\\w{1,20})? (?:${answers})|(?:${groups}) (?:${replies}))\\b`,
  'u',
)
const fromOthers = buildPattern(
  `\\b(?:${answers}) (?:(?:by|from) (?:the |our )?(?:${answerers}|${groups})|internal$|private$)`,
  'u',
)
const otherWords =
  /\b(?:reply|replies|replied|resolution|resolved|macro|evidence|attribution|raw (?:subject|body|html|e?mail|json)|developer ?comment|response ?body|work ?notes?|close ?notes?|closing|root cause|ai summary|disclaimer|instructions|issuetype|(?:status|priority|project|component|category|board) description|conversation parts)\b/u
/** Customers in the same languages: `Kommentar des Kunden` is the customer's text. */
const foreignCustomers =
  /\b(?:kunden?|kundin|nutzers?|anwenders?|teilnehmers?|gast(?:es)?|clients?|clientes?|utilisateurs?|usuarios?|usuário|participantes?|participants?|utente|klant|gebruiker|deelnemer)\b/u
/** Replies, solutions and internal notes under German, French, Spanish, Portuguese, Italian and Dutch names. */
const foreignReplies =
  /^(?:lösung|interne (?:notiz|notizen|note|notes)|(?:antwort|kommentar) (?:des|der|vom|von)\b.{0,60}|(?:réponse|commentaire) (?:du|de la|de l)\b.{0,60}|notes? internes?|résolution|(?:respuesta|comentario) de(?:l| la)\b.{0,60}|resolución|notas? internas?|resposta d[aeo]\b.{0,60}|resolução|risposta del\b.{0,60}|risoluzione|note interne|(?:antwoord|reactie) van\b.{0,60}|oplossing)$/u
/** Matches column names that begin with a word for customers, who are then the authors. */
const byCustomers = /^(?:customer|user|client|guest|reviewer|respondent|participant|interviewee|buyer)\b/u
const about = /\b(?:with|about|on)\b/u
/**
 * Matches names of columns that contain the customer's text only if no other column does, as in a survey or
 * interview.
 */
const besideTheirs =
  /^(?:(?:(?:first|last|latest|suggested|public|automatic) )?responses?(?: text)?|workaround|solution|(?:case|issue|deal|call|meeting|crm|sales|account) (?:comments?|notes?)|(?:recommended |proposed |agreed )?next (?:steps?|actions?)|(?:action|follow ?up) (?:items?|notes?|actions?|taken)|follow ?ups?|escalation(?: (?:reason|notes?|summary))?|acceptance criteria|diagnosis|investigation|findings|recommendations?|(?:fix|release|qa|test|triage|handover|shift|call|visit) (?:notes?|description|results?)|notes|fix|outcome|cause|history|lessons learned|status updates?|latest updates?)$/u

/** Matches names of columns with the customer's text. */
const theirWords =
  /^(?:(?:case|ticket|issue|customer|user|request|problem) )?(?:description|body|text|review|review text|message|comment|content|feedback|details|question|problem|request|complaint|verbatim)$/u

/** Reads `Developer Reply Text`, `developerReplyText` and `developer_reply_text` as the same words. */
export const wordsOf = (column: string) =>
  column
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
    .replace(/^custom field(?=.)/u, '')
    .trim()

const mostNameWords = 6
/** Longer names are questions, or whole texts of a file without a header. */
const mostNameCharacters = 200

/**
 * Whether a column contains replies, internal notes or derived text. Survey questions may contain the same
 * words, and are recognised by their length or their question mark.
 */
export function isOtherSide(column: string, columns: readonly string[]): boolean {
  if (column.length > mostNameCharacters) return false
  const words = wordsOf(column)
  if (column.trim().endsWith('?') || words.split(' ').length > mostNameWords) return false
  const [named = ''] = words.split(about)
  if (byOthers.test(named) || fromOthers.test(words) || words.startsWith('user agent')) return true
  if (foreignReplies.test(words)) return !foreignCustomers.test(words)
  if (otherWords.test(named) && !byCustomers.test(words)) return true
  return besideTheirs.test(words) && columns.some((other) => theirWords.test(wordsOf(other)))
}

/** Comments on a ticket in the format in which trackers export them: `04/Mar/24 10:00 AM;agent;text`. */
const signedComment = /^\d{1,4}[/-]\w{2,4}[/-]\d{2,4}[ T]\d{1,2}:\d\d[^;\n]{0,20};[^;\n]{1,80};/u

/** The header with which a browser or an app names itself: `Mozilla/5.0 (Windows NT 10.0; Win64; x64)`. */
export const isUserAgent = (cell: string) => /^[\w.-]{1,40}\/\d[\w.]{0,20} \(/u.test(cell)

export const isSignedComment = (cell: string) => signedComment.test(cell)
