package main

// words are the words in the bullets. None has a meaning in Markdown or in a rule.
const words = `access account adapter agent allow always amount answer append archive argument around array
audit backup balance batch battery because before below between block body border branch bridge broker
budget buffer build cache cancel capacity carry catalog change channel check choice claim clean client clock
cluster column command commit common compare compress conflict consumer context contract counter cover crash
customer cursor daily database deadline decision default delay delete depend deploy derive design detail
device different digest direct disk document domain double draft driver drop early editor effort empty
endpoint engine enough entry error event every exact example exchange expect expire export extra factor
failure fallback feature fetch field file filter final finding first flag flow folder follow format forward
fragile frame freeze gap gate gateway global graph group guard handle handler header health history host hour
hybrid ignore import inbox index input insert inside instead interval invoice isolate issue item job journal
keep key label latency launch layer ledger legacy length level library limit link list load local lock log
long loop machine manual map margin marker match measure member memory merge message meter method middle
migration minute mirror missing mobile mode model module monitor month move narrow native network never night
node normal notice number object offset often old only open operator option order origin outbox outside owner
packet page parallel parent parse partial party path pattern payload peer pending percent permit phase pilot
pipeline place plain plan platform point policy pool port power prefer prefix present print private process
producer profile project promise protocol provider proxy publish pull purge push quarter query queue quick
quiet quota range rate reader ready reason rebuild recent record recover reduce region register reject relay
release remote rename render repair repeat replay report request reserve reset resource response restore
result retry return review rewrite risk role rollback root route rule runner safe sample scale schedule schema
scope search second section secure segment select sender sequence serial server service session setting shadow
shape share shard short signal silent simple single slice slow small snapshot socket source space split stable
stage stale start state static status step stock store stream strict string structure subject supply support
surface survey switch symbol sync system table target task team tenant tension test thread threshold through
ticket timer token tool topic trace track traffic transfer tree trigger trust tunnel twice type under unit
unless until update upgrade upload usage user valid value vendor verify version view volume wait wallet warm
watch weak week window within without worker write writer wrong yearly zone`
