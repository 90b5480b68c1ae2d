const vowel = /[aeiouy]/u

/**
 * Words, links and entities. Links and entities are skipped. An apostrophe between letters is part of the
 * word.
 */
const linkOrWord =
  /(?:[a-z]+:\/\/|www\.)[^\s)]*|&#?\w{1,7};|(?<word>[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['\u2019][\p{L}\p{M}\p{N}]+)*)/gu
const longestWord = 24

/** The stems of the words of a text, in order. */
export function stemsIn(text: string): string[] {
  return wordsIn(text).map((word) => stemWord(plainWord(word)))
}

/** Numbers stems from 0 in the order in which they appear. `stems` are the stems of all texts so far. */
export function numberStems() {
  const stems: string[] = []
  const numberOfStem = new Map<string, number>()
  const numberOfWord = new Map<string, number>()
  const addWord = (word: string): number => {
    const stem = stemWord(plainWord(word))
    const number = numberOfStem.get(stem) ?? stems.length
    if (number === stems.length) stems.push(stem)
    numberOfStem.set(stem, number)
    numberOfWord.set(word, number)
    return number
  }
  return {
    stems: stems as readonly string[],
    read: (text: string): number[] => wordsIn(text).map((word) => numberOfWord.get(word) ?? addWord(word)),
  }
}

/** The words of a text in lower case, without numbers and without tokens that a machine has generated. */
function wordsIn(text: string): string[] {
  const words: string[] = []
  for (const { groups } of text.toLowerCase().matchAll(linkOrWord)) {
    const word = groups?.word
    if (word !== undefined && word.length <= longestWord && !/^\p{N}/u.test(word)) words.push(word)
  }
  return words
}

const plainWord = (word: string): string => word.replace(/['\u2019]s$/u, '').replaceAll(/['\u2019]/gu, '')

/** Synonyms, as stems. Posts with the same need must not be separated because they use different words. */
const sameMeaning = {
  client: 'customer custom',
  staff: 'employe worker cowork colleagu',
  photo: 'pic pictur imag',
  phon: 'smartphon cellphon mobil',
  calendar: 'calend gcal',
  quickbook: 'qb',
  email: 'mail',
  site: 'websit webpag',
  apt: 'apartment',
}
const usualWord = new Map(
  Object.entries(sameMeaning).flatMap(([usual, others]) =>
    others.split(' ').map((other) => [other, usual] as const),
  ),
)

/** The common part of a word's plural, past and -ing forms, which is not always a real word. */
export function stemWord(word: string): string {
  const stem = undouble(withoutEnding(word))
  return usualWord.get(stem) ?? stem
}

function withoutEnding(word: string): string {
  if (word.length < 4) return word
  let stem = singular(word)
  for (const ending of ['ing', 'ed', 'er', 'ly']) {
    const rest = stem.slice(0, -ending.length)
    if (stem.endsWith(ending) && rest.length >= 4 && vowel.test(rest)) stem = rest
  }
  return withoutFinalE(stem)
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/u.test(word)) return word.slice(0, -2)
  return word.endsWith('s') && !/(?:ss|us|is)$/u.test(word) ? word.slice(0, -1) : word
}

function withoutFinalE(word: string): string {
  return word.endsWith('e') && word.length > 4 ? word.slice(0, -1) : word
}

function undouble(word: string): string {
  const last = word.at(-1)
  const doubled = last !== undefined && last === word.at(-2) && /[bdfgklmnprt]/u.test(last)
  return doubled && word.length > 4 ? word.slice(0, -1) : word
}

/**
 * How much the common stems show about the subject of a post. The common words were counted in 131,326 public
 * posts of 2006-2013.
 */
const commonWords: readonly (readonly [weight: number, stems: string])[] = [
  // The first group has the stems in at least 5% of posts; the next groups have those in at least 2%, 1% and
  // 0.5%.
  [
    0,
    'able about actual after again ago all also alway am an and anoth any anyth are around as at back be becaus been befor being bit both but by call can cant chang come could did didnt do doe doesnt doing done dont down else end etc even ever every few first for friend from game get gett give go going got had happen has have having he her here high him his how id if ill im in interest into is it its ive job just last let life link littl long lot made make many may me might more most much my myself never new next no not now of off old on one only or other our out over own part plac play pleas point post pretty put real recent right said same say see seem she should show sinc so some someth stil sure take talk tell than that their them then ther thes they this thos through to today too trying two up us used using very was we well were what when wher which whil who why will with without wond would year you your',
  ],
  [
    0.15,
    'advanc against allow almost along already amount answ anyway area asked asking away awesom bad based basical becom begin believ between break bring build came care case caus certain check clear clos colleg com coming comment community complet consid control cool couldnt coupl cours decid design develop different driv due during each eith enjoy enough entir everyth exact exampl expect explain fact fair fami far fast favorit felt figur final fine finish follow food fuck full fun general girl given goe group guess half hand happy havent head hear heard hes hit hold home hope howev important includ instead isnt kid kind late later least leav left less level light line live local lost main making man matt mayb mean mention mind miss moment morn move must name near night non normal noth notic numb obvious offer often once onlin open original page pass past person personal pick plan pm possibl power probab provid quick quit rath realiz reason receiv rememb request result room saw saying second seen self send serious several shar shit short side singl situation sometim soon sorry sort sound spend stat stay stop story such taking test text th theyr though thre thread togeth told took top total tried turn type under understand until usual wait walk wasnt watch went whatev whol window wont word world worth wouldnt writ wrong yet',
  ],
  [
    0.4,
    'ability abov absolut accept access across act action activ added address age agre alon although amaz american android anymor apparent appear apply approach arent art articl assum attack attempt attention availabl averag avoid background bar bed behind below black block body bought box brand broth brows built bunch buying cannot cent challeng chanc charact charg choic choos city claim clean click color common concern confus connect constant contact content continu conversation copy correct count country cover crazy credit curious cut daily dark date dead death deep definit degre development die differenc direct discuss discussion door download draw dream drink drop early eat effect ended engin english enter episod especial eventual except excit exist extra extrem eye face fail fall fan feedback fellow field fight file fill fit five fix focus folk forc format forward four front furth futur gain gaming gave girlfriend giving goal god gone gotten grad graduat grow guid hang heart hell helpful history honest hopeful hoping host huge human hurt imagin immediat improv increas input insid instal internet interview involv item itself join jump kept key knew knowledg known lack land languag laptop law lett limit listen living load location lose low luck machin major male map match memb men met middl mine mod model mom moth moved movi moving multipl network offic official oh ok okay outsid paper parent particular party pc per perfect perhap physical piec plus poor position possib potential practic pref present previous pro professional public pull purchas purpos push putt quality rais random rang rate re reach ready red regard regular relat relationship releas remov reply requir research resourc respond respons rest return review roll rule safe save scienc screen season seeing sell sens sent sery sett sh shot sign simp sitt size skil sleep slow smok somewher song sourc spac speak special spent spoil st stand standard star steam step stick straight strang stream strong study stupid styl sub submit suck summ super suppos surpris switch tabl taken tech term third throw tomorrow ton tonight topic touch toward town trad train travel trip troubl true tv unfortunat unit university upon upvot useful valu various via view visit vs wall war water wear weekend weird welcom weve wheth whit wife win within woman women worry written yes yesterday youl young yourself youtub youv',
  ],
  [
    0.65,
    'accord activity adding addition additional admin admit advantag advertis affect afford afraid ahead air album alright ama amazon america among angry animal announc anxiety anywher apart apologiz appl appropriat april apt argument arm arriv artist asid aspect ass attend audio august awar awkward baby bag balanc ball band bare base battl beat beautiful becam beer began benefit besid beta beyond bigg biggest bike birthday blood blow blue board bonus boot boss bottl bottom boy boyfriend brain breath brief brok broken brought bug burn busy button cabl camera camp campaign canada carry cash cat catch caught cell channel cheat cheer child children christma cloth club co coffe cold collection comfortabl command compar complain concept condition confirm connection contain contribut convinc cook core corn crack crap crash creativ cross cs cultur cup dad damag damn dating dear debat debt decision default delet demand department depend depress depression describ description deserv desir desk desktop despit destroy determin dev devic died diet dinn direction discov display distanc doctor dog dollar doubl doubt downvot dress drug dude earli earn earth east eating education effectiv effort employ empty encourag enemy energy entry environment error essential everybody evidenc ex exchang excus exercis expand explanation explor express familiar fantastic fantasy farm fat fath fear feed feet fell femal film financial fire firm fixed flash flat floor flow fold forev forget forgot fram freak freelanc frequent fresh friday fully fund funny gath gb gear generat gift glad glass gold gonna government grab graphic green ground gun gym hack hair hasnt health healthy heat heavy held himself hole hook horribl hot hundr hunt husband ideal ignor implement impossibl incom incredib individual industry inform initial insight inspir instanc instant intend introduc invest invit ios iphon itll joke judg july june karma keyboard kick kinda king lady latest laugh launch lbs leagu led leg legal lesson library licens lie lift liked linux literal lived loan lock log lol losing loss loved lower mac magic maintain majority maker management march mark marri massiv mast material math max meant media memory mental mess mid mile million min minor mistak mix mode modern monday monitor mountain movy natur natural nd necessary negativ net nobody none nor north nurs occasional occur odd oil older onto opportunity organiz os otherwis overal owner pack packag paint pair park participat partn path paying perform performanc period perspectiv piss plenty plug polic pop popular port positiv pound pre prepar press prevent print privat produc profil profit progress promis proof prop proper protect proud prov ps publish pure quot race radio ran rank rant rare rd reality reduc refer referenc refus relativ relevant remain remind remot repair repeat requirement respect restaurant resum rid ride ridiculous ring risk road rock role rough round rout row ruin rush sad sampl sat saturday saved saving scal scar scen scor screenshot screw script secret section seek select semest separat shap shirt shitty shock shoot shouldnt shut sick sidebar significant sist six skin slight smart smil society sold solid somebody somehow somewhat son south spam speed spel split sport spot spread stag startup station stock strategy street stress structur subject submission subscrib success successful sudden suff suit sunday supp sweet target tast taught tear technical techniqu technology ten tend terribl themselv theory theyv thousand throughout thus tired tough traffic treat tree truly trust tutorial twic typical uk ultimat uniqu unless upgrad upload upset usa voic vote wake warn weapon wed wedd werent whenev wide winn wonderful worri wors worst wow wrot yeah youd zero',
  ],
]

/** Words that any request may contain, whatever its subject. */
const requestWords =
  'add advic alternativ annoy anybody anyon app application appreciat ask automat automatical basic best bett big busin business buy cheap compan company comput cost creat curr current day deal decent detail difficult dr easi easy edit everyon expensiv experienc featur feel find found free frustrat function functional good googl great guy handl hard hate hello help hey hi idea info information issu keep know larg learn like look lov love manual method minut money month need nice opinion option paid pain pay peopl plugin problem process product program question read recommend recommendation reddit redditor reliabl replac replacement run runn search servic set setup similar simpl sit smal softwar solution solv someon specific specifical start struggl stuck stuf subreddit suggest suggestion support sur system tedious thank the thing think thought tip titl tl tldr tool trick try updat use user version want wast way web week wish work'

/** Words that are common, but name things with which people work. */
const workWords =
  'account ad appointment backup bank bill blog book budget calendar car card chat class client cloud code contract data databas deliv delivery document domain email event excel expen facebook fil form forum homework hour hous instagram inventory invoic lead list manag market meal medical meet messag music newslet note order password patient payment phon photo pric project property receipt recip record rent report sale schedul school security serv shift ship shop site social spreadsheet staf staff stor student survey sync task tax teach team tenant ticket tim track twit video weight workout'

const weights = new Map<string, number>()
for (const [weight, stems] of commonWords) for (const stem of stems.split(' ')) weights.set(stem, weight)
for (const stem of workWords.split(' ')) weights.set(stem, 0.8)
for (const stem of requestWords.split(' ')) weights.set(stem, 0)
// This word says little alone, but much next to another word: "time tracking", "lead time".
weights.set('time', 0.3)

/** From 0 (the word shows nothing about the subject) to 1 (a rare word). */
export const wordWeight = (stem: string): number => (stem.length < 2 ? 0 : (weights.get(stem) ?? 1))
