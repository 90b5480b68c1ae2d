/**
 * Occupations. An irregular plural follows after a bar (`|`). The singular is also the name of the persona.
 */
const roles = [
  'landlord, property manager, realtor, real estate agent, real estate investor, freelancer, auditor',
  'blogger, retiree, intern, moderator, freshman|freshmen, home buyer, first time home buyer, tech',
  'technician, freelance designer, freelance writer, freelance web designer, freelance web developer',
  'freelance developer, consultant, contractor, small business owner, business owner, store owner',
  'shop owner, restaurant owner, startup founder, founder, solo founder, entrepreneur, sole proprietor',
  'marketer, marketing manager, marketing director, marketing coordinator, community manager',
  'project manager, product manager, office manager, sales manager, salesperson|salespeople, recruiter',
  'sysadmin, systems administrator, network admin, network administrator, network engineer, it manager',
  'it admin, software engineer, software developer, web developer, web designer, app developer',
  'Android developer, ios developer, game developer, indie developer, developer, programmer, data analyst',
  'data scientist, statistician, researcher, phd student, grad student, graduate student, college student',
  'student, teacher, high school teacher, middle school teacher, music teacher, math teacher',
  'english teacher, student teacher, tutor, professor, librarian, graphic designer, designer, illustrator',
  'artist, photographer, wedding photographer, videographer, video editor, musician, producer, podcaster',
  'writer, novelist, copywriter, editor, accountant, bookkeeper, lawyer, attorney, paralegal, pharmacist',
  'pharmacy technician, pharmacy tech, nurse, physician, dentist, farmer, electrician, plumber, mechanic',
  'builder, woodworker, chef, cook, barber, engineer, architect, bride, parent, seo, volunteer coordinator',
  'nonprofit director, Etsy seller, trader, investor, runner, dj, dispatcher, receptionist',
  'school secretary|school secretaries, church secretary|church secretaries, warehouse manager, HR manager',
  'event planner, translator, interpreter, language teacher, hairdresser, hairstylist, personal trainer',
  'life coach|life coaches, physiotherapist, physical therapist, dental hygienist, vet tech, veterinarian',
  'stage manager, baker, brewer, potter, data engineer, backend developer, open source maintainer',
  'support lead, web shop owner, postdoc',
].flatMap((line) => line.split(', '))

/**
 * Things that people run, such as a business. The persona is the thing's "owner", unless another name follows
 * after a colon.
 */
const ventures = [
  'small business|businesses, business|company, bakery, restaurant|cafe, coffee shop, food truck',
  'etsy shop|store: Etsy shop owner, store|shop|boutique, gym, salon, clinic, agency',
  'startup: startup founder, nonprofit: nonprofit manager, website|site, blog: blogger, podcast: podcaster',
  'warehouse, farm: farmer, saas: SaaS founder, newsletter: newsletter writer, studio, brewery|taproom, bar|pub',
  'firm, law firm, practice, hotel|hostel, daycare|preschool, web shop, garage',
  'cleaning crew|service: cleaning business owner',
].flatMap((line) => line.split(', '))

/** The role of people who write "my" or "our" before a thing. */
const belongings: readonly (readonly [string, string])[] = [
  ['my wedding', 'engaged couple'],
  ['my landlord', 'tenant'],
  ['my thesis|dissertation|professor', 'student'],
  ['my blog', 'blogger'],
  ['my|our studio is|has|was|does|charges|uses|offers|runs|opened|needs|clients|students', 'studio owner'],
  ['my|our bakery', 'bakery owner'],
  ['my salon clients|chairs|has|is|uses', 'salon owner'],
  ['my translation|translations clients|work', 'translator'],
  ['my novel|manuscript', 'novelist'],
  ['my son|daughter|kids|toddler', 'parent'],
  ['my site|website', 'website owner'],
  ['my|our tenants|tenant|rentals', 'landlord'],
  [
    'joined|joining|work|working|started for|at|with|in? a|an|my property management company|firm|team',
    'property manager',
  ],
  ['i|we manage # rentals|properties|units|doors|apartments', 'property manager'],
  ['joined|joining|work|working for|at|with a|an|my real estate brokerage|agency|firm|team', 'realtor'],
  ['my students|classroom|class', 'teacher'],
  ['my startup', 'startup founder'],
  ['my small business', 'small business owner'],
  ['my business', 'business owner'],
  ['our customers|products|store|shop', 'small business'],
  ['our donors|volunteers', 'nonprofit staff'],
  ['our network|switches|servers|domain', 'network admin'],
  ['my etsy shop|store', 'Etsy shop owner'],
  ['my freelance clients|work|business', 'freelancer'],
  ['my app|apps', 'app developer'],
  [
    'my degree|major|undergrad|gpa|semester|classes|exam|exams|homework|coursework|minor|internship',
    'student',
  ],
  ['im|am in|at|starting|finishing|entering my|a|high|grad? college|university|school|undergrad', 'student'],
  ['im|am studying|majoring', 'student'],
  ['high|grad|college|university|undergrad school? student|senior|junior|freshman', 'student'],
  ['this|next|last semester', 'student'],
  ['{self} graduating|graduate in|this|next|from|with', 'student'],
  ['undergraduate|undergrad|sophomore', 'student'],
  ['off|going|go|heading back? to college|university|school|grad', 'student'],
  ['attend|attending|finish|finishing|start|starting|leaving college|university|school|grad', 'student'],
  ['degree in|program', 'student'],
  ['a|an|my|the school|class|college|university project|assignment|paper', 'student'],
  ['a|my|required|this|for|taking|in a? _ class|course', 'student'],
  ['incoming|a college? freshman|senior in', 'student'],
  ['student teaching', 'student teacher'],
  ['first|second|third|fourth|final|last year student|of|as|at|in', 'student'],
  ['my fiance|fiancee|bridesmaids|groomsmen|ceremony', 'engaged couple'],
  ['my girlfriend|boyfriend|partner and i are|were|got engaged', 'engaged couple'],
  ['getting married', 'engaged couple'],
]

/**
 * The role of people who write "my" or "our" before a thing that many people have. A community of one trade
 * is better evidence than such a thing.
 */
const possessions: readonly (readonly [string, string])[] = [
  ['my resume|resumes|cv', 'job seeker'],
  ['my apartment|roommate|roommates', 'renter'],
  ['buy|buying|bought my|our|a first house|home|condo', 'home buyer'],
  ['my house|condo|mortgage', 'home owner'],
  ['my pc|computer|laptop|desktop', 'PC owner'],
  ['my mac|macbook|imac', 'Mac user'],
  ['my iphone|ipad', 'iPhone user'],
  ['my boss|coworkers|coworker|manager', 'employee'],
]

/**
 * A phrase that identifies the author's role. A lower rank is more certain. Of equal ranks, the longer name
 * is chosen.
 */
export type PersonaRule = {
  readonly persona: string
  readonly rank: number
  readonly phrases: readonly string[]
}

/** Rules of this rank identify the author, unless the sentence is in the third person. */
export const surestRank = 1
/** Rules of this rank apply only if the community has no persona. */
export const weakestRank = 4

function roleRules(role: string): PersonaRule[] {
  const [persona = '', plural = `${persona.toLowerCase()}s`] = role.split('|')
  const singular = persona.toLowerCase()
  return [
    {
      persona,
      rank: surestRank,
      phrases: [
        `as a|an ${singular}`,
        `im|am a|an|the|your ${singular}`,
        `im|am a|an|the _ ${singular}`,
        `were a|an ${singular}`,
        `we are a|an ${singular}`,
        `work|working as a|an ${singular}`,
        `my job as a|an ${singular}`,
        `${singular} here`,
        `being a|an ${singular}`,
      ],
    },
    {
      persona,
      rank: 2,
      phrases: [`fellow ${plural}`, `other ${plural}`, `^ ${plural}`, `we ${plural}`],
    },
  ]
}

/** Things of which an author may also be a member, patient or tenant. */
const joined = new Set(['gym', 'studio', 'practice', 'firm', 'law firm', 'bar|pub', 'garage', 'hotel|hostel'])

function ventureRule(venture: string): PersonaRule {
  const [thing = '', persona = `${thing.split('|')[0]} owner`] = venture.split(': ')
  const opens = joined.has(thing) ? 'started|opened' : 'started|opened|have'
  return {
    persona,
    rank: surestRank,
    phrases: [
      `i|ive|we run|own|operate|manage a|an|my|our|the ${thing}`,
      `i|ive|we run|own|operate|manage a|an|my|our|the _ ${thing}`,
      `i|ive|we run|own|operate a|an|my|our _ _ ${thing}`,
      `i|ive|we ${opens} a|an|my|our ${thing}`,
      `i|ive|we ${opens} a|an|my|our _ ${thing}`,
      `running|owning|managing a|an|my ${thing}`,
    ],
  }
}

/** All rules. The rank of a rule matters, but not its place in this list. */
export const personaRules: readonly PersonaRule[] = [
  ...roles.flatMap(roleRules),
  ...ventures.map(ventureRule),
  ...belongings.map(([phrase, persona]) => ({ persona, rank: 3, phrases: [phrase] })),
  ...possessions.map(([phrase, persona]) => ({ persona, rank: weakestRank, phrases: [phrase] })),
]
