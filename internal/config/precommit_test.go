package config

import (
	"strings"
	"testing"
)

func TestAddPreCommit(t *testing.T) {
	const repos = "repos:\n- repo: local\n  hooks:\n  - id: "
	crlf := func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
	for name, c := range map[string]struct{ before, want string }{
		"nothing":            {"", "repos:\n" + indented("  ")},
		"another key":        {"ci: {}", "ci: {}\nrepos:\n" + indented("  ")},
		"a repository":       {repos + "a\n# ours\nci: {}\n", repos + "a\n" + preCommitEntry + "# ours\nci: {}\n"},
		"no final newline":   {repos + "a", repos + "a\n" + preCommitEntry},
		"deeper":             {"repos:\n    -   repo: local\n        hooks: []\n", "repos:\n    -   repo: local\n        hooks: []\n" + indented("    ")},
		"CRLF":               {crlf(repos + "a\n"), crlf(repos + "a\n" + preCommitEntry)},
		"CRLF, no repos":     {"ci: {}\r\n", crlf("ci: {}\nrepos:\n" + indented("  "))},
		"a similar id":       {repos + "mdck2\n", repos + "mdck2\n" + preCommitEntry},
		"the id in a remark": {repos + "a # not id: mdck\n", repos + "a # not id: mdck\n" + preCommitEntry},
		"there":              {repos + "'mdck' # ours\n", repos + "'mdck' # ours\n"},
		"there in a line":    {"repos: [{repo: local, hooks: [{id: mdck-all}]}]\n", "repos: [{repo: local, hooks: [{id: mdck-all}]}]\n"},
		"no repository":      {"repos: [] # none\nci: {}\n", "repos: # none\n" + indented("  ") + "ci: {}\n"},
		"repos of nothing":   {"repos:\n", "repos:\n" + indented("  ")},
		"only repos":         {"repos: []", "repos:\n" + indented("  ")},
		"CRLF, no list":      {"repos: []\r\nci: {}\r\n", crlf("repos:\n" + indented("  ") + "ci: {}\n")},
		"repos in a line":    {"repos: [{repo: local, hooks: []}]\n", ""},
		"repos of another":   {"repos: 7\n", ""},
		"a list":             {"- repo: local\n", ""},
		"not YAML":           {"repos: [\n", ""},
	} {
		got, err := AddPreCommit(c.before)
		if (err != nil) != (c.want == "") || err == nil && got != c.want {
			t.Errorf("%s: got %q, %v; want %q", name, got, err, c.want)
		}
		if again, err2 := AddPreCommit(got); err == nil && (again != got || err2 != nil) {
			t.Errorf("%s: the second time %q, %v", name, again, err2)
		}
	}
}

func indented(indent string) string {
	return indent + strings.ReplaceAll(strings.TrimSuffix(preCommitEntry, "\n"), "\n", "\n"+indent) + "\n"
}
