package planfile

import "testing"

// TestHeadDecides checks that what a sentence asks for is said by what its verb is about.
func TestHeadDecides(t *testing.T) {
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

// TestSaidAside checks that a service, a branch or a terminal that is looked at, or that is
// part of what was built, is not started, pushed or run.
func TestSaidAside(t *testing.T) {
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
		// what a command shows is for the person
		"Run `npx expo start` and scan the QR code with your phone",
		"Run `rclone config` and log in with Google",
		"Run `gcloud init`",
		"Run `gh auth refresh -s workflow`",
		// what is edited lies on what only a person can reach
		"After flash, mount the SD card on workstation. Edit `/boot/firmware/signage.conf`: set `URL=x`",
		"Put the USB stick in. Edit config.json on it",
		// a terminal of what was built
		"Enter `npm install left-pad` in the command field of the app and press Run",
		"Type `git status` in the app's terminal pane and see the highlight",
		"Open the `docker` tab and click Restart",
		"Run `npm test` in the editor",
		// what came of a command
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

// TestRemarkBehind checks that a remark in brackets behind a command at the head of a step
// does not make it other than a step.
func TestRemarkBehind(t *testing.T) {
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
