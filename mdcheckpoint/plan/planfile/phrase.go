package planfile

// An ask is something that people are asked to do and an agent can do itself.
type ask struct {
	what  string   // for a message: "start a server"
	how   string   // how the agent does it
	verbs []string // one of them begins the imperative
	// things are words or pairs of words, one of which must follow; nil with code
	// asks for code alone.
	things []string
	object bool     // it must be what the verb does something to, not be said of that
	placed []string // phrases that need not
	sure   []string // verbs that need nothing behind them
	code   bool     // a command in code counts as a thing
	path   bool     // so does the name of a file
	unless []string
	screen bool // nor with a word of screens
	secret bool // nor with a word of secrets or screens
	action bool // asked of human-action only: in human-verify it is a step of the test
}

// asks are what automation-first finds, the first that fits. Source: seed (its
// checklist, the list of what no human-action is for, and its wrong examples).
var asks = [...]ask{
	{what: "start or stop a server", how: "start it in the background and give the address",
		verbs: []string{"start", "start up", "stop", "restart", "launch", "boot", "boot up", "run", "kill", "spin up", "bring up", "shut down", "fire up"},
		things: []string{"server", "servers", "backend", "frontend", "container", "containers", "docker", "docker-compose", "emulator", "emulators", "daemon", "api", "redis", "postgres", "database",
			"service", "services", "nginx", "apache", "caddy", "mysql", "mongodb", "rabbitmq", "watchdog", "node process", "web process"},
		object: true, placed: []string{"watch mode", "process on", "on localhost", "in docker", "with docker", "via docker", "using docker"},
		unless: []string{"button", "game", "session", "screen", "component", "components", "demo", "timer", "worker", "request", "ticket", "desk"}},
	{what: "run migrations", how: "run them from the command line",
		verbs:  []string{"run", "execute", "apply", "perform"},
		things: []string{"migration", "migrations", "schema.sql", "ddl"}, unless: []string{"tab", "button"}},
	{what: "create test data", how: "make it with a script or a seed command",
		verbs:  []string{"create", "add", "insert", "generate", "seed", "load", "import", "populate", "make", "prepare", "run"},
		things: []string{"test data", "sample data", "seed data", "dummy data", "fake data", "mock data", "test records", "test rows", "test users", "sample records", "dummy records", "fixtures", "seed script", "database with"},
		screen: true},
	{what: "create test data", how: "make it with a script or a seed command",
		verbs:  []string{"seed", "create a test user", "create test user", "add a test user", "add test user", "insert a test user", "create a test record", "insert a test record", "insert a row", "insert a record", "insert a test row"},
		things: []string{"database", "db", "sql", "psql", "sqlite"},
		screen: true},
	{what: "set up a database", how: "use its command line",
		verbs:  []string{"create", "set up", "setup", "initialize", "initialise", "provision", "reset", "drop", "restore", "configure"},
		things: []string{"database", "databases", "db", "postgres", "postgresql", "mysql", "sqlite", "mongodb", "schema"},
		screen: true},
	{what: "install packages", how: "install them with the package manager",
		verbs:  []string{"install", "reinstall", "upgrade"},
		things: []string{"package", "packages", "dependency", "dependencies", "deps", "library", "libraries", "npm", "pip", "node_modules", "cli"},
		code:   true, unless: []string{"paid", "subscription", "testflight", "apk", "store", "extension", "addon", "plugin", "profile", "cart", "line", "secret", "token", "keys", "key"}},
	{what: "install packages", how: "add them with the package manager",
		verbs:  []string{"add"},
		things: []string{"dependency", "dependencies", "deps", "npm package", "npm packages", "pip package"}},
	{what: "create an account", how: "create it where the service has an api or a command line, and leave to a person what asks for an e-mail, a captcha or a payment",
		verbs:  []string{"create", "register", "set up", "setup", "open"},
		things: []string{"account", "accounts"}, action: true,
		unless: []string{"http", "verification", "approve", "approval", "identity"}},
	{what: "edit configuration", how: "edit the file",
		verbs:  []string{"edit", "modify", "update", "change", "set", "adjust", "configure", "add", "append", "paste"},
		things: []string{"configuration file", "configuration files", "environment variable", "environment variables", "env file", "settings file", ".env", ".env.local", "env vars", "config"},
		path:   true, secret: true},
	{what: "create a file", how: "write the file",
		verbs:  []string{"create", "write", "touch", "save", "copy", "rename", "move", "make", "delete"},
		things: []string{"config file", "configuration file", ".env", ".env.local", "source file", "file at", "file named", "file called", "directory", "folder at"},
		path:   true, secret: true},
	{what: "call an api", how: "send the request itself",
		sure:   []string{"curl", "wget"},
		verbs:  []string{"call", "curl", "wget", "hit", "send", "post", "make", "invoke", "query", "use curl", "use postman", "issue"},
		things: []string{"api", "endpoint", "endpoints", "http request", "post request", "get request", "put request", "delete request", "curl", "webhook", "route", "postman"},
		code:   true, unless: []string{"button", "page", "form", "support", "playground", "tab", "click", "clicking", "limit", "banner"}},
	{what: "run a script", how: "run it",
		verbs:  []string{"run", "execute", "invoke", "rerun", "re-run", "launch"},
		things: []string{"script", "scripts"}, unless: []string{"button", "dashboard"}},
	{what: "run tests or a build", how: "run them and report the result",
		verbs:  []string{"run", "execute", "rerun", "re-run", "kick off"},
		things: []string{"tests", "linter", "lint", "typecheck", "type check", "build", "suite", "benchmarks"},
		unless: []string{"button", "device", "workflow", "dashboard"}},
	{what: "push or publish", how: "do it with git or the command line of the host",
		verbs:  []string{"push"},
		things: []string{"branch", "tag", "branches", "tags"}, object: true, placed: []string{"branch to", "to origin"}, screen: true},
	{what: "push or publish", how: "do it with git or the command line of the host",
		verbs:  []string{"push", "open", "create"},
		things: []string{"pull request", "a pr", "draft pr"}, screen: true,
		unless: []string{"existing"}},
	{what: "run a command", how: "run it",
		verbs:  []string{"run", "execute", "type", "enter", "invoke", "rerun", "re-run", "launch", "start", "restart", "use", "cd", "stop", "open", "push", "deploy", "build", "clone", "pull", "test with", "verify with", "check with"},
		things: []string{"command", "commands"}, code: true,
		unless: []string{"palette", "obsidian", "vs code", "vscode", "neovim", "vim", "emacs", "console", "devtools", "prompt box", "command bar", "search", "the editor", "an editor window", "in an editor", "in editor", "sql editor", "query editor", "code editor", "godot", "unity", "unreal", "playground", "web terminal", "embedded terminal", "built-in terminal", "in-app terminal", "browser terminal", "repl", "command field", "command input", "command box", "app's", "terminal pane", "terminal panel", "terminal view", "terminal widget"}},
}

// ui are words of a step that goes through the screens of what was built: to test
// these is what a person is there for.
var screens = []string{"ui", "form", "button", "page", "screen", "app", "modal", "dialog", "dashboard", "browser", "sidebar", "menu", "wizard", "console", "portal", "settings", "wallet", "editor", "click"}

// handles are words behind a preposition that say by what a person does a thing: they go
// through a screen, which is to be tested or has no command line.
var handles = []string{"button", "panel", "tray", "icon", "menu", "toolbar", "wizard", "editor", "dashboard", "portal", "docker desktop", "admin page", "settings page", "manager window", "inspector window", "ui"}

// secrets are words of a step that handles what an agent must not see or cannot
// make.
var secrets = []string{"secret", "secrets", "token", "tokens", "key", "keys", "password", "passwords", "credential", "credentials", "licence", "license", "photo", "portrait", "image", "logo", "recording", "screenshot", "theme", "profile", "own"}

// exempt are words of a clause that only a person can do, whatever else it says.
// Source: seed; the devices and logins: corpus.
var exempt = [...]string{
	"oauth", "consent", "captcha", "recaptcha", "hcaptcha", "mfa", "2fa", "otp", "two-factor", "3ds", "3d secure", "inbox", "verification link", "verification email", "email link",
	"hardware", "device", "devices", "phone", "iphone", "ipad", "android", "usb", "bluetooth", "printer", "yubikey", "physical", "headset", "sensor", "scanner", "microphone", "camera", "raspberry", "tablet",
	"sudo", "administrator", "sd card", "passphrase", "login", "log in", "sign in", "signin", "authenticate", "biometric", "fingerprint", "testflight", "simulator", "xcode", "tui", "ncurses", "screen reader", "voiceover", "devtools",
}

// exemptCode are those that count in code, too, where others are names of things: a
// command that asks a person to sign in, or that runs on a device.
var exemptCode = []string{"login", "authenticate", "signin", "sudo", "setup-token", "auth refresh", "gcloud init", "rclone config", "configure sso", "otp", "2fa", "mfa", "iphone", "ipad", "android", "usb", "bluetooth", "adb", "testflight", "simulator", "xcode", "voiceover"}

// hardware are those of exempt on which a file may lie that a later sentence names.
var hardware = []string{"sd card", "usb", "device", "hardware", "raspberry", "phone", "tablet", "physical"}

// prompts are words of a sentence whose command asks a person while it runs, or shows what
// they are to scan.
var prompts = []string{"qr", "captcha", "recaptcha", "hcaptcha", "mfa", "2fa", "otp", "two-factor", "3ds", "3d secure", "sudo", "administrator", "passphrase", "yubikey", "biometric", "fingerprint"}

// tools are the commands that are known without being in code. Source: corpus.
var tools = []string{
	"cd", "npm", "npx", "pnpm", "yarn", "bun", "bunx", "node", "deno", "go", "cargo", "make", "cmake", "python", "python3", "pip", "pip3", "uv", "poetry", "pytest", "docker", "docker-compose", "podman", "git", "gh",
	"psql", "createdb", "mysql", "sqlite3", "redis-cli", "mongosh", "curl", "wget", "flutter", "dart", "rails", "bundle", "rake", "ruby", "composer", "php", "artisan", "dotnet", "mvn", "gradle",
	"terraform", "kubectl", "helm", "supabase", "vercel", "netlify", "fly", "flyctl", "heroku", "railway", "wrangler", "firebase", "stripe", "prisma", "drizzle-kit", "alembic", "swift", "xcodebuild", "brew", "apt", "apt-get",
	"bash", "sh", "zsh", "mkdir", "touch", "cp", "mv", "rm", "chmod", "ssh", "scp", "cat", "echo", "ls", "grep", "export", "source", "aws", "gcloud", "az", "ansible", "vite", "next", "jest", "vitest", "playwright", "tsc", "eslint", "convex",
	"systemctl", "journalctl", "lsof", "pkill", "tail", "uvicorn", "gunicorn", "redis-server", "expo", "nx", "turbo", "sbt", "schtasks", "taskkill", "npm.cmd", "npx.cmd", "pwsh", "powershell",
}

// agents are words at the beginning of a clause that says what somebody else does,
// or what is to be seen.
var agents = []string{
	"claude", "agent", "the agent", "the executor", "executor", "orchestrator", "automated", "automatically", "automation", "ci", "expected", "expect", "result", "output", "note", "built", "already", "previously", "background",
	"the server", "the script", "the app", "system", "the system", "the test", "tests", "it", "this", "we", "i", "i've", "we've", "task",
}

// persons are words before a verb that make a person its subject.
var persons = []string{
	"please ensure you", "please make sure you", "please", "kindly", "you should", "you must", "you need to", "you will need to", "you'll need to", "you have to", "you can", "you may", "you will", "you'll",
	"user should", "user must", "user needs to", "user has to", "user will", "user can", "the user should", "the user must", "the user needs to", "human should", "human must", "human needs to", "the human should",
	"ask the user to", "have the user", "tell the user to", "ask user to", "have user", "developer should", "developer must", "owner should", "owner must", "tester should",
	"make sure to", "be sure to", "remember to", "go ahead and", "manually", "now", "then", "next", "first", "second", "finally", "also", "optionally", "locally", "again", "afterwards", "instead", "just", "simply", "and", "or", "but", "so", "to verify", "to test", "to check", "to start", "after that", "after this", "before that", "once that is done",
}

// third are subjects whose verb has an s: "user runs".
var third = []string{"user", "the user", "human", "the human", "developer", "the developer", "owner", "tester", "person", "the person"}

// A foreignVerb is what a verb of the table is in other languages. Source: corpus.
type foreignVerb struct {
	base  string
	verbs []string
}

var foreign = [...]foreignVerb{
	{"run", []string{"rodar", "rode", "executar", "ejecutar", "ejecute", "ejecuta", "correr", "lancer", "lancez", "exécuter", "exécutez", "esegui", "eseguire", "führe", "ausführen", "запустить", "запустите", "запусти"}},
	{"start", []string{"starte", "starten", "iniciar", "inicie", "inicia", "démarrer", "démarrez", "avvia", "avviare"}},
}

// places may come before an imperative: "in a terminal run".
var places = []string{"terminal", "shell", "root", "directory", "folder", "line", "window", "tab", "repo", "repository", "project", "machine", "computer"}
