package planfile

import "testing"

// TestSubject checks that a lead-in or a heading says who does what its list says, and
// that what a screen shows or an editor runs is no command of a person.
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
