import { signalRules } from './signal-rules.ts'

/**
 * A legal, medical, relationship, personal-finance or school question, or a question of fact. No product
 * would answer it.
 */
export const unserved = signalRules('unserved', {
  'legal or medical': [
    'lawyer|attorney|lawsuit|sue|sued|suing|legal|legally|court|judge|police|illegal|liability|contract|contracts|copyright|trademark|llc|incorporate|liable|eviction|evict|deposit|custody|divorce|landlord',
    'doctor|doctors|surgery|diagnosed|symptoms|injury|knee|therapist|depression|anxiety|disease|patient|hospital|medication|dose|prescription|pregnant|pregnancy|calories|protein|squat|deadlift|bench|marathon|race|miles|pace|weight|lbs|muscle',
  ],
  'relationships and life': [
    'girlfriend|boyfriend|wife|husband|fiance|fiancee|relationship|marriage|parents|mother|father|son|daughter|kids|family|baby|roommate|roommates|friend|friends|wedding|bridesmaid|bridesmaids|mil|toddler',
    'motivation|motivated|procrastination|procrastinate|procrastinating|willpower|discipline|lazy|happiness|happy|sad|lonely|scared|afraid|fear|dream|dreams|passion|burnout|unmotivated|confidence',
    'quit my job',
    'my life',
    'feel like|bad|guilty|lost|stupid',
    'i feel',
    'throwaway',
    '# year|years old',
    '# m|f|yo',
  ],
  'facts and opinions': [
    'what|whats is|are|the the|a|difference|deal|point|meaning between?',
    'whats|is the difference',
    'can someone|anyone|somebody explain|tell|help|eli5',
    'explain|explanation|understand|understanding|theory|concept|concepts|definition',
    'is it worth|legal|ok|okay|normal|safe|bad|too|true|better|wrong|possible|just',
    'should i|we',
    'how much should|do|does|money|would|is',
    'how long|many|often|old|far|hard|important',
    'why is|are|do|does|did',
    'when do|should|is|did|does',
    'homework|exam|exams|class|semester|professor|thesis|assignment|school',
    'interested in|to',
    'inspiration|inspired|creative|creativity|ideas',
    'religion|god|politics|political|government|democrats|republicans|obama|trump|election',
  ],
  'own venture': [
    'start|starting|launch|launching a|an|my|own|up|the|your business|company|startup|blog|store?',
    'business|startup|app|game idea|ideas',
    'get|getting|find|finding|acquire|attract|gain|generate more|new|my|first|your? clients|customers|traffic|users|sales|leads|downloads|work|followers|exposure|backlinks|links',
    'market|marketing|promote|promoting|advertise|advertising|monetize|sell|selling|price|pricing|grow|growing my|our|a|your|an|this|the|myself',
    'make|making|earn money|living|income',
    'rank|ranking|rankings|serp|serps|pagerank|backlink|backlinks|panda|penguin|penalty|penalized|keyword|keywords',
    'investors|investor|funding|raise|valuation|equity|vc|angel|pitch|incubator|accelerator',
    'quit|quitting my|the|your|their job|day|corporate',
    'how do i|you|we get|find|start|market|price|promote|grow|charge|make',
    'how much|what should|do|to|would charge|rate|rates|you|i',
    'rates|charge|charging|hourly|rate',
    'domain|name names|for|my|ideas|suggestions',
  ],
})
