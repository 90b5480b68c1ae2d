import { signalRules } from './signal-rules.ts'

/** The author names a product, compares products, or asks for an alternative. */
export const competitor = signalRules('competitor', {
  'in place of a product': [
    'alternative|alternatives|replacement|replacements|substitute to|for|of',
    '{good} alternative|alternatives',
    '{software} alternative|alternatives',
    'alternative|alternatives ?',
    'replace|replacing|replaces',
    'similar|comparable to',
    'something like|similar',
    '{software} like',
    'like .. but',
    'other than|then',
    'better than',
    'besides|aside|apart from?',
    'instead of',
    'equivalent|clone of|to|for',
    'competitor|competitors to|of',
    'as good as',
    'rather than',
    'migrate|migrating|switch|switching|switched|moving|moved|move|leaving|ditch|ditching|cancel|canceling|cancelling|canceled|cancelled from|to|off|away|our|my|over',
  ],
  compares: [
    'vs|versus',
    'compared|comparison|compare|comparing',
    'pros and cons',
    'which|what is|one|do|would better|best|you',
    'or something|similar|another|other',
    'experience|experiences with',
    'reviews|review of|on|for',
    'opinions|opinion|thoughts|feedback on|of|about',
    'worth it',
    'has|have anyone|anybody|you used|tried',
    'anyone|anybody|anyone|you use|used|using|tried',
  ],
  'a named product': [
    'quickbooks|salesforce|hubspot|mailchimp|shopify|squarespace|wix|wordpress|joomla|drupal|magento|bigcommerce|volusion|stripe|freshbooks|xero|mint|ynab|quicken|turbotax|intuit|peachtree|gusto|adp|kashflow|toggl|basecamp|trello|asana|jira|confluence|clickup|notion|obsidian|airtable|evernote|onenote|todoist|wunderlist|omnifocus|toodledo|rtm|astrid|thunderbird|sharepoint|office365|dropbox|onedrive|skydrive|crashplan|carbonite|backblaze|mozy|icloud|slack|discord|zoom|skype|webex|gotomeeting|teamviewer|logmein|vnc|zapier|n8n|ifttt|tableau|powerbi|looker|excel|spss|sas|stata|matlab|minitab|photoshop|illustrator|indesign|lightroom|gimp|canva|figma|autocad|sketchup|blender|unity|godot|unreal|gamemaker|eclipse|xcode|vscode|cursor|copilot|windsurf|replit|lovable|bolt|v0|claude|chatgpt|openai|gpt|gemini|perplexity|midjourney|deepseek|ollama|llama|langchain|github|gitlab|bitbucket|heroku|vercel|netlify|supabase|firebase|aws|azure|digitalocean|linode|godaddy|namecheap|bluehost|hostgator|cloudflare|nagios|cacti|zabbix|solarwinds|splunk|grafana|datadog|prtg|spiceworks|kayako|zendesk|freshdesk|intercom|helpscout|servicenow|jamf|intune|sccm|puppet|ansible|terraform|docker|kubernetes|vmware|veeam|acronis|ghost|clonezilla|wireshark|cisco|juniper|meraki|ubiquiti|pfsense|sonicwall|fortinet|asterisk|ringcentral|vonage|twilio|sendgrid|aweber|constantcontact|klaviyo|activecampaign|convertkit|substack|hootsuite|tweetdeck|semrush|ahrefs|moz|seomoz|majestic|adwords|adsense|analytics|mixpanel|kissmetrics|hotjar|optimizely|unbounce|clickfunnels|redfin|vrbo|guesty|appfolio|buildium|elance|odesk|upwork|fiverr|angie|moodle|blackboard|canvas|edmodo|schoology|gradebook|kahoot|pandora|winamp|foobar|vlc|xbmc|plex|audible|goodreads|scrivener|grammarly|calibre|adobe|oracle|sap|netsuite|odoo|zoho|pipedrive|calendly|docusign|hellosign|pandadoc|loom|typeform|jotform|surveymonkey|eventbrite|meetup|theknot|weddingwire|strava|garmin|fitbit|runkeeper|endomondo|myfitnesspal|gumroad|lastpass|onepassword|bitwarden|keepass|roboform|retool|bubble|webflow|framer|otter|fireflies|granola|elevenlabs|runway|deel|rippling|brex|expensify|waveapps|rewardful|posthog|amplitude|sentry|coda|miro|lucidchart|visio|readwise|instapaper|feedly',
  ],
  // Names that are so common that they rarely mean a competing product.
  'a platform': [
    'facebook|twitter|instagram|tiktok|youtube|pinterest|linkedin|craigslist|google|microsoft|apple|windows|linux|mac|osx|android|iphone|ipad|chrome|firefox|safari|opera|ubuntu|ebay|amazon|netflix|hulu|itunes|spotify|kindle|etsy|paypal|airbnb|zillow|yelp|groupon|kickstarter|patreon|gmail|outlook|reddit',
  ],
})

/** Product names that are also English words. Such a name counts only with a capital. */
const ordinaryNames = new Set(
  'amplitude analytics asterisk blackboard bolt bubble canvas coda cursor discord eclipse ghost gusto intercom loom lovable majestic meetup mint notion oracle otter puppet quicken rails react runway rust sentry sheets slack square stripe teams unity zoom'.split(
    ' ',
  ),
)

/** Whether a text in this spelling can only be the name of a product. */
export const namesProduct = (text: string): boolean => !ordinaryNames.has(text)
