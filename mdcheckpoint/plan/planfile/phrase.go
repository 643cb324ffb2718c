package planfile

// Words by which a sentence is read. Source, where none is named: corpus.
const (
	// screens are words of a step that goes through the screens of what was built: to test
	// these is what a person is there for.
	screens wordList = "|ui|form|button|page|screen|app|modal|dialog|dashboard|browser|sidebar|menu|wizard|console|portal|settings|wallet|editor|click|"

	// handles are words behind a preposition that say by what a person does a thing: a screen,
	// which is to be tested or has no command line.
	handles      wordList = "|button|panel|tray|icon|menu|toolbar|wizard|editor|dashboard|portal|docker desktop|admin page|settings page|manager window|inspector window|ui|"
	prepositions wordList = "|in|from|on|with|via|using|through|"

	// secrets are words of a step that handles what an agent must not see or cannot make.
	secrets wordList = "|secret|secrets|token|tokens|key|keys|password|passwords|credential|credentials|licence|license|photo|portrait|image|logo|recording|screenshot|theme|profile|own|"

	// exempt are words of a clause that only a person can do, whatever else it says. Source:
	// seed; the devices and logins: corpus.
	exempt wordList = "|oauth|consent|captcha|recaptcha|hcaptcha|mfa|2fa|otp|two-factor|3ds|3d secure|inbox|verification link|verification email|email link" +
		"|hardware|device|devices|phone|iphone|ipad|android|usb|bluetooth|printer|yubikey|physical|headset|sensor|scanner|microphone|camera|raspberry|tablet" +
		"|sudo|administrator|sd card|passphrase|login|log in|sign in|signin|authenticate|biometric|fingerprint|testflight|simulator|xcode|tui|ncurses|screen reader|voiceover|devtools|"

	// data are words behind one of exempt that make it the name of data: "the devices table".
	data wordList = "|table|tables|model|schema|migration|migrations|endpoint|"

	// exemptCode are those that count in code, where others are names of things: a command
	// that asks a person to sign in, or that runs on a device.
	exemptCode wordList = "|login|authenticate|signin|sudo|setup-token|auth refresh|gcloud init|rclone config|configure sso|otp|2fa|mfa|iphone|ipad|android|usb|bluetooth|adb|testflight|simulator|xcode|voiceover|"

	// prompts are words of a sentence whose command asks a person while it runs, or shows what
	// they are to scan.
	prompts wordList = "|qr|captcha|recaptcha|hcaptcha|mfa|2fa|otp|two-factor|3ds|3d secure|sudo|administrator|passphrase|yubikey|biometric|fingerprint|"

	// agents are words at the beginning of a clause that says what somebody else does, or what
	// is to be seen.
	agents wordList = "|claude|agent|the agent|the executor|executor|orchestrator|automated|automatically|automation|ci|expected|expect|result|output|note|built|already|previously|background" +
		"|the server|the script|the app|system|the system|the test|tests|it|this|we|i|i've|we've|task|"

	// executors are words of a condition that say that an agent acts: "once Claude is done".
	executors wordList = "|claude|agent|executor|orchestrator|"

	// persons are words before a verb that make a person its subject, or say where.
	persons wordList = "|please ensure you|please make sure you|please|kindly|you should|you must|you need to|you will need to|you'll need to|you have to|you can|you may|you will|you'll" +
		"|user should|user must|user needs to|user has to|user will|user can|the user should|the user must|the user needs to|human should|human must|human needs to|the human should" +
		"|ask the user to|have the user|tell the user to|ask user to|have user|developer should|developer must|owner should|owner must|tester should" +
		"|make sure to|be sure to|remember to|go ahead and|manually|now|then|next|first|second|finally|also|optionally|locally|again|afterwards|instead|just|simply|and|or|but|so" +
		"|to verify|to test|to check|to start|after that|after this|before that|once that is done|in a terminal|in the terminal|in your terminal|in a shell|from the project root|"

	// third are subjects whose verb has an s: "user runs". named are those, and others, that
	// name the person.
	third wordList = "|user|the user|human|the human|developer|the developer|owner|tester|person|the person|"
	named wordList = "|you|user|the|human|developer|owner|tester|person|"

	// otherVerbs begin an imperative that asks for nothing by itself, and lookers those of them
	// that may say by which command it is done.
	otherVerbs wordList = "|visit|go|navigate|click|check|verify|confirm|log|sign|look|press|tap|scroll|resize|wait|return|select|fill|submit|view|watch|review|read|try|ensure" +
		"|see|switch|connect|plug|find|locate|close|refresh|reload|hover|drag|toggle|enable|disable|inspect|compare|play|listen|complete|choose|pick|observe|examine|clear" +
		"|scan|authenticate|authorize|approve|grant|accept|follow|hold|walk|"
	lookers wordList = "|verify|confirm|check|test|watch|ensure|try|"

	// conditions begin a clause behind which an imperative may come.
	conditions wordList = "|if|when|once|after|before|in|from|on|at|to|for|with|using|since|because|unless|while|terminal|shell|step|option|optional|requires|alternatively|otherwise|manual|setup|prerequisite|prerequisites|"
	leadIns    wordList = "|in|if|"
	shells     wordList = "|terminal|shell|running|started|up|"
	negations  wordList = "|not|never|don't|no|without|doesn't|"
	says       wordList = "|says|say|reads|shows|show|displays|prints|suggests|automatically|"

	// later are words of a condition under which an agent acts after the person has answered:
	// "on approval: run `npm publish`".
	later wordList = "|approval|approved|rejected|rejection|rollback|"

	// results are words that begin what is said of a command that has run.
	results wordList = "|green|pass|passes|passed|ok|clean|done|succeeds|succeeded|all|no|zero|exits|exit|already|was|is|both|works|"

	articles     wordList = "|the|a|an|it|no|all|its|"
	ways         wordList = "|with|via|using|by|through|running|executing|calling|seeding|"
	alternatives wordList = "|or|and|in|from|"

	// objectEnds are words behind which the direct object of a verb is over: prepositions,
	// conjunctions and adverbs. states are words in -ing that belong to one.
	objectEnds wordList = "|with|on|at|by|from|in|inside|into|to|near|of|for|as|via|using|through|under|against|without|over|up|down|off|behind|between|like" +
		"|so|if|when|while|before|after|until|once|that|which|because|unless|then|and|or|+|&|/|-|–|—|→|->|=|is|are|not|named|called|listening" +
		"|locally|again|now|first|twice|yourself|manually|fresh|there|here|anew|back|too|separately|beforehand|afterwards|normally|"
	states wordList = "|running|existing|remaining|staging|testing|"

	// holders are words that mean the thing before them: "the docker stack"; lists are
	// words that show a thing as one of what was built: "start a container from the list".
	holders wordList = "|stack|stacks|instance|instances|process|processes|cluster|compose|engine|app|application|serve|dev|"
	sources wordList = "|from|on|"
	lists   wordList = "|page|tab|list|sidebar|section|screen|panel|view|header|card|picker|dropdown|"
)

// Words by which a command is known. Source: corpus.
const (
	tools wordList = "|cd|npm|npx|pnpm|yarn|bun|bunx|node|deno|go|cargo|make|cmake|python|python3|pip|pip3|uv|poetry|pytest|docker|docker-compose|podman|git|gh" +
		"|psql|createdb|mysql|sqlite3|redis-cli|mongosh|curl|wget|flutter|dart|rails|bundle|rake|ruby|composer|php|artisan|dotnet|mvn|gradle" +
		"|terraform|kubectl|helm|supabase|vercel|netlify|fly|flyctl|heroku|railway|wrangler|firebase|stripe|prisma|drizzle-kit|alembic|swift|xcodebuild|brew|apt|apt-get" +
		"|bash|sh|zsh|mkdir|touch|cp|mv|rm|chmod|ssh|scp|cat|echo|ls|grep|export|source|aws|gcloud|az|ansible|vite|next|jest|vitest|playwright|tsc|eslint|convex" +
		"|systemctl|journalctl|lsof|pkill|tail|uvicorn|gunicorn|redis-server|expo|nx|turbo|sbt|schtasks|taskkill|npm.cmd|npx.cmd|pwsh|powershell|"

	// plainWords are tools whose names are words too.
	plainWords wordList = "|go|make|next|source|fly|echo|cat|node|export|stripe|vercel|supabase|firebase|railway|terraform|docker|git|playwright|prisma|convex|swift|rails|flutter|jest|python|ruby|redis|"

	// anyCode are verbs behind which code of any form is a command, and controls are words
	// behind code that make it the name of a part of a screen.
	anyCode wordList = "|run|execute|rerun|re-run|invoke|rodar|rode|executar|ejecutar|ejecute|ejecuta|correr|lancer|lancez|exécuter|exécutez|esegui|eseguire|führe|ausführen" +
		"|запустить|запустите|запусти|starte|starten|iniciar|inicie|inicia|démarrer|démarrez|avvia|avviare|"
	controls wordList = "|tab|page|button|panel|section|menu|link|card|"

	scripts wordList = "|.sh|.bat|.cmd|.ps1|"
)
