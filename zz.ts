import { startSearchServer } from './bench/start-search-server.ts'
import { timeSearch } from './bench/time-search.ts'
import { sampleKeywords } from './bench/search-keywords.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { readFileSync } from 'node:fs'
const db = await openDatabase({ databaseUrl: null, dataDir: '/tmp/b24' }, 'command', () => {})
const keywords = (await sampleKeywords(db.pool))
const given=[...new Set(readFileSync('/work/shared/relevance/judgements.jsonl','utf8').trim().split('\n').map(l=>JSON.parse(l).keyword))].map(k=>({keyword:k,kind:'given'}))
const { child, url } = await startSearchServer('/tmp/b24')
const all=[...keywords,...given]
for (const {keyword:k} of all) await timeSearch(url, k)
const times:number[]=[];const by:any={}
for (let r=0;r<4;r++) for (const {keyword:k,kind} of all){ const t=await timeSearch(url,k);if(kind!=='given')times.push(t);(by[kind]??=[]).push(t)}
const q=(a:number[],p:number)=>a.toSorted((x,y)=>x-y)[Math.floor(a.length*p)]; console.log('p50',q(times,.5),'p95',q(times,.95), Object.entries(by).map(([k,v]:any)=>k+' '+q(v,.5)?.toFixed(1)+'/'+q(v,.95)?.toFixed(1)))
child.send('stop'); await new Promise(r=>child.on('exit',r)); await db.close(); process.exit()
