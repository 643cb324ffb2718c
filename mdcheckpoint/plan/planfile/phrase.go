package planfile

// A phrase describes requests to a person for work that an agent can do. A clause matches if it
// begins with one of verbs, and object, near, command or path matches the rest.
type phrase struct {
	what    string // request for a message, such as "start a server"
	how     string // how the agent does it, for the message
	verbs   wordList
	object  wordList
	near    wordList
	command bool     // a command after the verb matches
	path    bool     // a file name after the verb matches
	unless  wordList // words that exclude a match
	screen  bool     // a sentence about screens or secrets does not match
	action  bool     // only a human-action matches; in a human-verify, the step is part of the test
}

const (
	startServer  = "start or stop a server"
	inBackground = "start it in the background and give the address"
	testData     = "create test data"
	bySeed       = "create it with a script or a seed command"
	callAPI      = "call an api"
	sendRequest  = "send the request itself"
	editConfig   = "edit configuration"
	editIt       = "edit the file"
	runCommand   = "run a command"
	runIt        = "run it"
)

// phrases is the table of the rule automation-first. The first match wins. Source: checkpoint
// protocol (checklist, what human-action is not for, wrong examples).
var phrases = [...]phrase{
	{what: startServer, how: inBackground, verbs: "|start|starts|start up|stop|restart|launch|boot|boot up|run|kill|spin up|bring up|shut down|fire up|",
		object: "|server|servers|backend|frontend|container|containers|docker|docker-compose|emulator|emulators|daemon|api|redis|postgres|database" +
			"|service|services|nginx|apache|caddy|mysql|mongodb|rabbitmq|watchdog|node process|web process|stack|cluster|",
		near:   "|watch mode|process on|on localhost|in docker|with docker|via docker|using docker|",
		unless: "|from the list|button|game|session|screen|component|components|demo|timer|worker|request|ticket|desk|"},
	{what: "run migrations", how: "run them from the command line", verbs: "|run|execute|apply|perform|",
		object: "|migration|migrations|ddl|", near: "|schema.sql|", unless: "|tab|button|"},
	{what: testData, how: bySeed, verbs: "|create|add|insert|generate|seed|load|import|populate|make|prepare|run|", screen: true,
		object: "|test data|sample data|seed data|dummy data|fake data|mock data|test records|test rows|test users|sample records|dummy records|fixtures|seed script|"},
	{what: testData, how: bySeed, screen: true,
		verbs: "|seed|create a test user|create test user|add a test user|add test user|insert a test user|create a test record|insert a test record|insert a row|insert a record|insert a test row|",
		near:  "|database|db|sql|psql|sqlite|"},
	{what: "set up a database", how: "use its command line", verbs: "|create|set up|setup|initialize|initialise|reset|drop|restore|configure|", screen: true,
		object: "|database|databases|db|postgres|postgresql|mysql|sqlite|mongodb|schema|"},
	{what: "install packages", how: "install them with the package manager", verbs: "|install|reinstall|upgrade|", command: true,
		object: "|package|packages|dependency|dependencies|deps|library|libraries|npm|pip|node_modules|cli|", near: "|npm packages|with homebrew|",
		unless: "|paid|subscription|testflight|apk|store|extension|addon|plugin|profile|cart|line|secret|token|keys|key|"},
	{what: "install packages", how: "add them with the package manager", verbs: "|add|",
		near: "|dependency|dependencies|deps|npm package|npm packages|pip package|"},
	{what: "create an account", how: "create it if the service has an api or a command line; steps that need an e-mail, a captcha or a payment are for a person",
		verbs: "|create|register|set up|setup|open|", near: "|account|accounts|", action: true, screen: true,
		unless: "|verification|approve|approval|identity|business|bank|billing|payment|card|trial|"},
	{what: editConfig, how: editIt, verbs: "|edit|modify|update|change|adjust|configure|", path: true, screen: true,
		near: "|configuration file|configuration files|environment variable|environment variables|env file|settings file|env vars|config file|", unless: "|actual|your|"},
	{what: editConfig, how: editIt, verbs: "|add|", path: true, screen: true, unless: "|.env|.env.local|both|them|your|add to|"},
	{what: "create a file", how: "write the file", verbs: "|create|write|touch|save|copy|rename|move|make|delete|", path: true, screen: true,
		near: "|config file|configuration file|source file|file at|file named|file called|directory|folder at|"},
	{what: callAPI, how: sendRequest, verbs: "|call|hit|send|post|make|invoke|query|issue|", command: true,
		object: "|api|endpoint|endpoints|request|webhook|route|",
		unless: "|button|page|form|support|playground|tab|click|clicking|limit|banner|friend|"},
	{what: "run a script", how: runIt, verbs: "|run|execute|invoke|rerun|re-run|launch|", object: "|script|scripts|", unless: "|button|dashboard|"},
	{what: "run tests or a build", how: "run them and report the result", verbs: "|run|execute|rerun|re-run|kick off|",
		object: "|tests|linter|lint|typecheck|type check|build|suite|benchmarks|", unless: "|button|device|workflow|dashboard|"},
	{what: "push or publish", how: "do it with git or the command-line tool of the host", verbs: "|push|", object: "|branch|tag|branches|tags|", near: "|branch to|to origin|", screen: true},
	{what: "push or publish", how: "do it with git or the command-line tool of the host", verbs: "|push|open|create|", object: "|pull request|pr|", screen: true, unless: "|existing|"},
	{what: runCommand, how: runIt, verbs: runners, object: "|command|commands|", command: true, unless: editors + "a command|a few|more commands|some commands|any command|"},
	{what: runCommand, how: runIt, verbs: makers, command: true, unless: editors + "that|build command|start command|install command|"},
	{what: runCommand, how: runIt, unless: editors}, // a command in code, without a verb
}

// Words for the table of phrases. Source: real plans, unless a comment says otherwise.
const (
	// runners lists verbs for running a command; makers, verbs for what a command does.
	runners wordList = "|run|execute|rerun|re-run|invoke|runs|executes|starts|rodar|rode|executar|executa|ejecutar|ejecute|ejecuta|correr|lancer|lancez|exécuter|exécutez|esegui|eseguire|führe|ausführen" +
		"|запустить|запустите|запусти|starte|starten|iniciar|inicie|inicia|démarrer|démarrez|avvia|avviare|levanta|levantar|arranca|arrancar|"
	makers wordList = "|type|enter|launch|start|restart|use|cd|stop|open|push|deploy|build|clone|pull|boot|rebuild|migrate|regenerate|compile|publish|fetch|tail|serve|package|release|bootstrap|sync|format|lint|download|clean|reindex|backfill" +
		"|bring|spin|fire|kick|ssh|redeploy|commit|test|shut|generate|create|apply|install|seed|kill|set|verify|confirm|check|watch|ensure|try|"

	// persons lists what may come before a verb: words that address a person, or say when or where.
	persons wordList = "|please ensure you|please make sure you|please|kindly|you should|you must|you need to|you will need to|you'll need to|you have to|you can|you may|you will|you'll" +
		"|user should|user must|user needs to|user has to|user will|user can|the user should|the user must|the user needs to|human should|human must|human needs to|the human should" +
		"|ask the user to|have the user|tell the user to|ask user to|have user|developer should|developer must|owner should|owner must|tester should|user|the user|human|the human|developer|the developer|owner|tester" +
		"|make sure to|be sure to|remember to|go ahead and|manually|now|then|next|first|second|finally|also|optionally|locally|again|afterwards|instead|just|simply|but" +
		"|to verify|to test|to check|to start|after that|after this|before that|once that is done|in a terminal|in the terminal|in your terminal|in a shell|in terminal|in another terminal|in a new terminal|in a second terminal|in a separate terminal|from the project root|from the root" +
		"|terminal|terminal 1|terminal 2|terminal 3|terminal a|terminal b|terminal c|if not running|if it is not running|if not already running|if it is not already running|if not already up|if needed|"

	// others lists first words of clauses that ask the person for nothing; later, words about what an
	// agent does after an answer.
	others wordList = "|claude|agent|executor|orchestrator|automated|automatically|automation|ci|expected|expect|result|output|note|built|already|previously|background" +
		"|the server|the script|the app|the agent|the executor|the page|the test|the file|system|the system|tests|it|this|we|i|i've|we've|task|all|no|running|building|the banner|not|never|don't|do not|without|nothing|you do not|you don't|"
	later wordList = "|presenting|automatically|approval|approved|rejected|rejection|rollback|claude|agent|executor|orchestrator|"

	// results lists first words of what a command did.
	results wordList = "|green|pass|passes|passed|ok|clean|done|succeeds|succeeded|all|no|zero|exits|exit|already|was|is|both|works|started|fails|failed|failing|error|"
	modals  wordList = "|may|might|should|can|will|must|"

	ends wordList = "|with|on|at|by|from|in|inside|into|to|near|of|for|as|via|using|through|under|against|without|over|up|down|off|behind|between|like" +
		"|if|when|while|before|after|until|once|that|which|because|unless|or|+|/|=|named|called|listening" +
		"|locally|again|now|first|twice|yourself|manually|fresh|there|here|anew|back|too|separately|beforehand|afterwards|normally|"
	sources wordList = "|from|of|as|via|using|"
	ways    wordList = "|with|via|using|by|through|running|executing|calling|seeding|com|con|avec|mit|"

	// screens and handles list words in tests of the user interface, which a person must do. handles
	// do not count in a clause with a command.
	screens wordList = "|ui|form|button|page|screen|app|modal|dialog|dashboard|browser|sidebar|menu|wizard|console|portal|settings|wallet|editor|click|screenshot|screenshots|playing|"
	handles wordList = "|button|panel|tray|icon|menu|toolbar|wizard|editor|dashboard|portal|docker desktop|page|tab|window|clicking|"

	// secrets lists what an agent must not see or cannot create.
	secrets wordList = "|secret|secrets|token|tokens|key|keys|password|passwords|credential|credentials|licence|license|photo|portrait|image|logo|recording|theme|profile|own|"

	// exempt lists what only a person can do. Source: checkpoint protocol; real plans for devices
	// and logins.
	exempt wordList = "|on a mac|cocoapods|oauth|consent|captcha|recaptcha|hcaptcha|mfa|2fa|otp|two-factor|3ds|3d secure|inbox|verification link|verification email|email link" +
		"|hardware|device|phone|iphone|ipad|android|usb|bluetooth|printer|yubikey|physical|headset|sensor|scanner|microphone|camera|raspberry|tablet" +
		"|sudo|administrator|sd card|passphrase|login|log in|sign in|signin|authenticate|biometric|fingerprint|testflight|simulator|xcode|tui|ncurses|screen reader|voiceover|devtools|"

	// exemptCode lists words in commands that only a person can run; prompts, words anywhere in a
	// sentence about such a command.
	exemptCode wordList = "|bearer|$token|open ios|run ios|pod install|licenses|login|authenticate|signin|sudo|setup-token|auth refresh|gcloud init|rclone config|configure sso|otp|2fa|mfa|iphone|ipad|android|usb|bluetooth|adb|testflight|simulator|xcode|voiceover|"
	prompts    wordList = "|will prompt|qr|captcha|recaptcha|hcaptcha|mfa|2fa|otp|two-factor|3ds|3d secure|sudo|administrator|passphrase|yubikey|biometric|fingerprint|"

	// editors lists places for commands that no shell runs.
	editors wordList = "|dashboard|palette|obsidian|vs code|vscode|neovim|vim|emacs|console|devtools|prompt box|command bar|search|the editor|an editor window|in an editor|in editor" +
		"|sql editor|query editor|code editor|godot|unity|unreal|playground|web terminal|embedded terminal|built-in terminal|in-app terminal|browser terminal|repl" +
		"|command field|command input|command box|app's|terminal pane|terminal panel|terminal view|terminal widget|chat|telegram|discord|slack|"

	// tools lists commands; plainTools, those that are also English words. subcommands follow a
	// tool, as in "go test".
	tools wordList = "|cd|npm|npx|pnpm|yarn|bun|bunx|node|deno|go|cargo|make|cmake|python|python3|pip|pip3|uv|poetry|pytest|docker|docker-compose|podman|git|gh" +
		"|psql|createdb|mysql|sqlite3|redis-cli|mongosh|curl|wget|flutter|dart|rails|bundle|rake|ruby|composer|php|artisan|dotnet|mvn|gradle" +
		"|terraform|kubectl|helm|supabase|vercel|netlify|fly|flyctl|heroku|railway|wrangler|firebase|stripe|prisma|drizzle-kit|alembic|swift|xcodebuild|brew|apt|apt-get" +
		"|bash|sh|zsh|mkdir|touch|cp|mv|rm|chmod|ssh|scp|cat|echo|ls|grep|export|source|aws|gcloud|az|ansible|vite|next|jest|vitest|playwright|tsc|eslint|convex" +
		"|systemctl|journalctl|lsof|pkill|tail|uvicorn|gunicorn|redis-server|expo|nx|turbo|sbt|schtasks|taskkill|npm.cmd|npx.cmd|pwsh|powershell|"
	plainTools  wordList = "|touch|sh|nx|uv|go|make|next|source|fly|echo|cat|node|export|stripe|vercel|supabase|firebase|railway|terraform|docker|git|playwright|prisma|convex|swift|rails|flutter|jest|python|ruby|redis|expo|tail|"
	subcommands wordList = "|run|build|test|dev|serve|install|deploy|start|exec|push|add|commit|ci|"
	scripts     wordList = "|.sh|.bat|.cmd|.ps1|"
	tails       wordList = "|or|in|from|first|again|so|to|on|twice|locally|if|"
)

// Words for who acts. Source: real plans.
const (
	// agents lists words for an agent; acts, words that may follow. excuses lists phrases which alone
	// mean that an agent acts, or cannot act.
	agents  wordList = "|claude|orchestrator|executor|gsd-executor|orchestrator/operator|"
	acts    wordList = "|run|runs|apply|applies|execute|executes|perform|performs|start|starts|commits|deploys|pushes|cannot|can't|has no|have no|lacks|step|steps|"
	excuses wordList = "|agent cannot|agent can't|agents cannot|agent has no|orchestrator-run|operator-run|do not attempt|hand control|human-only action|no cli|cannot be automated|when prompted|tui|ncurses|press q|real terminal|requires human execution|human execution|sandbox environment|"

	// doers lists words for an agent; people, for a person. The last one in a lead-in says who acts.
	doers  wordList = "|claude|agent|executor|orchestrator|automated|automatically|automation|already|i|i'll|i've|we|we'll|"
	people wordList = "|you|your|yourself|user|human|person|tester|developer|owner|manual|manually|"

	// personal lists what no agent can do alone in a human-action.
	personal wordList = "|dashboard|console|portal|billing|subscription|registrar|dns|vpn|ssh|vps|"

	presents wordList = "|before presenting|present|pause|halt|instruct|capture|surface|stop and wait|wait for the user|ask the user|"
)

// choices lists phrases that ask for a choice, so the task should be a decision. Source: checkpoint
// protocol.
const choices wordList = "|please choose|choose between|decide between|which do you prefer|which one do you|let me know which|pick one of|choose one of|decide whether|do you prefer|"
