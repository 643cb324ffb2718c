package planfile

import (
	"strings"
	"testing"
)

// asking maps sentences that ask a person for an agent's work to words of the message.
var asking = map[string]string{
	// wrong examples in the checkpoint protocol
	"Please create a file at src/config.ts with:":               "create a file",
	"Please create a PostgreSQL database called \"myapp\"":      "set up a database",
	"Run `npm run dev` and visit http://localhost:3000":         "run a command",
	"Start the dev server":                                      "start or stop a server",
	"1. Start the dev server: `npm run dev`":                    "start or stop a server",
	"Start dev server (`pnpm dev`)":                             "start or stop a server",
	"Restart the server so that the new environment is read":    "start or stop a server",
	"Stop the backend and watch the banner appear":              "start or stop a server",
	"Start the backend: `./web/run_dev.sh` (default port 8000)": "start or stop a server",
	"Bring up the containers with `docker compose up`":          "start or stop a server",
	"Start the Firebase emulators":                              "start or stop a server",
	"Run the server locally":                                    "start or stop a server",
	"In a terminal run `npm run dev`":                           "run a command",
	"In a terminal, run `npm run dev`":                          "run a command",
	"From the project root, run: `make up`":                     "run a command",
	"Open a terminal and run `cargo run`":                       "run a command",
	"You need to run `npm install` first":                       "install packages|run a command",
	"You should run `go test ./...`":                            "run a command",
	"The user should run `npm start`":                           "run a command",
	"User runs `npm run build`":                                 "run a command",
	"Ask the user to run `vercel deploy`":                       "run a command",
	"- [ ] Run `npx prisma db push`":                            "run a command",
	"2) Run npm run dev":                                        "run a command",
	"Step 3: Run `python scripts/seed.py`":                      "run a command",
	"If the server is not up, run `npm run dev`":                "run a command",
	"Then execute `./scripts/deploy.sh`":                        "run a command",
	"Execute `terraform apply`":                                 "run a command",
	"Use `curl http://localhost:3000/api/health`":               "call an api|run a command",
	"1. `npm run dev`":                                          "run a command",
	"2. `cd web/frontend && npm run dev`":                       "run a command",
	"**Start server:** Run `npm run dev`":                       "start or stop a server|run a command",
	"Type `npm test` in the shell":                              "run a command",
	"Run the tests":                                             "run tests or a build",
	"Run the test suite and check that it is green":             "run tests or a build",
	"Run the linter":                                            "run tests or a build",
	"Run the production build":                                  "run tests or a build",
	"Run the migrations":                                        "run migrations",
	"Run database migrations against the dev database":          "run migrations",
	"Apply the migrations to staging":                           "run migrations",
	"Execute the migration":                                     "run migrations",
	"Set up a database for the tests":                           "set up a database",
	"Create a database named app_dev":                           "set up a database",
	"Create the Postgres database":                              "set up a database",
	"Reset the database":                                        "set up a database",
	"Initialize the SQLite database":                            "set up a database",
	"Install the dependencies":                                  "install packages",
	"Install dependencies with `npm ci`":                        "install packages",
	"Install the required packages":                             "install packages",
	"Please install the Stripe CLI":                             "install packages",
	"Install `ffmpeg` with `brew install ffmpeg`":               "install packages",
	"Create a .env.local":                                       "create a file",
	"Create `src/config.ts` with these values":                  "create a file",
	"Create a config file in the root":                          "create a file",
	"Write docs/setup.md":                                       "create a file",
	"Copy `.env.example` to `.env`":                             "create a file",
	"Rename src/app.js to src/main.js":                          "create a file",
	"Create a directory for the uploads":                        "create a file",
	"Edit `config/app.yaml` and set debug to true":              "edit configuration",
	"Update the configuration file":                             "edit configuration",
	"Change `next.config.js` to allow the host":                 "edit configuration",
	"Modify tsconfig.json":                                      "edit configuration",
	"Create test data for three users":                          "create test data",
	"Add sample data":                                           "create test data",
	"Seed the database with 50 orders":                          "create test data",
	"Generate test users":                                       "create test data",
	"Load the fixtures":                                         "create test data",
	"Insert a few dummy records":                                "create test data",
	"Call the API with an invalid id":                           "call an api",
	"Send a POST request to /api/orders":                        "call an api",
	"Hit the /health endpoint":                                  "call an api",
	"Restart `npm run dev` so that it reads the file":           "run a command",
	"Run the script scripts/backfill.py":                        "run a script",
	"Run the import script":                                     "run a script",
	"Execute the scripts in tools/":                             "run a script",
	"Manually run `npm run migrate`":                            "run a command",
	"Now run `git push`":                                        "run a command",
	"Make sure to run `npm run build` first":                    "run a command",
	"After that, run `make test`":                               "run a command",
	"Visit the page; run `npm run seed` if it is empty":         "run a command",
	"Check the page. Run `npm test`.":                           "run a command",
}

var notAsking = []string{
	// typical tasks for a person
	"Visit http://localhost:3000/dashboard and verify:",
	"Visit http://localhost:3000 to verify",
	"Open the app in the browser",
	"Open http://localhost:5173/login",
	"Click \"Settings\" - modal opens",
	"Click the Run button",
	"Click \"Start server\" and wait for the badge",
	"Desktop (>1024px): sidebar visible, cards display data",
	"Mobile (375px): single column, bottom nav visible",
	"Resize the window to 375px",
	"Check that the sidebar is on the left",
	"Scroll to the end of the list",
	"Type hello in the search box",
	"Enter an e-mail address and press Return",
	"Fill in the form and submit it",
	"Look at the chart: bars are sorted",
	"Confirm that no error appears in the browser console",
	"Press Ctrl+C: the spinner stops",
	"Watch the animation twice",
	"Listen to the recording",
	"Compare the page with the design",
	"Drag a card to another column",
	"Wait for the deploy to finish",
	"Take a screenshot of the page",
	"Reload the page: the filter is kept",
	"Toggle dark mode",
	"Test the keyboard navigation",
	"Add an item to the cart",
	"Add a new task and check that it is listed",
	"Create a new project with the wizard",
	"Create an account with the sign-up form",
	"Create an account on the register page",
	"Create a note and rename it",
	"Create a test user with the sign-up form",
	"Update the profile picture",
	"Change the theme in the settings",
	"Set the date range to last week",
	"Delete the second entry: it is gone after a reload",
	"Send a message in the chat",
	"Post a comment on the article",
	"Make a purchase with the test card",
	"Start a new game",
	"Start a recording and stop it after five seconds",
	"Stop the timer",
	"Run through the checkout flow",
	"Run your eye over the table",
	"Save the document and open it again",
	"Save your changes",
	"Move the window to the second screen",
	"Copy the link and open it in a private window",
	"Launch the app and tap Settings",
	"Open the menu and choose Export",
	// things that cannot be automated
	"Check your inbox for email from SendGrid",
	"Click the verification link",
	"Return here when done",
	"Complete email verification",
	"Approve the OAuth consent screen",
	"Solve the captcha",
	"Enter the code of your authenticator (2FA)",
	"Confirm the payment with 3D Secure",
	"Run `vercel login` and follow the browser",
	"Run `gh auth login`",
	"Run `stripe login` to authenticate",
	"Run the build on a physical device",
	"Install the app on your phone",
	"Install the TestFlight build",
	"Connect the device by USB and run `adb devices`",
	"Run `sudo systemsetup` as administrator",
	"Add the API key to .env.local",
	"Paste the secret key into `.env`",
	"Copy the token and add it to .env",
	"Place a portrait image at `src/assets/portrait.jpg`",
	// statements about somebody else or nobody
	"Claude starts the dev server",
	"Claude runs `npm run dev` in the background",
	"Claude will build it and run `npm test`",
	"The agent starts the server and runs `npm test`",
	"Automated: run `npm test`",
	"We run `npm test` in CI",
	"The dev server is running at http://localhost:3000",
	"Server started with `npm run dev`",
	"Running `npm run dev` shows no warning",
	"`npm run build` passed without errors",
	"Already started: `npm run dev`",
	"Expected: run `npm test` is green",
	"The script ran without errors",
	"Result: `npm test` prints 42 passed",
	"No need to run `npm install`",
	"Do not run `npm run dev`",
	"Never run migrations by hand",
	"You do not need to run `npm install`",
	"When you run out of credits, a banner appears",
	"Migrations were applied",
	"The database was created with `createdb myapp`",
	"Dependencies are installed",
	"Run button is visible",
	"From the chat, run: `/gsd-audit-milestone v1.10`",
	"Building on `main` is allowed",
	"Go to Settings and check the version",
	"Go back to the list",
	"Make sure the header is blue",
	"Next page: the list goes on",
	"Test the login form with a wrong password",
	"",
	"   ",
	"1.",
	"- [ ]",
	"`",
}

func TestAsks(t *testing.T) {
	if n := len(asking) + len(notAsking); n < 120 {
		t.Errorf("%d sentences", n)
	}
	for text, want := range asking {
		for _, form := range []string{text, "    " + text, "- " + text, text + "\r\n"} {
			found := findAsks(form, true, false)
			if len(found) != 1 || !strings.Contains("|"+want+"|", "|"+found[0].row.what+"|") {
				t.Errorf("%q asks for %+v, want %s", form, found, want)
			}
		}
	}
	for _, text := range notAsking {
		for _, form := range []string{text, "- " + text, "3. " + text, "**" + text + "**"} {
			if found := findAsks(form, false, false); len(found) > 0 {
				t.Errorf("%q asks for %s by %q", form, found[0].row.what, found[0].phrase)
			}
		}
	}
}

func TestAskAccount(t *testing.T) {
	if found := findAsks("Create a SendGrid account", true, false); len(found) != 1 || found[0].row.what != "create an account" {
		t.Errorf("found %+v", found)
	}
	if found := findAsks("Create a SendGrid account", false, false); found != nil {
		t.Errorf("found %+v", found)
	}
}

func TestAskSpan(t *testing.T) {
	const text = "Visit the page.\n\n  1. **Setup:** In a terminal, run `npm run dev` (port 3000)\n  2. Look\n"
	found := findAsks(text, false, false)
	if len(found) != 1 || text[found[0].span.Start:found[0].span.End] != "run `npm run dev`" || found[0].phrase != "run `npm run dev`" {
		t.Errorf("found %+v", found)
	}
}

func TestAskHidden(t *testing.T) {
	for _, text := range []string{"```go\nnpm run dev\n```\n", "<!-- Run `npm run dev` -->", "<!--\nRun `npm run dev`\n-->\nLook.", "~~~\n1. Run npm install\n~~~"} {
		if found := findAsks(text, true, false); len(found) > 0 {
			t.Errorf("%q asks for %+v", text, found)
		}
	}
}
