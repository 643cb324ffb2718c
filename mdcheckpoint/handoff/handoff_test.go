package handoff

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/internal/testtmp"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

type project struct {
	files   fstest.MapFS
	backups []string
	ledger  []claim.Entry
	work    claim.Facts
	none    bool
	now     time.Time
}

func newProject(text string) *project {
	p := &project{files: fstest.MapFS{}, now: time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)}
	p.work = claim.Facts{Branch: "main", Head: strings.Repeat("4d8fc76a", 5)}
	if text != "" {
		p.files[File] = &fstest.MapFile{Data: []byte(text)}
	}
	return p
}

func (p *project) text() string {
	if f := p.files[File]; f != nil {
		return string(f.Data)
	}
	return ""
}

func (p *project) reader() *protocol.Reader {
	r := &protocol.Reader{Now: p.now, Tree: p.files}
	r.Main, r.Path = File, File
	r.Ledger = func() ([]claim.Entry, error) { return p.ledger, nil }
	r.Facts = func() (claim.Facts, error) {
		if p.none {
			return claim.Facts{}, errors.New("not in a git work tree")
		}
		return p.work, nil
	}
	r.Text = func(name string) (string, bool, error) {
		f := p.files[name]
		if f == nil {
			return "", false, nil
		}
		return string(f.Data), true, nil
	}
	r.With = func(texts map[string]string) fs.FS {
		all := maps.Clone(p.files)
		for name, text := range texts {
			all[name] = &fstest.MapFile{Data: []byte(text)}
		}
		return all
	}
	return r
}

func (p *project) make(e protocol.Edit) (*protocol.Change, error) {
	p.now = p.now.Add(time.Minute)
	change, err := e(p.reader())
	if err != nil || !change.Changed() {
		return change, err
	}
	if old := p.text(); old != "" {
		p.backups = append(p.backups, old)
	}
	for _, a := range change.Archive {
		name := fmt.Sprintf("%s/%04d-%s", protocol.ArchiveDir, len(p.files), a.Name)
		p.files[name] = &fstest.MapFile{Data: []byte(a.Text)}
	}
	p.files[File] = &fstest.MapFile{Data: []byte(change.Files[0].After)}
	p.ledger = append(p.ledger, change.Ledger...)
	return change, nil
}

func (p *project) must(t *testing.T, all ...Request) *protocol.Change {
	t.Helper()
	change, err := p.make(Edit(all...))
	if err != nil {
		t.Fatal(err)
	}
	return change
}

func (p *project) note(t *testing.T) *Note {
	t.Helper()
	n, err := Parse(File, p.text())
	if err != nil {
		t.Fatal(err)
	}
	n.kept = keptOf(p.files, File)
	return n
}

func (p *project) section(t *testing.T, key string) string {
	t.Helper()
	n := p.note(t)
	g := n.first(key)
	if g == nil {
		return ""
	}
	return n.slice(g.Body())
}

func TestAppendFirst(t *testing.T) {
	for before, want := range map[string]string{
		"\n(none)\n":                 "\n- x\n",
		"(none)\n":                   "\n- x\n", // blank lines separate the blocks
		"\n- (none) \n":              "\n- x\n",
		"\n<!-- ours -->\n\nNone.\n": "\n<!-- ours -->\n\n- x\n",
	} {
		for _, key := range []string{goalKey, nextKey, decisionsKey} {
			for _, eol := range []string{"\n", "\r\n"} {
				lines := strings.NewReplacer("\n", eol)
				title := "## " + groupOf(key).Title + "\n"
				p := newProject(lines.Replace("# Hand-off\n\n" + title + before + "\n## Blockers\n\nours\n"))
				a := protocol.Append{Group: groupOf(key), Parts: []schema.Filling{{Bullets: []string{"x"}}}}
				if _, err := p.make(appendTo(a)); err != nil || !strings.Contains(p.text(), lines.Replace(title+want+"\n## Blockers\n")) {
					t.Errorf("%s, %q: %v, %q", key, before, err, p.text())
				}
			}
		}
	}
}

func TestReading(t *testing.T) {
	const text = "# Handoff\r\n\r\n**Goal:** see below\r\n\r\n## GOAL\r\nShip it,\r\nsoon.\r\n\r\n## Next Steps:\r\n### ~~first~~ ✓\r\n- lex it\r\n\r\n### second\r\n1. [ ] write *the* test\r\n\r\n" +
		"## Remaining work (2)\r\n* [x] lexed\r\n* b\r\n  - detail\r\n\r\n## Blocked by\r\n- No account (until: ops answers)\r\n### ✅ Resolved\r\n- no key\r\n\r\n" +
		"## Completed\r\n+ [X] parse — commit 4d8fc76\r\n+ ✅ report -- `make`\r\n+ guide (docs/guide.md)\r\n+ only said (as asked)\r\n### ✅ Lexer\r\n+ lex (lex.go)\r\n\r\n" +
		"## Decisions made\r\n- spans because bytes stay\r\n- one store: two would have to agree\r\n- no reason\r\n\r\n## Tests\r\n- `go test ./...`: passed at `4d8fc76`\r\n- npm test — 2 fail\r\n"
	n, err := Parse(File, text)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, key := range []string{nextKey, pendingKey, blockersKey, doneKey, decisionsKey, verificationKey} {
		for _, e := range n.Entries[key] {
			line := fmt.Sprintf("%s|%s|%s|%s", key, e.Text, e.Detail, e.Commit)
			if e.Ticked {
				line += "|ticked"
			}
			got = append(got, line)
		}
	}
	want := []string{
		"next|write *the* test||", "pending|lexed|||ticked", "pending|b||", "blockers|No account|ops answers|",
		"done|parse|commit 4d8fc76||ticked", "done|report|`make`||ticked", "done|guide|docs/guide.md|", "done|only said (as asked)||", "done|lex|lex.go|",
		"decisions|spans|bytes stay|", "decisions|one store|two would have to agree|", "decisions|no reason||",
		"verification|go test ./...|passed|4d8fc76", "verification|npm test|2 fail|",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("read\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if n.Goal != "Ship it, soon." || n.nextAction() != "write *the* test" {
		t.Errorf("goal %q, next %q", n.Goal, n.nextAction())
	}
}

func TestEmptyReading(t *testing.T) {
	for _, text := range []string{"", "# Hand-off\n", "## Next action\n\n(none)\n\n## Pending\n- None.\n- n/a\n\n## Done\nNothing yet\n", "## Next action\n<!-- write it -->\n"} {
		n, err := Parse(File, text)
		if err != nil {
			t.Fatal(err)
		}
		if len(n.Entries[nextKey])+len(n.Entries[pendingKey])+len(n.Entries[doneKey]) > 0 || n.nextAction() != "" || n.finished() {
			t.Errorf("%q has %v", text, n.Entries)
		}
	}
}

func TestEvidence(t *testing.T) {
	for text, want := range map[string]bool{
		"4d8fc76": true, "commit 4d8fc76, `make`": true, "a.go": true, "main.c": true, "docs/x.md": true, "docs/x": true, "scripts/run": true, "src/docs/x": true, "`make`": true, "#12": true, "https://a.example/b": true, "see a.go:12": true,
		"": false, "as asked": false, "done": false, "deadbee": false, "1234567": false, "v1.2": false, "12": false, "e2e": false,
		"n/a": false, "either/or": false, "yes and/or no": false, "e.g. later": false, "//": false, "12/12 tests": false,
	} {
		if got := isEvidence(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
	for given, want := range map[string]string{
		"4d8fc76": "4d8fc76", "commit 4d8fc76": "4d8fc76", "a.go": "a.go", "go test ./...": "`go test ./...`", "make": "`make`", "`make` passed": "`make` passed", "a.go, b.go": "a.go, b.go",
	} {
		if got := Evidence(given); got != want {
			t.Errorf("%q is written %q, want %q", given, got, want)
		}
	}
	if got := Evidence("", "a.go", "make it"); got != "a.go, `make it`" {
		t.Errorf("several: %q", got)
	}
}

func TestCompleted(t *testing.T) {
	p := newProject("# Hand-off\n\n## Next action\n\n- a\n\n## Pending\n\n- b\n  - of b\n- c\n")
	change := p.must(t, Request{Verb: "done", Note: "a.go"})
	if got := p.section(t, nextKey) + "|" + p.section(t, pendingKey) + "|" + p.section(t, doneKey); got != "## Next action\n\n- b\n  - of b|## Pending\n\n- c|## Done\n\n- a — a.go" {
		t.Errorf("got %s", got)
	}
	if change.Did != `completed "a"; next action is "b"` || !slices.Equal(change.Notes, []string{"the evidence names a.go, which does not exist"}) {
		t.Errorf("did %q, notes %q", change.Did, change.Notes)
	}
	change = p.must(t, Request{Verb: "done", Text: "d"})
	if len(change.Notes) != 2 || !strings.Contains(change.Notes[0], `the next action is still "b"`) || !strings.Contains(change.Notes[1], "--evidence") {
		t.Errorf("notes %q", change.Notes)
	}
	p.must(t, Request{Verb: "done", Text: "D.", Note: "d.go"}, Request{Verb: "done"}, Request{Verb: "done"})
	if got := p.section(t, doneKey); got != "## Done\n\n- a — a.go\n- d — d.go\n- b\n  - of b\n- c" {
		t.Errorf("got %s", got)
	}
	n := p.note(t)
	if !n.finished() || !n.saysNoNext() {
		t.Errorf("not finished:\n%s", p.text())
	}
	if _, err := p.make(Edit(Request{Verb: "done"})); err == nil {
		t.Error("done succeeds although there is no task")
	}
}

func TestRefused(t *testing.T) {
	p := newProject("## Next action\n\n- b\n\n## Done\n\n- a — a.go\n")
	before := p.text()
	for _, r := range []Request{
		{Verb: "next", Text: "A."}, {Verb: "pending", Text: "*a*"}, {Verb: "next", Text: "(none)"}, {Verb: "next", Text: " "}, {Verb: "pending", Text: "x\x00"},
		{Verb: "decide", Text: "a — because x", Note: "y — because z"}, {Verb: "block", Text: "a", Note: "none"}, {Verb: "ran", Text: "a `b` c", Note: "x"},
		{Verb: "next", Text: "<!-- mdck:ignore any/secret -->"}, {Verb: "pending", Text: "<!-- open"}, {Verb: "nope", Text: "x"},
	} {
		if _, err := p.make(Edit(r)); err == nil || p.text() != before {
			t.Errorf("%+v: %v\n%s", r, err, p.text())
		}
	}
}

func TestFacts(t *testing.T) {
	p := newProject("## Next action\n\n- a\n\n## Facts\n\nMine.\n\n- Branch: old\n- Port: 8080\n\n### Deeper\n\nx\n")
	p.work.Branch, p.work.Worktree = "a, b_*`<!--%2C", "app fix"
	for i := range maxDirty + 3 {
		p.work.Dirty = append(p.work.Dirty, fmt.Sprintf("d/%02d, `x`.go", i))
	}
	p.must(t, Request{Verb: "next", Text: "b"})
	n := p.note(t)
	names, more := n.Facts.dirty()
	if n.Facts.text("branch") != "a%2C b_%2A%60%3C%21--%252C" || n.Facts.text("head") != "4d8fc76a4d8f" || n.Facts.text("worktree") != "app fix" || len(names) != maxDirty || more != 3 {
		t.Errorf("%+v, %d names, %d more", n.Facts, len(names), more)
	}
	for _, stays := range []string{"\nMine.\n", "\n- Port: 8080\n", "\n### Deeper\n\nx\n"} {
		if strings.Count(p.text(), stays) != 1 {
			t.Errorf("the text %q is lost:\n%s", stays, p.text())
		}
	}
	if r, ok := n.Facts.recorded(); !ok || r.Branch != p.work.Branch || r.Worktree != p.work.Worktree || !slices.Equal(r.Dirty, p.work.Dirty[:maxDirty]) || r.More != 3 {
		t.Errorf("recorded %+v", r)
	}
	if lines := func() []string { r, _ := n.Facts.recorded(); return r.Changes(p.work) }(); lines != nil {
		t.Errorf("differs: %q", lines)
	}
	once := p.text()
	if change, err := p.make(stamp); err != nil || change.Changed() {
		t.Errorf("again: %v, %+v", err, change)
	}
	p.work.Dirty = nil
	if _, err := p.make(stamp); err != nil || p.text() == once || !strings.Contains(p.text(), "- Dirty: none\n") || strings.Count(p.text(), "Mine.") != 1 {
		t.Errorf("%v:\n%s", err, p.text())
	}
	p.none, once = true, p.text()
	if _, err := p.make(stamp); err == nil || p.text() != once {
		t.Errorf("without git: %v\n%s", err, p.text())
	}
	if change := p.must(t, Request{Verb: "next", Text: "c"}); !strings.Contains(p.text(), "- HEAD: ") || len(change.Notes) != 1 {
		t.Errorf("want the old facts and one note, got notes %q in\n%s", change.Notes, p.text())
	}
	p = newProject("")
	p.none = true
	if p.must(t, Request{Verb: "next", Text: "c"}); !strings.Contains(p.text(), "- Repository: none\n") || strings.Contains(p.text(), "HEAD") {
		t.Errorf("outside of any repository:\n%s", p.text())
	}
}

func TestLate(t *testing.T) {
	p := newProject("")
	p.work.Dirty = []string{"a.go"}
	if change := p.must(t, Request{Verb: "next", Text: "a"}, Request{Verb: "ran", Text: "make", Note: "passed"}); len(change.Notes) != 1 {
		t.Errorf("notes %q", change.Notes)
	}
	commits := func(all ...[]string) claim.Since { return claim.Since{Known: true, Follows: true, Commits: all} }
	for name, c := range map[string]struct {
		since claim.Since
		want  string
	}{
		"nothing": {commits(), ""}, "the note alone": {commits([]string{File}), ""}, "prose": {commits([]string{"README.MD", "docs/a.markdown"}), ""},
		"code": {commits([]string{File, "a.go"}), "1 later commit changed code"}, "three": {commits([]string{"a.go"}, []string{"README.md"}, []string{"b"}), "2 later commits changed code"},
		"another history": {claim.Since{Known: true}, "that commit is not in the history of HEAD"}, "another repository": {claim.Since{}, "the repository does not have that commit"},
	} {
		out := claim.Outside{Commit: func(string) (bool, error) { return true, nil }, Since: func(string) (claim.Since, error) { return c.since, nil }}
		got := ""
		for _, v := range claim.Verify(p.files, p.note(t).claims(File, out)) {
			if v.Status == claim.Stale {
				got = v.Actual
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestStruck(t *testing.T) {
	for line, want := range map[string]bool{
		"~~a~~": true, "~~a~~: done": true, "~~a~~ ✅": true, "~~a~~ — Completed.": true,
		"~~a~~ b": false, "~~a~~ `b` instead": false, "~~a~~ **b**": false, "~~a~~ → b": false, "~~a~~ (keep it)": false, "~~a": false, "~~~~": false,
	} {
		if ticked, text := cutTick(line); ticked != want || !want && text != line {
			t.Errorf("%s gives %t, %q", line, ticked, text)
		}
	}
}

func TestTakenOverNext(t *testing.T) {
	const own = "# Notes\n\n## State\n\nbroken\n\n"
	for text, want := range map[string]string{
		own + "### Next steps\n\n1. ~~a~~: done\n2. [ ] mend *it*\n3. b\n":         "mend *it*",
		own + "## Open items\n\n- ~~a~~ ✅\n- ~~old~~ mend it\n- b\n":               "~~old~~ mend it",
		own + "### Next steps\n\n- a\n\n## Monday\n\n### Next steps\n\n- b\n":      "",
		own + "### Next steps\n\n- <!-- mdck: ignore handoff/next-action -->\n":    "",
		own + "#### Next steps\n\n- a\n- b\n\n## Done\n\n- a\n":                    "b",
		own + "## Open items\n\n- [~] a\n- [ ] b\n":                                "a",
		own + "### Next steps\n\n- none\n\n### Done\n\n- a\n\n## Test results\n\n": "",
	} {
		p := newProject(text)
		if _, err := p.make(makeInit(protocol.InitRequest{})); err != nil {
			t.Fatal(err)
		}
		got := p.text()
		for line := range strings.Lines(text) {
			if !strings.Contains(got, line) {
				t.Errorf("%q: %q is lost", text, line)
			}
		}
		if next := p.note(t).nextAction(); next != want {
			t.Errorf("%q: next is %q, want %q", text, next, want)
		}
	}
}

func TestTakenOver(t *testing.T) {
	const text = "# Handoff: proj  \r\n\r\nWhat happened.\r\n\r\n### Deep\r\n- x\r\n"
	p := newProject(text)
	if isOurs(text) || isOurs("# Handoff\n\n## Next action\n\n- a\n") {
		t.Error("a file of another author counts as a note of mdck")
	}
	if _, err := p.make(makeInit(protocol.InitRequest{})); err != nil {
		t.Fatal(err)
	}
	if got := p.text(); !strings.HasPrefix(got, text[:len(text)-2]) || strings.Count(got, "\n") != strings.Count(got, "\r\n") || !isOurs(got) {
		t.Errorf("got %q", got)
	}
	if _, err := p.make(makeInit(protocol.InitRequest{})); err == nil {
		t.Error("init succeeds twice")
	}
	long := newProject("# Handoff\n\n## Done\n\n" + strings.Repeat("- x, and x again\n", mostDone+5))
	if change, err := long.make(makeInit(protocol.InitRequest{})); err != nil || len(change.Archive) > 0 || len(long.note(t).Entries[doneKey]) != mostDone+5 {
		t.Errorf("items of another author are archived: %v", err)
	}
	for text, want := range map[string]bool{
		"# Hand-off\n\n## Next action\n": true, "# Hand-off: the parser\n\n## 1. NEXT ACTION:\n": false, "# HAND-OFF\n\n## next action\n": true, "# Hand-off\n\n## Goal\n\n## Done\n": false,
		"# Hand-off\n": false, "# Hand-off: release 2\n\n## Next steps\n\n1. a\n2. b\n\n## Decisions\n": false, "# Hand-offs\n\n## Next action\n": false, "## Hand-off\n\n## Next action\n": false,
		"": false, "## Facts\n- Written: 2026-11-21\n": true, newNote(): true,
	} {
		if isOurs(text) != want {
			t.Errorf("%q: want %t", text, want)
		}
	}
}

func TestPlace(t *testing.T) {
	const ours, theirs = "# Hand-off\n\n## Next action\n", "# Handoff\n\n## Next steps\n\n- a\n"
	for name, c := range map[string]struct {
		file, text string
		backup     bool
		want       bool
	}{
		"ours":                   {"/p/HANDOFF.md", ours, false, true},
		"theirs":                 {"/p/HANDOFF.md", theirs, false, false},
		"written anew":           {"/p/HANDOFF.md", theirs, true, true},
		"replaced":               {"/p/HANDOFF.md", "# Meeting\n", true, false},
		"lost":                   {"/p/HANDOFF.md", "", true, true},
		"nothing":                {"/p/HANDOFF.md", "", false, false},
		"of plans":               {"/p/.planning/phases/HANDOFF.md", ours, true, false},
		"other name":             {"/p/handoff.md", ours, false, false},
		"below":                  {"/p/a/b/HANDOFF.md", ours, false, true},
		"written anew, no steps": {"/p/HANDOFF.md", "# Handoff\n", true, false},
	} {
		got, ok := detect(noteDisk{c.text, c.backup}, c.file)
		if ok != c.want || ok && (got.Main != File || got.Path != File || got.Protocol != Name || got.File(File) != c.file) {
			t.Errorf("%s: %t, %+v", name, ok, got)
		}
	}
}

type noteDisk struct {
	text   string
	backup bool
}

func (noteDisk) Exists(string) bool              { return false }
func (noteDisk) IsDir(string) bool               { return false }
func (noteDisk) Getenv(string) string            { return "" }
func (noteDisk) Abs(name string) (string, error) { return name, nil }
func (d noteDisk) ReadFile(string, int64) (string, error) {
	if d.text == "" {
		return "", fs.ErrNotExist
	}
	return d.text, nil
}
func (d noteDisk) ReadDir(dir string) ([]fs.DirEntry, error) {
	if !d.backup {
		return nil, fs.ErrNotExist
	}
	files := fstest.MapFS{"HANDOFF.md.000001.abc": {}}
	return fs.ReadDir(files, ".")
}

// TestCheckerReads checks that lint, status and the restart sequence return the same next action.
func TestCheckerReads(t *testing.T) {
	p := newProject("## Next action\n\n- Lexed!\n\n## Pending\n\n- [x] ticked\n- archived\n- parse\n\n## Done\n\n- lexed — a.go\n")
	p.files[protocol.ArchiveDir+"/0001-HANDOFF.md.done.md"] = &fstest.MapFile{Data: []byte("## Done\n\n- archived — a.go\n")}
	c := readForLint(lint.Input{Tree: p.files, Main: File})
	if got := status(c, protocol.StatusInput{Main: File})[0].Next; got != "parse" {
		t.Errorf("status prints %q", got)
	}
	if _, sentences := summary(c, protocol.Progress{}); sentences[0] != "Next action: \"parse\"." {
		t.Errorf("the summary is %q", sentences)
	}
	n := p.note(t)
	for _, part := range n.parts(File) {
		for _, text := range part.Texts {
			if part.Title != "Done (newest first)" && text != "parse" {
				t.Errorf("%s has %q", part.Title, text)
			}
		}
	}
	if s := n.sheet(); s.NextAction != "parse" || len(s.Pending) != 0 {
		t.Errorf("%+v", s)
	}
}

func TestArchiveOfOthers(t *testing.T) {
	p := newProject("")
	p.files[protocol.ArchiveDir+"/0001-HANDOFF.md.done.md"] = &fstest.MapFile{Data: []byte("## Done\n\n- archived — a.go\n")}
	for n := range mostArchive {
		p.files[fmt.Sprintf("%s/1%04d-checkpoint.md.gate-b.md", protocol.ArchiveDir, n)] = &fstest.MapFile{}
	}
	if !keptOf(p.files, File).has("archived") {
		t.Error("the archived item is not found")
	}
}

func TestUnblock(t *testing.T) {
	for _, text := range []string{"no account — until ops answers", "No account", "ops", "account"} {
		p := newProject("# Hand-off\n\n## Next action\n\n- a\n\n## Blockers\n\n- no account — until ops answers\n- no account at ops — until Monday\n")
		_, err := p.make(Edit(Request{Verb: "unblock", Text: text}))
		if left := lines(p.note(t).Entries[blockersKey]); (err != nil) != (text == "account") || (len(left) == 1) != (err == nil) {
			t.Errorf("%q leaves %q: %v", text, left, err)
		}
	}
}

func TestManyItems(t *testing.T) {
	var open, done strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&open, "- task %d\n", i)
		fmt.Fprintf(&done, "- item %d — a.go\n", i)
	}
	start := time.Now()
	n, err := Parse(File, "## Next action\n\n- a\n\n## Pending\n\n"+open.String()+"- [x] item 1\n\n## Done\n\n"+done.String())
	if err != nil || len(n.todo()) != 4001 || len(n.again()) != 1 {
		t.Fatal("not all items are read", err)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestArchive(t *testing.T) {
	p := newProject("# Hand-off\r\n\r\n## Next action\r\n\r\n- a\r\n\r\n## Done\r\n\r\n* **first** — a.go\r\n  - nested\r\n")
	for i := range mostDone {
		p.must(t, Request{Verb: "done", Text: fmt.Sprint("task ", i), Note: "a.go"})
	}
	n := p.note(t)
	if all := n.Entries[doneKey]; len(all) != mostDone || all[0].Text != "task 0" || len(p.archive()) != 1 {
		t.Fatalf("%d in the note, %q in the archive", len(all), p.archive())
	}
	text := string(p.files[p.archive()[0]].Data)
	if text != "## Done\n\n* **first** — a.go\n  - nested\n" {
		t.Errorf("the archive has %q", text)
	}
	target := protocol.Target{Main: File}
	if a := archived(target, "HANDOFF.md.done.md", text); a == nil || a.Section != "completed: **first**" || archived(target, "OTHER.md.done.md", text) != nil || archived(target, "HANDOFF.md.session-1.md", text) != nil {
		t.Errorf("the archive is %+v", a)
	}
	if _, err := p.make(Edit(Request{Verb: "next", Text: "First"})); err == nil {
		t.Error("an archived completed task is the next action")
	}
	before := p.text()
	if _, err := p.make(putBack(protocol.Kept{Text: text})); err == nil || p.text() != before {
		t.Errorf("more than fifteen completed items: %v", err)
	}
	if _, err := p.make(putBack(protocol.Kept{Text: text, Force: true})); err != nil || len(p.note(t).Entries[doneKey]) != mostDone+1 || !strings.Contains(p.text(), "\r\n* **first** — a.go\r\n  - nested\r\n") {
		t.Errorf("%v:\n%s", err, p.text())
	}
	if _, err := p.make(prune); err != nil || len(p.note(t).Entries[doneKey]) != mostDone {
		t.Errorf("pruned: %v", err)
	}
}

func TestRestored(t *testing.T) {
	p := newProject("# Hand-off\n\n## Next action\n\n- a\n\n## Pending\n\n- b\n")
	old := p.text()
	p.must(t, Request{Verb: "done", Note: "a.go"})
	if _, err := p.make(restore(protocol.Kept{Name: "backup 1", Text: old})); err != nil || p.section(t, nextKey) != "## Next action\n\n- b" || p.section(t, doneKey) != "## Done\n\n- a — a.go" {
		t.Errorf("%v:\n%s", err, p.text())
	}
	change, err := p.make(restore(protocol.Kept{Name: "backup 1", Text: old, Force: true}))
	if err != nil || p.section(t, nextKey) != "## Next action\n\n- a" || p.section(t, doneKey) != "" || change.Did != "restored backup 1" {
		t.Errorf("%v, %+v:\n%s", err, change, p.text())
	}
	for _, broken := range []string{"\xff"} {
		if _, err := p.make(restore(protocol.Kept{Name: "backup 1", Text: broken})); err == nil {
			t.Errorf("%q is restored", broken)
		}
	}
}

func TestManyNextActions(t *testing.T) {
	const n, most = 1500, 5 * time.Second // parsing the note for each action would take 30 s
	text := "# Hand-off\n\n## Next action\n\n"
	for i := range n {
		text += fmt.Sprintf("- [ ] action %d\n", i)
	}
	p := newProject(text + "- [x] over\n- [ ] action 3\n\n## Pending\n\n- [ ] action 1\n- [ ] later\n")
	took := testtmp.Cost(func() {
		c, err := Edit(Request{Verb: "next", Text: "action 2"})(p.reader())
		if err != nil {
			t.Fatal(err)
		}
		after, _ := Parse(File, c.Files[0].After)
		if got, all := lines(after.Entries[nextKey]), lines(after.Entries[pendingKey]); !slices.Equal(got, []string{"[ ] action 2"}) || len(all) != n || all[0] != "[ ] action 0" || all[1] != "[ ] action 3" || all[n-1] != "[ ] later" {
			t.Errorf("next %q, %d pending: %q", got, len(all), all)
		}
	})
	if took > most {
		t.Errorf("%v", took)
	}
}
