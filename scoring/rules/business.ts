import { signalRules } from './signal-rules.ts'

/** The need exists at work or in a business. */
export const business = signalRules('business', {
  'own work': [
    'my|our|the|your small? business|company|clients|client|customers|customer|office|team|employees|staff|startup|firm|agency|store|shop|restaurant|practice|boss|coworkers|colleagues|manager|department|site|website|app|product|job|warehouse|organization|nonprofit|classroom|students|school|tenants|patients|users|sales|workplace|contractors|vendors|suppliers|bookkeeper|accountant|studio|clinic|salon|gym|crew|properties|rentals|helpdesk|network|servers',
    'a small|medium|mid|local|family|large|growing business|company|shop|office|team|firm|store|organization|agency|restaurant|nonprofit|sized|school|owned',
    'small business|businesses',
    'at|for|from my? work',
    'work for|at|in a|an|the',
    'i|we|ive|who run|own|manage|operate|started|opened|managing|running|owned|bought a|an|my|our|the|several|multiple|small',
    'we are|have|sell|provide|offer|do a|an|about|around|#|clients|customers',
    'as|im|i am|a an|a? freelancer|freelance|consultant|contractor|developer|designer|landlord|manager|founder|owner|teacher|sysadmin|admin|marketer|photographer|realtor|agent|accountant|bookkeeper|nurse|engineer|solo|solopreneur|sole|indie|smb|msp',
    'self employed',
    'freelance|freelancing|freelancer|freelancers|consulting|contractor|contracting|consultant',
    'business owner|owners',
    'my company|boss|job',
    'in my line of',
    'side business|hustle|gig',
  ],
  'business talk': [
    'clients|client|customers|customer|invoice|invoices|invoicing|payroll|employees|inventory|vendor|vendors|supplier|suppliers|b2b|b2c|saas|smb|enterprise|leads|crm|erp|onboarding|compliance|hipaa|gdpr|soc2|audit|procurement|stakeholders|kpi|churn|mrr|revenue|conversion|outreach|prospects|bookkeeping|accounting|pos|ecommerce|wholesale|retail|payments|merchant|billing|timesheets|timesheet|scheduling|shifts|hr|tenants|landlord|fundraising|donors|donor|volunteers|grant|marketing|seo|campaign|campaigns|newsletter|production|deployment|tickets|helpdesk|workflow|workflows|pipeline|pipelines',
    'project management|manager',
    'time tracking',
    'point of sale',
    'business plan|cards|model|side|account|idea',
    'our team|company|office|clients|network',
  ],
})
