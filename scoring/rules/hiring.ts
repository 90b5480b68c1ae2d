import { signalRules } from './signal-rules.ts'

/** A job offer, or somebody looking for a person (an employee, a partner, a lawyer) rather than a product. */
export const hiring = signalRules('hiring', {
  families: {
    'a job offered': [
      '[ hiring',
      '[ for hire',
      '[ request|task|offer|job|paid',
      'hiring|recruiting',
      'job opening|openings|posting|offer',
      'apply|resume|resumes|cv|applicants|candidates|salary|interview|interviews|internship|interviewing|recruiter|recruiters',
      'we are|were looking for|hiring a|an',
      'join our|us|my|the team',
      'looking|searching for|need a|an|some|experienced|freelance|someone .. {expert}',
      'looking for someone|people|anyone|somebody|partner|partners|cofounder',
      'need|want someone to|who',
      'hire a|an|someone|somebody',
      'pay someone|somebody to',
      'find a|an|good|someone .. {expert}',
      'freelance writers|writer|developer|designer|programmer wanted|needed',
      'co founder',
      'paid position|gig|internship',
    ],
    'a career question': [
      'career|careers|jobs|degree|major|college|university|grad|graduate|graduating|undergrad|masters|phd|certification|certifications|ccna|bachelors|student',
      'get|getting|got|find|finding|landed|offered a|the|into|my|an|hired first? job|jobs|position|internship|hired',
      'entry level',
      'should i go|take|quit|accept|major|learn|study|leave|become|get',
      'job market|search|hunting|hunt',
      'break|breaking|get|getting into',
      'become a|an',
      'switch careers',
      'pay|salary raise|negotiation',
      'learn|learning to|how|about|more|the|programming|code|python',
      'getting started|into',
      'where do i|to start|begin',
      'beginner|beginners|newbie|noob|newb',
      'want|wanting|like|trying to learn|become|start|understand',
    ],
  },
})
