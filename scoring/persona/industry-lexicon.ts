/** Words that belong to one trade more than to others. */
export const industryLexicon: Readonly<Record<string, readonly string[]>> = {
  'Information technology': [
    'sysadmin|server|servers|network|switches|firewall|helpdesk|vpn|domain|backup|backups|msp|vlan|router|cisco|sso|devops|uptime',
  ],
  'Software development': [
    'app|api|github|deploy|deployment|codebase|developer|developers|sdk|repo|repository|bug|ci|saas|frontend|backend|plugin',
  ],
  Marketing: [
    'marketing|seo|adwords|campaign|campaigns|newsletter|leads|backlinks|keywords|ads|brand|analytics|conversion|ppc|influencer|influencers',
  ],
  'Retail and e-commerce': [
    'shopify|etsy|ebay|ecommerce|retail|store|sku|skus|inventory|orders|pos|checkout|merchandise|shipping|wholesale|woocommerce|products',
  ],
  'Real estate': [
    'tenant|tenants|landlord|rent|rental|rentals|lease|mls|realtor|property|properties|zillow|apartment|apartments',
  ],
  'Finance and accounting': [
    'accounting|bookkeeping|invoice|invoices|quickbooks|xero|payroll|receipts|ledger|audit|reconcile|budget|bank|tax|taxes',
  ],
  Education: [
    'teacher|teachers|students|classroom|school|grading|lesson|lessons|curriculum|quiz|quizzes|homework|course|university',
  ],
  'Food and hospitality': [
    'restaurant|cafe|bakery|kitchen|menu|hotel|food|bar|chef|catering|reservations|booking|bookings',
  ],
  'Construction and trades': [
    'construction|contractor|contractors|crew|crews|jobsite|foreman|foremen|hvac|plumbing|electrician|roofing|estimate|estimates',
  ],
  'Creative and media': [
    'design|designer|illustrator|photoshop|photographer|photography|video|videos|footage|editing|podcast|music|logo|portfolio',
  ],
  Nonprofit: [
    'nonprofit|donor|donors|donation|donations|volunteer|volunteers|grant|grants|fundraising|charity',
    'non profit',
  ],
  Agriculture: ['farm|farmer|farming|crop|crops|irrigation|livestock|harvest|cattle|soil'],
  'Logistics and manufacturing': [
    'warehouse|barcode|shipping|freight|manufacturing|supplier|suppliers|fleet|delivery|routes|pallet|factory',
  ],
  Legal: ['attorney|attorneys|clio|paralegal|litigation|intake|counsel|contracts', 'law firm'],
}

/** How large an organisation the text speaks of, the most telling first. */
export const companySizeLexicon: Readonly<Record<string, readonly string[]>> = {
  'Enterprise (1,000+)': [
    'enterprise company|client|clients|customer|customers|environment|organization',
    'fortune #',
    'large corporation|company|organization',
    'global company',
  ],
  'Solo (1)': [
    'solo|freelancer|freelance|solopreneur',
    'one man|person|woman shop|operation|team|show|business|band',
    'sole proprietor',
    'work|working|run|running|business|everything|alone by myself',
    'self employed',
    'its just me',
    'just me and my',
  ],
  'Small (2-49)': [
    'small business|company|team|shop|office|firm|nonprofit|agency|store|business|startup|studio|clinic|practice|church|school',
    'startup',
    'my business|shop|store|restaurant|bakery|agency',
    'two|three|four|five|six person|people|man',
    'a few employees',
    'mom and pop',
  ],
  'Mid-size (50-999)': [
    'mid|medium sized|size',
    'midsize|midsized',
    'multiple locations|offices|sites|branches',
    '# locations|stores|sites|offices',
  ],
}

/** Named tools, languages and systems. */
export const techStackLexicon: readonly string[] = [
  'excel|sheets|airtable|notion|zapier|n8n|quickbooks|xero|freshbooks|salesforce|hubspot|pipedrive|zoho|mailchimp|klaviyo|shopify|woocommerce|wordpress|squarespace|wix|stripe|paypal|square|slack|teams|outlook|gmail|trello|asana|jira|confluence|basecamp|clickup|zendesk|intercom|freshdesk|github|gitlab|docker|kubernetes|aws|azure|postgres|mysql|sql|oracle|python|javascript|typescript|react|rails|django|php|java|rust|golang|powershell|bash|vba|matlab|spss|stata|sas|tableau|powerbi|figma|photoshop|illustrator|canva|dropbox|evernote|obsidian|chatgpt|claude|cursor|copilot|openai|gemini|cisco|vmware|windows|linux|ubuntu|mac|android|iphone|ios|ipad',
  'google sheets|docs|drive|calendar|forms|analytics|classroom|voice|workspace',
  'ms|microsoft access|excel|word|project|teams|office|sharepoint|exchange',
  'power bi|automate|automation',
  'make|monday com',
]
