import { signalRules } from './signal-rules.ts'

/** Advice or knowledge given rather than asked for. */
export const advice = signalRules('advice', {
  families: {
    'gives advice': [
      'here is|are|s a|the|my|some|what|how|an',
      'heres a|the|my|some|what|how|an',
      'you|u should|can|must|need|dont|will|have|want|could|might|may|are|get|do|shouldnt|cant|wont|never',
      'your own|product|customers|business|site|app|code|website|game|brand|users|audience|content|job|resume|life|clients|first',
      'if you|youre|your',
      'dont|never|always|stop|start|try|make|remember|consider|avoid|focus|learn|keep|get|use|be|think sure|be|forget|use|do|just|your|yourself|on|to|that|worry',
      'tips|tricks|lessons|steps|ways|reasons|mistakes|things|rules|secrets|guide|strategies|hacks for|to|i|that|you|from|of|on|and',
      '# tips|lessons|steps|ways|reasons|mistakes|things|rules|tools|secrets|strategies|years',
      'pro|protip|quick|psa tip|tips?',
      'psa|protip|lpt|howto|eli5',
      'how i|we|ive',
      'what i|we learned|did|do|use|wish',
      'lessons learned',
      'i|ive learned|realized|noticed|discovered that|a|how|the',
      'the truth|secret|key|reality|trick about|is|to',
      'in my experience',
      'my advice',
      'step #|by|one',
      'first|second|third|finally|lastly|next|then of|you|make|and',
      'in order to',
      'hope this helps',
      'hope|hopefully it|this|that|someone|you helps|help|finds|find',
      'why you|i|we|your|the|most should|stopped|need',
      'this is how|why|what',
      'i|we made|grew|went|sold|hit|reached|quit from|to|my|$',
      'the problem isnt',
      'it|this isnt about',
      'agree ?',
    ],
  },
})
