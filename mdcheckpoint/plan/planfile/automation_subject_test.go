package planfile

import (
	"testing"
)

func TestObjectDecides(t *testing.T) {
	for text, want := range map[string]string{
		"Run the database migrations":                              "run migrations",
		"Run the API tests":                                        "run tests or a build",
		"Run the backend test suite: npm test":                     "run tests or a build",
		"Restart the API server locally":                           "start or stop a server",
		"Start the docker stack":                                   "start or stop a server",
		"Start the backend + web client":                           "start or stop a server",
		"Kill the existing node process":                           "start or stop a server",
		"Stop running containers":                                  "start or stop a server",
		"Start the service on port 8080":                           "start or stop a server",
		"Run the app in watch mode":                                "start or stop a server",
		"Start the API so that the page has data":                  "start or stop a server",
		"Launch the services from the root":                        "start or stop a server",
		"Run the app (`npm run dev`) and, signed in as an editor:": "run a command",
		"Run `npm run dev` and, signed in as an editor, open /a":   "run a command",
		"Push the feature branch to origin":                        "push or publish",
		"Start up the backend":                                     "start or stop a server",
		"Stop the Docker container named web":                      "start or stop a server",
		"Push the tag":                                             "push or publish",
		"Open a pull request":                                      "push or publish",
		"Run `npm run dev` in a new tab":                           "run a command",
	} {
		if found := findAsks("1. "+text, false, false); len(found) != 1 || found[0].row.what != want {
			t.Errorf("%q asks for %+v, want %q", text, found, want)
		}
	}
}

func TestOtherObjects(t *testing.T) {
	for _, text := range []string{
		"Start with the Services page and scroll down",
		"Start at the top of the Services page, then scroll to Contact",
		"Start on the services section of the homepage",
		"Start by opening the API page",
		"Start booking a service as a guest",
		"Launch a service from the list",
		"Start a container on the Containers page",
		"Start typing a service name: suggestions show",
		"Start the services tour",
		"Bring up the service menu with F10",
		"Start the import from the Services tab",
		"Lancer une recherche \"service\"",
		"Start with the API section of the docs page",
		"Launch the API explorer from the sidebar and pick GET",
		"Stop sharing the API key field and reload",
		"run sync with API fallback",
		"Kill a few enemies near the container",
		"Open the branch to see the tree",
		"Push the branch selector to the right",
		"Push the tag chip into the second column",
		// the output is for the person
		"Run `npx expo start` and scan the QR code with your phone",
		"Run `rclone config` and log in with Google",
		"Run `gcloud init`",
		"Run `gh auth refresh -s workflow`",
		// the file is on a device that only a person can reach
		"After flash, mount the SD card on workstation. Edit `/boot/firmware/signage.conf`: set `URL=x`",
		"Put the USB stick in. Edit config.json on it",
		// the terminal is part of what was built
		"Enter `npm install left-pad` in the command field of the app and press Run",
		"Type `git status` in the app's terminal pane and see the highlight",
		"Open the `docker` tab and click Restart",
		"Run `npm test` in the editor",
		// results of a command
		"`npm run build` (clean)",
		"`npm test` (42 passed)",
		"`npm run dev` (started by the agent)",
	} {
		for _, form := range []string{text, "1. " + text} {
			if text[0] == '`' && form == text {
				continue
			}
			if found := findAsks(form, false, false); len(found) > 0 {
				t.Errorf("%q asks to %s by %q", form, found[0].row.what, found[0].phrase)
			}
		}
	}
}

func TestRemarkAfterCommand(t *testing.T) {
	for _, text := range []string{
		"1. `npm run build && npx serve dist` (production build preferred)",
		"- `npm run build && npx serve dist` (production build preferred so you see the chunks). If it fails, say so",
		"2. `make dev` (port 3000)",
	} {
		if found := findAsks(text, false, false); len(found) != 1 {
			t.Errorf("%q asks for %+v", text, found)
		}
	}
}

func TestSubject(t *testing.T) {
	const list = "\n- Run `npm run dev`\n- Run the migrations\n"
	for text, want := range map[string]int{
		"Claude executes:" + list:                                          0,
		"Claude will:" + list:                                              0,
		"Claude first runs: `npm run dev`, `npm test`":                     0,
		"Claude first runs:\n`npm run dev`\n":                              0,
		"Already done by Claude:" + list:                                   0,
		"The agent has:" + list:                                            0,
		"**Automated (already run):**" + list:                              0,
		"Executor steps" + list:                                            0,
		"Setup (done automatically):" + list:                               0,
		"Setup (done automatically): run `npm run dev`":                    0,
		"Before you look, I will:" + list:                                  0,
		"### Automated (Claude)" + list + "\nRun `npm test`\n":             0,
		"### Automated (Claude)" + list + "### You" + list:                 2,
		"### Automated (Claude)" + list + "**You verify:**" + list:         2,
		"Claude executes:" + list + "\nThen run `npm test`\n":              1,
		"1. Claude executes:\n   - Run `npm test`\n2. Run `npm run dev`\n": 1,
		"Claude has built the page. Now you:" + list:                       2,
		"Steps:" + list:                                                                2,
		"Manual steps:" + list:                                                         2,
		"Run:\n```bash\nnpm run dev\n```\n":                                            0,
		"```\nnpm run dev\n```\n":                                                      0,
		"Claude runs:\n```bash\nnpm run dev\n```\n":                                    0,
		"### Automated (Claude)\nRun:\n```\nnpm run dev\n```\n":                        0,
		"Expected output:\n```\nnpm run dev\n```\n":                                    0,
		"Look at the log:\n```json\n{}\n```\n":                                         0,
		"| Step | Want |\n|---|---|\n| Run `npm run dev` | page |\n| Run tests | ok |": 2,
		"| Command | Want |\n|---|---|\n| `npm run dev` | page |":                      0,
	} {
		if found := findAsks(text, false, false); len(found) != want {
			t.Errorf("%q asks for %+v, want %d", text, found, want)
		}
	}
}

func TestScreens(t *testing.T) {
	for _, text := range []string{
		"Open the project in the Godot editor and run `scenes/x.tscn` (F6)",
		`Call an API from the playground tab by clicking "Send"`,
		"In the web terminal run `ls -la`: colours are shown",
		"Type `npm run dev` in the embedded terminal",
		"Create test data by playing one match",
		"Install the package through the Package Manager window",
		"Launch the TUI: `cargo run`",
		"Start the server component demo and look",
		`Tooltip: "Run migrations"`,
		"The banner says: Run `npm install foo`",
		"npm is installed",
		"Create a test user with the sign-up form, the database has it",
	} {
		for _, form := range []string{text, "1. " + text, "- [ ] " + text} {
			if found := findAsks(form, false, false); len(found) > 0 {
				t.Errorf("%q asks to %s by %q", form, found[0].row.what, found[0].phrase)
			}
		}
	}
	for _, text := range []string{
		"Edit .env and set `DEBUG=true`",
		"Create a test user via SQL",
		"Add a test user to the database",
		"Seed the database",
		"After that run `docker compose up -d`",
		"| Run `npm run dev` |",
		"Install it with the package manager: `npm ci`",
	} {
		if found := findAsks(text, false, false); len(found) != 1 {
			t.Errorf("%q asks for %+v", text, found)
		}
	}
}
