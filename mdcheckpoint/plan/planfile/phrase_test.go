package planfile

import "testing"

// TestPhrases checks each row of phrases with a step that matches and one that does not.
func TestPhrases(t *testing.T) {
	steps := [len(phrases)]struct{ yes, no string }{
		{"Restart the billing service", "Start the service tour from the help menu"},
		{"Apply the two new migrations", "Run the migration wizard of the app"},
		{"Add sample data for two tenants", "Create a sample data request in the form"},
		{"Insert a row into the tenants table of the database", "Create a test user with the sign-up form"},
		{"Drop the old database", "Reset the database view"},
		{"Install the missing packages", "Install the package tracker on your watch"},
		{"Add `left-pad` to the dependencies", "Add a book to the shelf"},
		{"Create a Postmark account", "Open an account at your bank"},
		{"Edit `queue.yaml` and set retries to 3", "Update the address in `queue.yaml` with your own"},
		{"Add the alias to `next.config.js`", "Add both to backend/.env"},
		{"Create `src/queue.ts` with the two limits", "Save a screenshot as `docs/queue.png`"},
		{"Send a DELETE request to /tenants/7", "Send the request with the Try button"},
		{"Re-run the import script", "Run the script editor"},
		{"Run the integration tests", "Run the tests on a physical device"},
		{"Push the release tag", "Push the tag chip into the next column"},
		{"Open a pull request", "Open the pull request page"},
		{"Run these commands", "Run the command Sync in the palette"},
		{"Rebuild it: `make queue`", "Check that `make queue` is documented"},
		{"In a terminal: `make queue`", "`make queue`: 3 warnings"},
	}
	for i, p := range phrases {
		yes, no := steps[i].yes, steps[i].no
		if found := findAsks("1. "+yes, true, false); len(found) != 1 || found[0].row.what != p.what {
			t.Errorf("%q asks for %+v, want %q", yes, found, p.what)
		}
		if found := findAsks("1. "+no, true, false); no == "" || len(found) > 0 {
			t.Errorf("%q asks for %+v, want nothing", no, found)
		}
	}
}
