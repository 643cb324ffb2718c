package agents

import (
	"strings"
	"testing"
	"time"

	"mdck/internal/protocoltest"
)

const epicSample = `# Epic

<!-- BEGIN PRIMARY PROGRESS -->
mine
<!-- END PRIMARY PROGRESS -->

<!-- BEGIN SECONDARY-A PROGRESS -->
**Stage:** S2.P2
<!-- END SECONDARY-A PROGRESS -->

  trailing  
`

func TestSetStale(t *testing.T) {
	reason := parse(t, sample).staleText(now)
	line := "Secondary-A: STALE " + reason
	protocoltest.Equal(t, "line", line, "Secondary-A: STALE (likely crashed), last checkpoint 2026-01-15T14:30:00Z, seen 2026-01-15T15:00:05Z")
	begin, end := "<!-- BEGIN SECONDARY-A PROGRESS -->", "<!-- END SECONDARY-A PROGRESS -->"
	for _, test := range []struct{ name, inside, want string }{
		{"text", "\n**Stage:** S2.P2\n", "\n" + line + "\n\n**Stage:** S2.P2\n"},
		{"blank line", "\n\n**Stage:** S2.P2\n", "\n" + line + "\n\n\n**Stage:** S2.P2\n"},
		{"empty", "\n", "\n" + line + "\n"},
		{"one line", "", "\n" + line + "\n"},
		{"text in one line", " x ", "\n" + line + "\n x "},
		{"stale already", "\nx\n  secondary-a: STALE since noon  \ny\n", "\nx\n  " + line + "  \ny\n"},
		{"stale already, in a list", "\n- x\n- Secondary-A: STALE\n", "\n- x\n- " + line + "\n"},
		{"another is stale", "\nSecondary-B: STALE\n", "\n" + line + "\n\nSecondary-B: STALE\n"},
		{"not stale", "\nSecondary-A: ACTIVE\n", "\n" + line + "\n\nSecondary-A: ACTIVE\n"},
	} {
		for _, style := range styles[:4] {
			text := style.Of("# Epic\n\n" + begin + test.inside + end + "\n")
			change, err := withError(setStale(EpicFile, text, "Secondary-A", reason))
			if err != nil {
				t.Fatal(err)
			}
			want := style.Of("# Epic\n\n" + begin + test.want + end + "\n")
			protocoltest.Equal(t, test.name+", "+style.Name, change.Text, want)
			again, err := withError(setStale(EpicFile, change.Text, "Secondary-A", reason))
			if err != nil || isChanged(again) || again.Text != change.Text {
				t.Errorf("%s, again: %+v, %v", test.name, again, err)
			}
			later := parse(t, sample).staleText(now.Add(time.Hour))
			if moved, err := withError(setStale(EpicFile, change.Text, "Secondary-A", later)); err != nil || moved.Text != strings.ReplaceAll(change.Text, reason, later) {
				t.Errorf("%s, later: %v, %v", test.name, moved, err)
			}
		}
	}
	for _, id := range []string{"Agent-Primary", "Primary"} {
		change, err := withError(setStale(EpicFile, epicSample, id, "x -- y\n-->"))
		if err != nil {
			t.Fatal(err)
		}
		protocoltest.Equal(t, id, change.Text, strings.Replace(epicSample, "mine\n", id+": STALE x – y –>\n\nmine\n", 1))
	}
	_, err := withError(setStale(EpicFile, epicSample, "a: b", "x"))
	wantRequest(t, err, "no checkpoint file can")
}

func TestMarkers(t *testing.T) {
	const begin, end = "<!-- BEGIN SECONDARY-A PROGRESS -->\n", "<!-- END SECONDARY-A PROGRESS -->\n"
	for _, test := range []struct{ text, place, part string }{
		{"x\n" + begin + "x", "2:1", "<!-- END SECONDARY-A PROGRESS -->"},
		{"x\n" + end, "1:1", "expected exactly one <!-- BEGIN SECONDARY-A PROGRESS -->"},
		{end + begin, "2:1", "and after it one"},
		{begin + begin + end, "1:1", "exactly one"},
		{begin + end + begin + end, "1:1", "exactly one"},
		{begin + end + end, "1:1", "exactly one"},
		{begin + "<!-- END SECONDARY-A PROGRESS", "1:1", "and after it one"},
	} {
		_, err := withError(setStale("EPIC_README.md", test.text, "Secondary-A", "x"))
		wantPlace(t, err, ErrMarkers, test.place)
		if err != nil && !strings.Contains(err.Error(), test.part) {
			t.Errorf("%q: %v, want %q", test.text, err, test.part)
		}
	}
}

func TestNewSection(t *testing.T) {
	const begin, end = "<!-- BEGIN SECONDARY-A PROGRESS -->\n", "<!-- END SECONDARY-A PROGRESS -->\n"
	const line = begin + "Secondary-A: STALE x\n" + end
	const other = "<!-- BEGIN SECONDARY-B PROGRESS -->\n<!-- END SECONDARY-B PROGRESS -->\n"
	for text, want := range map[string]string{
		"":                            "## Agent Status\n\n" + line,
		"# Epic":                      "# Epic\n\n## Agent Status\n\n" + line,
		"# Epic\n" + other:            "# Epic\n" + other + "\n## Agent Status\n\n" + line,
		"## Agent Status\n\n" + other: "## Agent Status\n\n" + other + "\n" + line,
		"x\n## Agent Status":          "x\n## Agent Status\n\n" + line,
	} {
		change, err := withError(setStale(EpicFile, text, "Secondary-A", "x"))
		if err != nil {
			t.Fatal(err)
		}
		protocoltest.Equal(t, "file", change.Text, want)
		cleared, err := withError(clearStale(EpicFile, change.Text, "Secondary-A"))
		if err != nil {
			t.Fatal(err)
		}
		protocoltest.Equal(t, "cleared", cleared.Text, strings.Replace(want, "Secondary-A: STALE x\n", "", 1))
	}
}

func TestClearStale(t *testing.T) {
	text := "# Epic\n<!-- BEGIN SECONDARY-A PROGRESS -->\nx\n- Secondary-A: STALE (likely crashed)\n<!-- END SECONDARY-A PROGRESS -->\nSecondary-B: STALE\n"
	cleared, err := withError(clearStale(EpicFile, text, "secondary_a"))
	if err != nil {
		t.Fatal(err)
	}
	protocoltest.Equal(t, "cleared", cleared.Text, strings.Replace(text, "- Secondary-A: STALE (likely crashed)\n", "", 1))
	if other, err := withError(clearStale(EpicFile, text, "Secondary-B")); err != nil || other.Text != text {
		t.Errorf("a line outside of a section is removed: %v", err)
	}
}
