package ccc

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
)

func TestComposeBounds(t *testing.T) {
	facts := Facts{Issue: "CIA-1"}
	for i := range 11 {
		facts.Files = append(facts.Files, fmt.Sprintf("dir/%02d.go", i))
		facts.Decisions = append(facts.Decisions, Entry{Line: fmt.Sprintf("choice %02d", i)})
	}
	prompt := Compose(facts)
	if got := strings.Count(prompt, ".go"); got != 10 || strings.Contains(prompt, "10.go") {
		t.Errorf("%d files are named in\n%s", got, prompt)
	}
	if got := strings.Count(prompt, "Decided: "); got != 3 || !strings.Contains(prompt, "Decided: choice 08.\nDecided: choice 09.\nDecided: choice 10.") {
		t.Errorf("%d decisions are in\n%s", got, prompt)
	}
}

func TestTaskNames(t *testing.T) {
	for dashes, want := range map[int]int{6: 7, 7: 8, 8: 8} {
		line := "a" + strings.Repeat(dash+"b", dashes)
		e := Entry{Key: currentKey, Line: line, Text: line}
		if e.setNames(); len(e.names) != want {
			t.Errorf("%d dashes: %d names, want %d", dashes, len(e.names), want)
		}
	}
}

func TestIsHash(t *testing.T) {
	for length, want := range map[int]bool{6: false, 7: true, 64: true, 65: false} {
		if got := claim.IsCommit(strings.Repeat("a", length)); got != want {
			t.Errorf("%d characters: got %v", length, got)
		}
	}
}

func TestPromptBounds(t *testing.T) {
	p := parse(t, sampleP)
	for length, refused := range map[int]bool{64 << 10: false, 64<<10 + 1: true} {
		_, err := p.Write(Input{{"continue", strings.Repeat("a", length), ""}}, now)
		if request, ok := errors.AsType[*protocol.RequestError](err); ok != refused {
			t.Errorf("%d bytes: %v", length, request)
		}
	}
	for text, want := range map[string]string{
		"## a":  "\\## a",
		"### a": "### a",
		"a\n" + strings.Repeat("===\n", 20) + "b": "a\n" + strings.Repeat("\\===\n", 20) + "b",
	} {
		if got, err := promptText(text); err != nil || got != want {
			t.Errorf("%q: got %q, %v", text, got, err)
		}
	}
}
