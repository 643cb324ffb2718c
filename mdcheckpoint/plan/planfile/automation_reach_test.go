package planfile

import (
	"slices"
	"strings"
	"testing"
)

// reaching has steps that an agent can do, some with a part for a person.
var reaching = []string{
	// the person's part is a separate step
	"Run `npm run dev` and log in",
	"Run `npm run dev`, sign in as admin, and open /settings",
	"Run `npm run dev` and open the login page",
	"Run `npm run dev` and check the console for errors",
	"Run `npm run dev` and open the browser console",
	"Run `docker compose up` and open the editor",
	"Start the backend and the frontend, log in as admin",
	"Run the app (`pnpm dev`) and log in.",
	"Run `mycli --help` and confirm the search command is listed",
	// a command after a colon, in parentheses, or after "with"
	"Deploy (`./deploy.sh`)",
	"Deploy to the host (`./deploy.sh` or equivalent)",
	"Build (`cargo build`)",
	"Spin up the stack: `docker compose up -d`",
	"Bring the stack up with `docker compose up`",
	"Rebuild with `npm run build`",
	"Generate the report with `python report.py`",
	"Verify by running `npm run lint`",
	"Confirm with `curl localhost:3000`",
	"Migrate: `npx prisma migrate dev`",
	"Install the build via `scripts/install-local.sh`",
	"`cd web && npm run dev` → open http://localhost:3000",
	"Start the listener of the Stripe CLI: `stripe listen --forward-to localhost:3000/api`.",
	"Rodar `pnpm dev`",
	"Starte Dev-Server: `pnpm dev:website`",
	"Watch the logs with `docker logs -f web`",
	"Tail the logs: `tail -f app.log`",
	"Publish with `npm publish`",
	"Push the branch and open a pull request",
	"If it is not already running, run `npm run dev`",
	"Create test data for three users. Look at the page",
	// services
	"Stop the real service: `systemctl stop x.service`",
	"Restart the service",
	"Restart nginx",
	"Start the watchdog: `C:\\x\\start-web.bat`",
	"Kill the process on port 3000 (`lsof -ti:3000 | xargs kill`)",
	"Run `git log --all -- auth.json` from the root",
	// "devices" is a table here
	"Run the database migrations for the devices table: `npx prisma migrate deploy`",
	"Run `psql -c \"select * from devices\"`",
	// list markers
	"a) run migrations",
	"1.1 Run `npm run dev`",
	"(2) run `python scripts/x.py` first",
	"– Run `npm run dev`",
	"(Optional, requires a configured x.yaml) Run `npm start`",
	// commands without backticks, and other languages
	"npm run dev",
	"Start the shop: npm run dev",
	"Run flutter run -d chrome",
	"Levanta el proyecto (`npm run dev`) y abre la página",
	// a command at the beginning of a step
	"`npm run check` — must exit 0",
	"Optionally: `ls dist` -- the bundle is there",
	// settings
	"Edit .env and set API_KEY",
	"Edit `.env` and set `API_KEY=xyz`",
	"Insert a test row in the orders table with psql",
}

var notReaching = []string{
	"Andrew (human) sets two production environment variables in the console of the host",
	"Run the app (on the iPhone)",
	"Connect the board by USB and run `make flash`",
	"Run `./release.sh` and enter the OTP",
	"Run `vercel login` and follow the browser",
	"Open DevTools and run `npm.version`",
	"Build: `npm run build` → green",
	"Build (`npm run build`), no warnings",
	"Dev server: `npm run dev` (already running)",
	"Automated check: `npm test`",
	"(the file is ignored — confirm with `git check-ignore .env`)",
	"Check that the script is documented (`npm run seed`)",
	"Run: `SELECT COUNT(*) FROM questions;`",
	"Enter the command `/start` in Telegram",
	"Add an item to the cart and hit the API rate limit banner",
	"Start the container timer in the UI",
	"On approval: run `npx prisma migrate deploy`",
	"Rollback: run `git revert HEAD` if something is wrong",
	"Restart the service worker from its tab",
	"Push the button",
	"Open a PR page and look at the checks",
	"Once the executor is done, run `npm run dev`",
	"Deploy in the dashboard (`vercel deploy`)",
	// personal keys
	"Add your OPENAI_API_KEY to .env.local",
	"Paste into your LOCAL `backend/.env.local` as:\n  ```\n  ANTHROPIC_API_KEY=sk-ant-...\n  ```",
	"Add to .env.local:\n  GITHUB_CLIENT_SECRET=<from the page>\n",
	// values that only a person knows
	"Run `mycli approve <code>`",
	"Run `mycli deploy --key YOUR_KEY`",
	"`curl -H \"Authorization: Bearer $TOKEN\" localhost:3000/api`",
	"Set SHOP_ID in `.env`",
	"Go to https://console.example.com and create a database",
	"Run `npx vendor env set SHOP_API_KEY x`",
	"Run `eas build -p ios` (it will prompt)",
	"Set the environment variables in `.env.local`:",
	"Copy the entire contents of `db/queue.sql`",
	// commands that are not run in a shell
	"Run a command in the terminal and see the log",
	"Run a few more commands",
	"Paste and run `db/queue.sql`",
	"Run `store.setItem('a', 1)` in the page",
	"Copy the query from `db/queue.sql`",
	// results of a command
	"npm test passes",
	"npm install may ask for another version",
	// texts on a screen
	"Create a test data request and open its address",
	"Change edge config to \"left\"",
	"Hints: missing files, npm ci failing",
	// code that is no step
	"Expected:\n```\nnpm run dev\n```",
	"Install the app on the device:\n```\nmake install\n```",
}

func TestReach(t *testing.T) {
	for _, text := range reaching {
		for _, form := range []string{text, "1. " + text} {
			if found := findAsks(form, false, false); len(found) == 0 {
				t.Errorf("%q asks for nothing", form)
			}
		}
	}
	for _, text := range notReaching {
		for _, form := range []string{text, "- " + text} {
			if found := findAsks(form, false, false); len(found) > 0 {
				t.Errorf("%q asks to %s by %q", form, found[0].row.what, found[0].phrase)
			}
		}
	}
}

func TestAskedInChildren(t *testing.T) {
	const built, go1 = "<what-built>a</what-built>", "<resume-signal>Type \"approved\"</resume-signal>"
	for children, want := range map[string]int{
		"<action>User runs npm run dev and looks</action>":                                          1,
		"<action>1. Run `npm run dev`\n2. Look\n</action>":                                          1,
		"<action>Run `npm run dev` and look</action>":                                               0,
		"<action>User runs npm run dev</action><how-to-verify>Look</how-to-verify>":                 0,
		"<action>Run `npm run dev`</action><how-to-verify>Look</how-to-verify>":                     0,
		"<action>Run `npm run dev`</action><verify><human-check>Look</human-check></verify>":        0,
		"<verify><human-check>Run `npm run dev` and look</human-check></verify>":                    1,
		"<verify><automated>Run `npm test`</automated></verify><how-to-verify>Look</how-to-verify>": 0,
		// an agent does the step, or no agent can
		"<name>Orchestrator applies the migration</name><how-to-verify>1. Run `npm test`</how-to-verify>":                    0,
		"<how-to-verify>The executor has no access to the host.\n1. Run `npm test`</how-to-verify>":                          0,
		"<action>Do NOT attempt this: hand control to the operator</action><how-to-verify>1. Run `npm test`</how-to-verify>": 0,
		"<how-to-verify>1. Run `npm run capture`\n2. Name the project when prompted</how-to-verify>":                         0,
		"<action>This requires human execution.</action><how-to-verify>1. Run `npm test`</how-to-verify>":                    0,
		"<how-to-verify>1. Run `npm start`\n2. Press 'q'</how-to-verify>":                                                    0,
		"<how-to-verify>Claude built the page.\n1. Run `npm run dev`</how-to-verify>":                                        1,
		"<action>Run `npm test`, then present the steps to the user.</action>":                                               0,
		"<action>Pause here.\n1. Run `npm test`\n</action>":                                                                  0,
		"<action>Pause here. Present these steps to the user:\n1. Run `npm test`\n2. Look\n</action>":                        0,
	} {
		p := parse(t, head+`<task type="checkpoint:human-verify" gate="blocking">`+built+children+go1+"</task>\n")
		n := 0
		for _, line := range problems(p) {
			if strings.HasPrefix(line, "W automation-first") {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: %d asks, want %d: %q", children, n, want, problems(p))
		}
	}
}

func TestAskedByAction(t *testing.T) {
	for instructions, want := range map[string]bool{
		"Please run: npm run dev":                                                 true,
		"1. Run `npm run dev`\n2. Look":                                           true,
		"Please create a file at src/config.ts with:\n[content]":                  true,
		"1. Choose a plan in the billing portal\n2. Run `npm run dev`":            false,
		"1. Create a Postmark account":                                            true,
		"1. Create an account at https://host.example.com\n2. Run `npm run dev`":  false,
		"1. Copy the token from the dashboard\n2. Add it to config/shop.json":     false,
		"1. Open https://shop.example.com/settings\n2. Create a database":         false,
		"1. Plug the board in by USB\n2. Run `make flash`":                        false,
		"1. Set the field Build Command: `npm run build`":                         false,
		"1. Visit http://localhost:3000\n2. Run `npm run seed` if it has no data": true,
	} {
		p := parse(t, head+`<task type="checkpoint:human-action"><action>Set it up</action><why-manual>It is so</why-manual><instructions>`+instructions+"</instructions><resume-signal>done</resume-signal></task>\n")
		asks := slices.ContainsFunc(problems(p), func(line string) bool { return strings.HasPrefix(line, "W automation-first") })
		if asks != want {
			t.Errorf("%q asks for what an agent can do: %t", instructions, asks)
		}
	}
}

func TestOneFindingPerTask(t *testing.T) {
	check(t, "human-action", head+`<task type="checkpoint:human-action" gate="blocking"><name>a</name><verify>b</verify><resume-signal>c</resume-signal></task>`,
		"has no <action> (only <name>), no \"instructions\" (only <verify>), no <why-manual> or <verification>")
	check(t, "auto", head+`<task type="auto"/>`+verify, "task 1 of type \"auto\" has no <name>, no <action>")
}

func TestMarkedByTag(t *testing.T) {
	for value, marked := range map[string]bool{"true": true, "yes": true, "1": true, "recommended": true, "false": false, "No": false, "0": false, "": false} {
		option := `<option id="a" recommended="` + value + `">a</option><option id="b">b</option>`
		var want []string
		if marked {
			want = []string{`option "a" is recommended`}
		}
		check(t, "recommended="+value, head+`<task type="checkpoint:decision" gate="blocking"><decision>a</decision><context>b</context>`+option+`<resume-signal>a or b</resume-signal></task>`, want...)
	}
}

func TestTitle(t *testing.T) {
	for text, want := range map[string]string{
		"# Plan\n": "Plan",
		"<context>\n# not this\n</context>\n\n## This\n":   "This",
		"<context>\n<!-- # not -->\n# not\n</context>\n":   "",
		"```\n# not\n```\n<a>\n# unclosed\n":               "unclosed",
		"<objective>\nA goal\n</objective>\n## Not this\n": "",
		"<tasks>\n" + auto + "# not\n</tasks>\n# Behind":   "Behind",
	} {
		if got := parse(t, head+text).Title; got != want {
			t.Errorf("%q has the title %q, want %q", text, got, want)
		}
	}
}

func TestRenderTags(t *testing.T) {
	p := parse(t, head+`<task type="checkpoint:human-verify" gate="blocking"><what-built>a</what-built><how-to-verify>Look
<automated>npm test</automated></how-to-verify><resume-signal>Type "approved"</resume-signal></task>`)
	text := Render(&p.Gates()[0], RenderOptions{Plain: true})
	if strings.ContainsAny(text, "<>") || !strings.Contains(text, "by a program: npm test") {
		t.Errorf("shown is\n%s", text)
	}
}
