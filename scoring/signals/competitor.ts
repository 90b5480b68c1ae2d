import type { SignalRules } from './signal-rules.ts'

/** Names an existing product, compares products, or seeks something in place of one. */
export const competitor: SignalRules = {
  signal: 'competitor',
  families: [
    {
      name: 'in place of a product',
      phrases: [
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
    },
    {
      name: 'compares',
      phrases: [
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
    },
    {
      name: 'a named product',
      phrases: [
        'quickbooks|salesforce|hubspot|mailchimp|shopify|squarespace|wix|wordpress|joomla|drupal|magento|bigcommerce|volusion|etsy|ebay|amazon|paypal|stripe|square|freshbooks|xero|mint|ynab|quicken|turbotax|intuit|sage|peachtree|gusto|adp|kashflow|harvest|toggl|basecamp|trello|asana|jira|confluence|monday|clickup|notion|obsidian|airtable|evernote|onenote|todoist|wunderlist|omnifocus|things|toodledo|rtm|astrid|outlook|gmail|thunderbird|exchange|sharepoint|office365|dropbox|box|onedrive|skydrive|crashplan|carbonite|backblaze|mozy|icloud|slack|teams|discord|zoom|skype|webex|gotomeeting|teamviewer|logmein|vnc|zapier|make|n8n|ifttt|tableau|powerbi|looker|excel|spss|sas|stata|matlab|minitab|photoshop|illustrator|indesign|lightroom|gimp|canva|figma|sketch|autocad|sketchup|blender|unity|godot|unreal|gamemaker|eclipse|xcode|vscode|cursor|copilot|windsurf|replit|lovable|bolt|v0|claude|chatgpt|openai|gpt|gemini|perplexity|midjourney|deepseek|ollama|llama|langchain|github|gitlab|bitbucket|heroku|vercel|netlify|supabase|firebase|aws|azure|digitalocean|linode|godaddy|namecheap|bluehost|hostgator|cloudflare|nagios|cacti|zabbix|solarwinds|splunk|grafana|datadog|prtg|spiceworks|kayako|zendesk|freshdesk|intercom|helpscout|servicenow|jamf|intune|sccm|puppet|ansible|chef|terraform|docker|kubernetes|vmware|veeam|acronis|ghost|clonezilla|wireshark|cisco|juniper|meraki|ubiquiti|pfsense|sonicwall|fortinet|asterisk|ringcentral|vonage|twilio|sendgrid|aweber|constantcontact|klaviyo|activecampaign|convertkit|substack|hootsuite|buffer|tweetdeck|semrush|ahrefs|moz|seomoz|majestic|adwords|adsense|analytics|mixpanel|kissmetrics|hotjar|optimizely|unbounce|clickfunnels|linkedin|facebook|twitter|instagram|tiktok|youtube|pinterest|craigslist|zillow|redfin|airbnb|vrbo|guesty|appfolio|buildium|elance|odesk|upwork|fiverr|freelancer|yelp|groupon|angie|moodle|blackboard|canvas|edmodo|schoology|gradebook|kahoot|itunes|spotify|pandora|winamp|foobar|vlc|xbmc|plex|netflix|hulu|kindle|audible|goodreads|scrivener|grammarly|calibre|android|iphone|ipad|chrome|firefox|safari|opera|ubuntu|windows|linux|mac|osx|google|microsoft|apple|adobe|oracle|sap|netsuite|odoo|zoho|pipedrive|calendly|docusign|hellosign|pandadoc|loom|typeform|jotform|surveymonkey|eventbrite|meetup|theknot|weddingwire|strava|garmin|fitbit|runkeeper|endomondo|myfitnesspal|nike|kickstarter|patreon|gumroad|lastpass|1password|bitwarden|keepass|roboform|retool|bubble|webflow|framer|otter|fireflies|granola|elevenlabs|runway|deel|rippling|brex|ramp|expensify|bill|wave|waveapps|harvest|rewardful|posthog|segment|amplitude|sentry|linear|height|coda|miro|mural|lucidchart|visio|readwise|pocket|instapaper|feedly|reader',
      ],
    },
  ],
}
