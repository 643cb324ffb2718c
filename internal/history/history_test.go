package history

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func at(minute int) time.Time { return time.Date(2026, 11, 21, 8, minute, 0, 0, time.UTC) }

func textOf(content string) Text { return Text{Sum: content} }

// commitsOf returns a row for each word "content@minute".
func commitsOf(words string) (all []Row) {
	for i, word := range strings.Fields(words) {
		content, minute := parse(word)
		all = append(all, Row{Source: Commit, Commit: fmt.Sprintf("%d", i), Time: at(minute), Text: textOf(content)})
	}
	return all
}

func writesOf(words string) (all []Row) {
	for i, word := range strings.Fields(words) {
		content, minute := parse(word)
		all = append(all, Row{Source: Ledger, Time: at(minute), WrittenAt: at(minute), Command: fmt.Sprintf("w%d", i), Text: textOf(content)})
	}
	return all
}

func parse(word string) (content string, minute int) {
	fmt.Sscanf(strings.Replace(word, "@", " ", 1), "%s %d", &content, &minute)
	return content, minute
}

func shape(rows []Row) string {
	var words []string
	for i := range rows {
		words = append(words, rows[i].Commit+rows[i].Command)
	}
	return strings.Join(words, " ")
}

func TestMerge(t *testing.T) {
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
		"commits with one new time":  {"x@9 a@9 b@9", "a@1 b@2 c@3", "0 1w0 2w1 w2"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := shape(Merge(commitsOf(c.commits), writesOf(c.writes))); got != c.want {
				t.Errorf("rows are %q, want %q", got, c.want)
			}
		})
	}
}

func TestFound(t *testing.T) {
	writes := append([]Row{{Source: Ledger, Time: at(5), Found: true, Text: textOf("a")}}, writesOf("b@5")...)
	rows := Merge(nil, writes)
	if len(rows) != 2 || rows[0].What() != "(before the next write)" {
		t.Errorf("rows are %+v", rows)
	}
	rows = Merge(commitsOf("a@1"), writes)
	if got := shape(rows); got != "0 w0" || rows[0].Found || rows[0].What() != "" {
		t.Errorf("rows are %q: %+v", got, rows)
	}
}

func TestContent(t *testing.T) {
	commits := commitsOf("lf@2")
	commits[0].Content = "words"
	rows := Merge(commits, []Row{{Time: at(1), Command: "w", Text: Text{Sum: "crlf", Content: "words"}}})
	if got := shape(rows); got != "0w" {
		t.Errorf("rows are %q", got)
	}
}

func TestMergeLaws(t *testing.T) {
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
		checkRows(t, commits, writes, Merge(commits, writes))
		if t.Failed() {
			t.Fatalf("of %+v\nand %+v", commits, writes)
		}
	}
}

func checkRows(t *testing.T, commits, writes, rows []Row) {
	t.Helper()
	nextCommit, nextWrite := 0, 0
	for i := range rows {
		row := &rows[i]
		if row.Commit != "" {
			if row.Commit != commits[nextCommit].Commit {
				t.Errorf("row %d is commit %s, want %s", i, row.Commit, commits[nextCommit].Commit)
			}
			nextCommit++
		}
		if row.Command != "" {
			if w := &writes[nextWrite]; row.Command != w.Command || row.Sum != w.Sum || !row.WrittenAt.Equal(w.Time) {
				t.Errorf("row %d is %s of %s, want %s of %s", i, row.Command, row.Sum, w.Command, w.Sum)
			}
			nextWrite++
		}
	}
	if nextCommit != len(commits) || nextWrite != len(writes) {
		t.Errorf("found %d of %d commits and %d of %d writes", nextCommit, len(commits), nextWrite, len(writes))
	}
}
