package planfile

// An ask is something that people are asked to do and an agent can do itself.
type ask struct {
	what  string   // for a message: "start a server"
	how   string   // how the agent does it
	verbs wordList // one of them begins the imperative
	// things are what must follow; empty is anything.
	things  wordList
	object  bool // a thing must be the direct object of the verb
	command bool // a command in code counts as a thing
	path    bool // so does the name of a file
	unless  wordList
	screen  bool // not in a sentence about screens
	secret  bool // not in a sentence about secrets or screens
	action  bool // counts in a human-action only: in a human-verify it is a step of the test
}

// What the messages of several rows say.
const (
	startServer  = "start or stop a server"
	inBackground = "start it in the background and give the address"
	testData     = "create test data"
	bySeed       = "make it with a script or a seed command"
	push         = "push or publish"
	byGit        = "do it with git or the command line of the host"
)

// asks are what automation-first finds, the first that fits. Source: seed (its checklist,
// the list of what no human-action is for, and its wrong examples).
var asks = [...]ask{
	{what: startServer, how: inBackground, object: true,
		verbs: starters,
		things: "|server|servers|backend|frontend|container|containers|docker|docker-compose|emulator|emulators|daemon|api|redis|postgres|database" +
			"|service|services|nginx|apache|caddy|mysql|mongodb|rabbitmq|watchdog|node process|web process|",
		unless: "|button|game|session|screen|component|components|demo|timer|worker|request|ticket|desk|"},
	{what: startServer, how: inBackground,
		verbs: starters, things: "|watch mode|process on|on localhost|in docker|with docker|via docker|using docker|"},
	{what: "run migrations", how: "run them from the command line",
		verbs: "|run|execute|apply|perform|", things: "|migration|migrations|schema.sql|ddl|", unless: "|tab|button|"},
	{what: testData, how: bySeed, screen: true,
		verbs:  "|create|add|insert|generate|seed|load|import|populate|make|prepare|run|",
		things: "|test data|sample data|seed data|dummy data|fake data|mock data|test records|test rows|test users|sample records|dummy records|fixtures|seed script|database with|"},
	{what: testData, how: bySeed, screen: true,
		verbs:  "|seed|create a test user|create test user|add a test user|add test user|insert a test user|create a test record|insert a test record|insert a row|insert a record|insert a test row|",
		things: "|database|db|sql|psql|sqlite|"},
	{what: "set up a database", how: "use its command line", screen: true,
		verbs:  "|create|set up|setup|initialize|initialise|provision|reset|drop|restore|configure|",
		things: "|database|databases|db|postgres|postgresql|mysql|sqlite|mongodb|schema|"},
	{what: "install packages", how: "install them with the package manager", command: true,
		verbs:  "|install|reinstall|upgrade|",
		things: "|package|packages|dependency|dependencies|deps|library|libraries|npm|pip|node_modules|cli|",
		unless: "|paid|subscription|testflight|apk|store|extension|addon|plugin|profile|cart|line|secret|token|keys|key|"},
	{what: "install packages", how: "add them with the package manager",
		verbs: "|add|", things: "|dependency|dependencies|deps|npm package|npm packages|pip package|"},
	{what: "create an account", how: "create it where the service has an api or a command line, and leave to a person what asks for an e-mail, a captcha or a payment", action: true,
		verbs: "|create|register|set up|setup|open|", things: "|account|accounts|", unless: "|verification|approve|approval|identity|"},
	{what: "edit configuration", how: "edit the file", path: true, secret: true,
		verbs:  "|edit|modify|update|change|set|adjust|configure|add|append|paste|",
		things: "|configuration file|configuration files|environment variable|environment variables|env file|settings file|env vars|config|"},
	{what: "create a file", how: "write the file", path: true, secret: true,
		verbs:  "|create|write|touch|save|copy|rename|move|make|delete|",
		things: "|config file|configuration file|source file|file at|file named|file called|directory|folder at|"},
	{what: "call an api", how: "send the request itself", verbs: "|curl|wget|use curl|use postman|"},
	{what: "call an api", how: "send the request itself", command: true,
		verbs:  "|call|hit|send|post|make|invoke|query|issue|",
		things: "|api|endpoint|endpoints|http request|post request|get request|put request|delete request|webhook|route|",
		unless: "|button|page|form|support|playground|tab|click|clicking|limit|banner|"},
	{what: "run a script", how: "run it",
		verbs: "|run|execute|invoke|rerun|re-run|launch|", things: "|script|scripts|", unless: "|button|dashboard|"},
	{what: "run tests or a build", how: "run them and report the result",
		verbs: "|run|execute|rerun|re-run|kick off|", things: "|tests|linter|lint|typecheck|type check|build|suite|benchmarks|",
		unless: "|button|device|workflow|dashboard|"},
	{what: push, how: byGit, object: true, screen: true, verbs: "|push|", things: "|branch|tag|branches|tags|"},
	{what: push, how: byGit, screen: true, verbs: "|push|", things: "|branch to|to origin|"},
	{what: push, how: byGit, screen: true, unless: "|existing|", verbs: "|push|open|create|", things: "|pull request|a pr|draft pr|"},
	{what: "run a command", how: "run it", command: true, verbs: runners, things: "|command|commands|", unless: editors},
}

// runCommand is the row of a command with nothing beside it.
var runCommand = &asks[len(asks)-1]

// Verbs of several rows, and what is not run in a shell.
const (
	starters wordList = "|start|start up|stop|restart|launch|boot|boot up|run|kill|spin up|bring up|shut down|fire up|"

	runners = anyCode + "type|enter|launch|start|restart|use|cd|stop|open|push|deploy|build|clone|pull|test with|verify with|check with|"

	// makers are verbs, besides those of asks, of what commands do. Source: corpus.
	makers wordList = "|rebuild|migrate|regenerate|compile|publish|fetch|tail|serve|package|release|bootstrap|sync|format|lint|download|clean|reindex|backfill" +
		"|bring|spin|fire|kick|ssh|redeploy|commit|test|shut|"

	editors wordList = "|palette|obsidian|vs code|vscode|neovim|vim|emacs|console|devtools|prompt box|command bar|search|the editor|an editor window|in an editor|in editor" +
		"|sql editor|query editor|code editor|godot|unity|unreal|playground|web terminal|embedded terminal|built-in terminal|in-app terminal|browser terminal|repl" +
		"|command field|command input|command box|app's|terminal pane|terminal panel|terminal view|terminal widget|chat|telegram|discord|slack|"
)

// choices make a question of a text whose task is an action. Source: seed.
var choices = [...]string{"please choose", "choose between", "decide between", "which do you prefer", "which one do you", "let me know which", "pick one of", "choose one of", "decide whether", "your preference"}
