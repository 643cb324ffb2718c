package claim

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestFacts(t *testing.T) {
	const first, second = "1111111aaaa", "2222222bbbb"
	was := Facts{Branch: "main", Head: first, Dirty: []string{"a.go"}, Time: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	for name, c := range map[string]struct {
		now  func(f *Facts)
		want string
	}{
		"nothing":                {func(*Facts) {}, ""},
		"the time alone":         {func(f *Facts) { f.Time = time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC) }, ""},
		"clean now":              {func(f *Facts) { f.Dirty = nil }, ""},
		"branch":                 {func(f *Facts) { f.Branch = "feat" }, "branch: recorded main, actual feat"},
		"detached":               {func(f *Facts) { f.Branch = "" }, "branch: recorded main, actual none (detached)"},
		"work tree":              {func(f *Facts) { f.Worktree = "feat" }, "work tree: recorded main, actual feat"},
		"HEAD":                   {func(f *Facts) { f.Head = second }, "HEAD: recorded 1111111, actual 2222222"},
		"HEAD, counted":          {func(f *Facts) { f.Counted, f.Head, f.From, f.Commits = true, second, first, 3 }, "HEAD: recorded 1111111, actual 2222222, 3 commits later"},
		"HEAD, amended":          {func(f *Facts) { f.Counted, f.Head, f.From, f.Apart = true, second, first, true }, "HEAD: recorded 1111111, actual 2222222, whose history does not contain 1111111"},
		"HEAD, one":              {func(f *Facts) { f.Counted, f.Head, f.From, f.Commits = true, second, first, 1 }, "HEAD: recorded 1111111, actual 2222222, 1 commit later"},
		"HEAD, of another count": {func(f *Facts) { f.Counted, f.Head, f.From, f.Commits = true, second, second, 3 }, "HEAD: recorded 1111111, actual 2222222"},
		"its own commit alone":   {func(f *Facts) { f.Counted, f.Head, f.From = true, second, first }, ""},
		"no commit":              {func(f *Facts) { f.Head = "" }, "HEAD: recorded 1111111, actual no commit"},
		"a dirty file":           {func(f *Facts) { f.Dirty = []string{"a.go", "b.go"} }, "number of uncommitted files: recorded 1, actual 1 more: b.go"},
		"dirty files":            {func(f *Facts) { f.Dirty = []string{"b", "c", "d", "e", "f"} }, "number of uncommitted files: recorded 1, actual 5 more: b, c, d and 2 more"},
		"several":                {func(f *Facts) { f.Branch, f.Head = "x", second }, "branch: recorded main, actual x|HEAD: recorded 1111111, actual 2222222"},
	} {
		now := was
		now.Dirty = slices.Clone(was.Dirty)
		c.now(&now)
		if got := strings.Join(was.Changes(now), "|"); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
		if back := was.Changes(was); back != nil {
			t.Errorf("%s: the same facts differ: %q", name, back)
		}
	}
	unborn := Facts{Branch: "main", Time: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	for commits, want := range map[int]string{
		0: "", 2: "HEAD: recorded no commit, actual 2222222, 2 commits later",
		500: "HEAD: recorded no commit, actual 2222222, at least 500 commits later",
	} {
		now := Facts{Branch: "main", Head: second, Counted: true, Commits: commits, AtLeast: commits == 500}
		if got := strings.Join(unborn.Changes(now), "|"); got != want {
			t.Errorf("after the first commit: got %q, want %q", got, want)
		}
	}
	abbreviated := was
	abbreviated.Head = first[:7]
	if got := abbreviated.Changes(was); got != nil {
		t.Errorf("an abbreviated id differs: %q", got)
	}
	if got := was.Claims(nil); got != nil {
		t.Errorf("without a repository there are claims: %v", got)
	}
	uncounted := was
	uncounted.Head, uncounted.CountErr = second, errors.New("a shallow clone")
	if v := Verify(nil, was.Claims(func(Facts) (Facts, error) { return uncounted, nil })); v[0].Status != Verified || v[1].Status != Unverifiable || v[1].Reason != "a shallow clone" {
		t.Errorf("if the commits cannot be counted: %v", v)
	}
	if got := was.Changes(uncounted); got != nil {
		t.Errorf("if the commits cannot be counted: %q", got)
	}
	failed := Verify(nil, was.Claims(func(Facts) (Facts, error) { return Facts{}, errors.New("no answer") }))
	for _, v := range failed {
		if v.Status != Unverifiable || v.Reason != "no answer" {
			t.Errorf("got %v", v)
		}
	}
}
