package bootstrap

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
)

func same(name string) string { return name }

func headed(size int) *Sequence {
	s := &Sequence{Protocol: "ccc", Name: "a", Checkpoint: "d/c.md"}
	s.Steps = []Step{{Number: 1, Kind: Work, Title: "Go", Points: []string{""}}}
	s.Steps[0].Points[0] = strings.Repeat("x", size-len(s.head(size, 0, same)))
	return s
}

func isWhole(pack string) bool { return !strings.Contains(pack, "(more: mdck bootstrap)") }

func TestHeadBytes(t *testing.T) {
	for size, want := range map[int]bool{2048: true, 2049: false} {
		if got := headed(size).Pack(9000, same); isWhole(got) != want {
			t.Errorf("a head of %d bytes is whole: %t", size, !want)
		}
	}
	room := 1024 - len(leftOut(nil))
	for size, want := range map[int]bool{room: true, room + 1: false} {
		if got := headed(size).Pack(0, same); isWhole(got) != want {
			t.Errorf("a head of %d bytes in no room is whole: %t", size, !want)
		}
	}
}

func TestHeadGivesWay(t *testing.T) {
	for limit, want := range map[int]bool{2047: true, 2048: false} {
		s := headed(1900)
		s.FromRoot, s.Priorities = true, []Part{{Title: "Tasks", From: "p.md", Texts: []string{strings.Repeat("t", 300)}}}
		if got := s.Pack(limit, same); strings.Contains(got, "ttt") != want || len(got) > limit {
			t.Errorf("in %d bytes the text is shown: %t", limit, !want)
		}
	}
}

func TestHeadLines(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	verdict := func(n int) claim.Verdict {
		v := claim.Verdict{Claim: claim.Claim{Recorded: "1"}, Status: claim.Stale, Actual: "2"}
		v.Name = "a " + x(n-len(v.String())-len("a "))
		return v
	}
	for name, c := range map[string]struct {
		most int
		head func(n int) *Sequence
	}{
		"a refusal": {200, func(n int) *Sequence { return &Sequence{Refused: x(n)} }},
		"a note":    {200, func(n int) *Sequence { return &Sequence{Notes: []string{x(n)}} }},
		"a fact":    {50, func(n int) *Sequence { return &Sequence{Steps: []Step{{Facts: []Fact{NewPathFact("plan", x(n))}}}} }},
		"a claim":   {110, func(n int) *Sequence { return &Sequence{Verdicts: []claim.Verdict{verdict(n)}} }},
	} {
		for n, whole := range map[int]bool{c.most: true, c.most + 1: false} {
			if got := c.head(n).head(9000, 9, same); strings.Contains(got, "…") == whole {
				t.Errorf("%s of %d bytes is whole: %t\n%s", name, n, !whole, got)
			}
		}
	}
	for name, c := range map[string]struct {
		most int
		head func(n int) string
	}{
		"a name":                {100, func(n int) string { return (&Sequence{Protocol: "loop", Name: x(n)}).heading() }},
		"a path":                {100, func(n int) string { return (&Sequence{Checkpoint: "d/c.md"}).local("d/"+x(n), same) }},
		"a path from elsewhere": {100, func(n int) string { return (&Sequence{Checkpoint: "d/c.md"}).local(x(n), same) }},
		"a text on a line":      {200, func(n int) string { return spelling.QuotePath(x(n)) }},
		"the directory":         {300, func(n int) string { return (&Sequence{Checkpoint: x(n) + "/c.md"}).head(9000, 0, same) }},
		"the skill": {150, func(n int) string {
			s := &Sequence{skill: x(n)}
			return s.names(Step{Kind: References, Files: []File{{Path: s.skill + "/a.md"}}}, same)
		}},
	} {
		for n, whole := range map[int]bool{c.most: true, c.most + 1: false} {
			if got := c.head(n); strings.Contains(got, "…") == whole {
				t.Errorf("%s of %d bytes is whole: %t\n%s", name, n, !whole, got)
			}
		}
	}
}

func TestNamedAtMost(t *testing.T) {
	for name, c := range map[string]struct {
		most int
		say  func(n int) string
	}{
		"claims": {7, func(n int) string {
			return (&Sequence{Checkpoint: "d/c.md", Verdicts: make([]claim.Verdict, n)}).Pack(9000, same)
		}},
		"files of a step": {8, func(n int) string { return (&Sequence{}).names(Step{Files: make([]File, n)}, same) }},
	} {
		for n, all := range map[int]bool{c.most: true, c.most + 1: false} {
			if got := c.say(n); strings.Contains(got, "and 1 more") == all {
				t.Errorf("%d %s are named: %t\n%s", n, name, !all, got)
			}
		}
	}
}

func TestAge(t *testing.T) {
	now := time.Date(2026, 11, 4, 10, 0, 0, 0, time.UTC)
	for before, want := range map[time.Duration]string{
		time.Hour - time.Second: "59 min ago", time.Hour: "1 h ago", 48*time.Hour - time.Second: "47 h ago", 48 * time.Hour: "2 days ago", -time.Second: "in the future",
	} {
		if got := (&Input{Now: now}).age(now.Add(-before).Format(time.RFC3339)); got != want {
			t.Errorf("%s before it is %q, want %q", before, got, want)
		}
	}
}

func TestLargeFile(t *testing.T) {
	for size, large := range map[int]bool{1 << 20: false, 1<<20 + 1: true} {
		in := &Input{}
		if f := in.count(fstest.MapFS{"a": {Data: make([]byte, size)}}, "a"); f.Large != large || f.Bytes != size {
			t.Errorf("%d bytes: %+v", size, f)
		}
	}
}
