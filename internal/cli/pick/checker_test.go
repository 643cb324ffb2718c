package pick

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"mdck/internal/cli/clitest"
	"mdck/internal/workspace"
)

func sharing(t *testing.T, n, entries int) []workspace.Target {
	t.Helper()
	dir := t.TempDir()
	var all []workspace.Target
	for i := range n {
		found, ok := clitest.Known().Detect(filepath.Join(dir, ".planning", "phases", "01-a", fmt.Sprintf("01-%02d-PLAN.md", i)))
		if !ok {
			t.Fatal("no plan")
		}
		all = append(all, found)
	}
	var b strings.Builder
	for i := range entries {
		b.WriteString(ledgerLine(&all[i%n], i))
	}
	if err := os.Mkdir(filepath.Join(dir, ".mdck"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(ledgerOf(all), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return all
}

func ledgerLine(t *workspace.Target, version int) string {
	return fmt.Sprintf("{\"path\":%q,\"version\":%d,\"command\":\"plan\"}\n", t.Main, version)
}

func ledgerOf(all []workspace.Target) string {
	return filepath.Join(all[0].Dir(), ".mdck", "ledger.jsonl")
}

func TestLastWrites(t *testing.T) {
	all := sharing(t, 5, 13)
	var c Checker
	same := func(when string) {
		t.Helper()
		for i := range all {
			got, err := c.last(&all[i])
			want, fault := all[i].Last()
			if !reflect.DeepEqual(got, want) || fmt.Sprint(err) != fmt.Sprint(fault) {
				t.Errorf("%s, %s: got %v, %v; want %v, %v", when, all[i].Main, got, err, want, fault)
			}
		}
	}
	same("as it was")
	text, err := os.ReadFile(ledgerOf(all))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []struct{ when, text string }{
		{"one line more", string(text) + ledgerLine(&all[2], 99)},
		{"broken", "x\n" + string(text)},
		{"about others", ledgerLine(&all[4], 3)},
		{"empty", ""},
	} {
		if err := os.WriteFile(ledgerOf(all), []byte(file.text), 0o644); err != nil {
			t.Fatal(err)
		}
		same(file.when)
	}
	if err := os.Remove(ledgerOf(all)); err != nil {
		t.Fatal(err)
	}
	same("gone")
	if err := os.Mkdir(ledgerOf(all), 0o755); err != nil {
		t.Fatal(err)
	}
	same("a directory")
}

// TestGrowthLastWrites checks that all plans read the ledger once.
func TestGrowthLastWrites(t *testing.T) {
	cost := func(n int) float64 {
		all := sharing(t, n, 4*n)
		return testing.AllocsPerRun(2, func() {
			var c Checker
			for i := range all {
				if _, err := c.last(&all[i]); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	small, large := cost(20), cost(80)
	if large > 5*small {
		t.Errorf("20 plans take %.0f allocations, 80 take %.0f", small, large)
	}
}
