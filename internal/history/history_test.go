package history

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

func at(minute int) time.Time { return time.Date(2026, 11, 21, 8, minute, 0, 0, time.UTC) }

func textOf(content string) Text {
	return Text{Sum: content, Lines: len(content), Tokens: 2 * len(content)}
}

// commitsOf are one for each word "content@minute".
func commitsOf(words string) (all []Commit) {
	for i, word := range strings.Fields(words) {
		content, minute := parse(word)
		all = append(all, Commit{ID: fmt.Sprintf("%d", i), Time: at(minute), Text: textOf(content)})
	}
	return all
}

func writesOf(words string) (all []Write) {
	for i, word := range strings.Fields(words) {
		content, minute := parse(word)
		all = append(all, Write{Time: at(minute), Sum: content, Command: fmt.Sprintf("w%d", i), Text: textOf(content)})
	}
	return all
}

func parse(word string) (content string, minute int) {
	fmt.Sscanf(strings.Replace(word, "@", " ", 1), "%s %d", &content, &minute)
	return content, minute
}

// shape is a word for each row: the commit, the write, or both.
func shape(rows []Row) string {
	var words []string
	for i := range rows {
		words = append(words, rows[i].Commit+rows[i].Command)
	}
	return strings.Join(words, " ")
}

func TestRows(t *testing.T) {
	for name, c := range map[string]struct{ commits, writes, want string }{
		"nothing":                    {"", "", ""},
		"commits alone":              {"a@1 b@2", "", "0 1"},
		"writes alone":               {"", "a@1 b@2", "w0 w1"},
		"by time":                    {"a@2 b@5", "x@1 y@3 z@9", "w0 0 w1 1 w2"},
		"a write before its commit":  {"a@5", "a@5", "0w0"},
		"committed later":            {"a@5 b@9", "a@1 x@2 b@6", "0w0 w1 1w2"},
		"twice, committed at first":  {"a@2", "a@1 b@3 a@4", "0w0 w1 w2"},
		"twice, committed at last":   {"a@9", "a@1 b@3 a@4", "w0 w1 0w2"},
		"twice, both committed":      {"a@2 b@4 a@6", "a@1 b@3 a@5", "0w0 1w1 2w2"},
		"clock of commits went back": {"a@50 b@2 c@3", "a@1 b@51 c@52", "0w0 1w1 2w2"},
		"clock of writes went back":  {"a@5 b@6", "a@4 b@1", "0w0 1w1"},
		"equal times":                {"a@1 b@1 c@1", "x@1 b@1", "w0 0 1w1 2"},
		"a commit in the future":     {"a@59 b@2", "x@3 y@4", "w0 w1 0 1"},
		"an older content again":     {"a@1 b@2 a@3", "", "0 1 2"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := shape(Rows(commitsOf(c.commits), writesOf(c.writes))); got != c.want {
				t.Errorf("rows are %q, want %q", got, c.want)
			}
		})
	}
}

// TestWorkTree holds that the work tree is the last row, whatever the clocks of writes
// say, unless it is what the last of them made.
func TestWorkTree(t *testing.T) {
	now := Commit{WorkTree: true, Text: textOf("now")}
	rows := Rows(append(commitsOf("a@1"), now), writesOf("b@59"))
	if got := shape(rows); got != "0 w0 " || !rows[2].WorkTree || !rows[2].Time.IsZero() {
		t.Errorf("rows are %q: %+v", got, rows)
	}
	rows = Rows(append(commitsOf("a@1"), now), writesOf("b@2 now@3"))
	if got := shape(rows); got != "0 w0 w1" || rows[2].Source() != FromWorkTree || !rows[2].Time.Equal(at(3)) {
		t.Errorf("rows are %q: %+v", got, rows)
	}
}

// TestWorkTreeAgain holds that a work tree which has again what an older write made is the
// last row, and none of that write.
func TestWorkTreeAgain(t *testing.T) {
	now := Commit{WorkTree: true, As: "0123456789", Text: textOf("a")}
	rows := Rows(append(commitsOf("a@2"), now), writesOf("a@1 b@3"))
	if got := shape(rows); got != "0w0 w1 " || !rows[2].WorkTree || rows[2].Written || rows[2].What() != "(as in 01234567)" {
		t.Errorf("rows are %q: %+v", got, rows)
	}
	now.As = ""
	if got := shape(Rows([]Commit{now}, writesOf("a@1 b@3"))); got != "w0 w1 " {
		t.Errorf("rows are %q", got)
	}
}

// TestFound holds that a state that a write found is no write: a commit that holds it
// has no command.
func TestFound(t *testing.T) {
	writes := append([]Write{{Time: at(5), Sum: "a", Found: true, Text: textOf("a")}}, writesOf("b@5")...)
	rows := Rows(nil, writes)
	if len(rows) != 2 || rows[0].Written || !rows[0].Time.IsZero() || !strings.Contains(rows[0].What(), "found") {
		t.Errorf("rows are %+v", rows)
	}
	rows = Rows(commitsOf("a@1"), writes)
	if got := shape(rows); got != "0 w0" || rows[0].Written || rows[0].Found || rows[0].What() != "" {
		t.Errorf("rows are %q: %+v", got, rows)
	}
}

// TestContent holds that a commit whose bytes git has changed is known by its words.
func TestContent(t *testing.T) {
	commits := commitsOf("lf@2")
	commits[0].Text.Content = "words"
	rows := Rows(commits, []Write{{Time: at(1), Sum: "crlf", Content: "words", Command: "w"}})
	if got := shape(rows); got != "0w" {
		t.Errorf("rows are %q", got)
	}
}

func TestVersions(t *testing.T) {
	three := 3
	of := textOf("a")
	of.Version = &three
	rows := Rows(nil, []Write{
		{Version: 2, Sum: "x", Text: Unmeasured(NotKept)}, {Version: 9, Sum: "a", Text: of}, {Version: 4, Text: Unmeasured(Gone)},
	})
	var got []string
	for i := range rows {
		got = append(got, rows[i].VersionName())
	}
	if !slices.Equal(got, []string{"v2", "v3", ""}) {
		t.Errorf("versions are %q", got)
	}
}

// TestRowsLaws holds of any commits and writes, with clocks as they like: each commit
// is there once and in order; so is each write; a write in one row with a commit made
// what the commit holds; changes add up.
func TestRowsLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 1))
	words := func() string {
		var all []string
		for range r.IntN(8) {
			all = append(all, fmt.Sprintf("%s@%d", strings.Repeat("x", 1+r.IntN(4)), r.IntN(60)))
		}
		return strings.Join(all, " ")
	}
	for range 5000 {
		commits, writes := commitsOf(words()), writesOf(words())
		if r.IntN(3) == 0 {
			commits = append(commits, Commit{ID: "tree", WorkTree: true, Text: textOf("xx")})
		}
		checkRows(t, commits, writes, Rows(commits, writes))
		if t.Failed() {
			t.Fatalf("of %+v\nand %+v", commits, writes)
		}
	}
}

func checkRows(t *testing.T, commits []Commit, writes []Write, rows []Row) {
	t.Helper()
	nextCommit, nextWrite, sum, started := 0, 0, 0, false
	for i := range rows {
		row := &rows[i]
		if row.Commit != "" {
			if row.Commit != commits[nextCommit].ID {
				t.Errorf("row %d is commit %s, want %s", i, row.Commit, commits[nextCommit].ID)
			}
			nextCommit++
		}
		if row.Written {
			if w := &writes[nextWrite]; row.Command != w.Command || row.Text.Sum != w.Sum {
				t.Errorf("row %d is %s of %s, want %s of %s", i, row.Command, row.Text.Sum, w.Command, w.Sum)
			}
			nextWrite++
		}
		if started != (row.LinesChange != nil) {
			t.Errorf("row %d: a change where there is none, or the reverse", i)
		}
		if row.LinesChange != nil {
			sum += *row.LinesChange
		}
		started = true
	}
	if n := len(commits); n > 0 && commits[n-1].WorkTree && !rows[len(rows)-1].WorkTree {
		t.Errorf("the last row is no work tree: %+v", rows[len(rows)-1])
	}
	if nextCommit != len(commits) || nextWrite != len(writes) {
		t.Errorf("%d of %d commits and %d of %d writes are there", nextCommit, len(commits), nextWrite, len(writes))
	}
	if len(rows) > 0 && sum != rows[len(rows)-1].Text.Lines-rows[0].Text.Lines {
		t.Errorf("changes sum up to %d", sum)
	}
}

// TestChangesPassOver holds that a row without numbers is passed over by the changes.
func TestChangesPassOver(t *testing.T) {
	commits := commitsOf("a@1 b@2 abc@3")
	commits[1].Text = Unmeasured(Link)
	rows := Rows(commits, nil)
	if rows[1].LinesChange != nil || rows[2].LinesChange == nil || *rows[2].LinesChange != 2 || *rows[2].TokensChange != 4 {
		t.Errorf("rows are %+v", rows)
	}
}
