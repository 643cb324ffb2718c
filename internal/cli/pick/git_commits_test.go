package pick

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// TestCommits checks that looking up many commits gives the same answers as looking up each alone.
// It must ask git for few commits that nobody requested.
func TestCommits(t *testing.T) {
	all := sharing(t, 1, 0)
	git := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("git", append([]string{"-C", all[0].Root, "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"}, args...)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(out))
	}
	git("init", "--quiet")
	git("commit", "--quiet", "--allow-empty", "-m", "a")
	head := git("rev-parse", "HEAD")
	const n = 3 * maxExpected
	name := func(i int) string {
		if i%3 == 0 {
			return head[:7+i%30]
		}
		return fmt.Sprintf("%07x", i)
	}
	for _, expected := range []int{0, 1, maxExpected, n} {
		var gits Gits
		s := gits.ForTarget(&all[0], "")
		for i := range expected {
			s.Expect(name(i))
		}
		for i := n - 1; i >= 0; i-- {
			if is, err := s.Commit(name(i)); err != nil || is != (i%3 == 0) {
				t.Errorf("%d expected: %s exists: %v, %v", expected, name(i), is, err)
			}
		}
		if s = gits.ForTarget(&all[0], ""); expected == n {
			checkBounded(t, s, name)
		}
		gits.Close()
	}
}

func checkBounded(t *testing.T, s *Git, name func(int) string) {
	t.Helper()
	c := &commits{git: s, known: map[string]existence{}}
	for i := range 100 * maxExpected {
		c.expect(name(3*i + 1))
	}
	if _, err := c.exists(name(1)); err != nil || len(c.known) > maxExpected+1 {
		t.Errorf("%v, git was asked about %d commits", err, len(c.known))
	}
}
