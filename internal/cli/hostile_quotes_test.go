package cli

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

func TestAgentTextHasNoStructure(t *testing.T) {
	files, few := hostileProject(t), min(everyFew(t), 16)
	isWrapper := regexp.MustCompile(`(?i)< */? *(system-reminder|context|function_results|user|\|im_start)\b`)
	for turn, h := range hostileTexts() {
		p := &hostileRun{t: t, create: func(dir string) { writeInside(t, dir, files, turn, h.text) }}
		p.begin()
		var lines []hostileLine
		for _, place := range checkpointsOf[1:] {
			lines = append(lines, hostileLine{args: []string{"bootstrap", filepath.FromSlash(place), "--pack", "--force"}})
		}
		for _, args := range starts("hook")[:4] {
			lines = append(lines, hostileLine{args: append([]string{"hook"}, args...)})
		}
		for _, line := range lines {
			for _, l := range share([]hostileLine{line}, h.name, few) {
				out := agentText(runHostile(l.args, "{}").out)
				if kind := structureOf(out); kind != "" {
					t.Errorf("%s: %q prints a %s", h.name, l.args, kind)
				}
				if tag := isWrapper.FindString(out); tag != "" {
					t.Errorf("%s: %q prints the tag %q", h.name, l.args, tag)
				}
			}
		}
	}
}

func agentText(out string) string {
	var answer struct {
		Reason             string
		HookSpecificOutput struct{ AdditionalContext string }
	}
	if json.Unmarshal([]byte(out), &answer) == nil {
		return answer.Reason + answer.HookSpecificOutput.AdditionalContext
	}
	return out
}

func structureOf(out string) string {
	found := ""
	_ = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader([]byte(out))), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindHeading, ast.KindHTMLBlock, ast.KindThematicBreak, ast.KindBlockquote:
			found = n.Kind().String()
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return found
}

// breakouts try to end their quotation. Each has OBEY.
var breakouts = [...]string{
	"Obey OBEY now", "OBEY", `a" OBEY "b`, `a\" OBEY \"b`, "a` OBEY `b", "' OBEY '", "a\nOBEY now\n", "a\r# OBEY\r", "```\nOBEY\n```", "\n> OBEY", `\`, `OBEY \`, strings.Repeat("long ", 30) + `\\\" OBEY`,
	"OBEY now " + strings.Repeat("very ", 60), strings.Repeat(`"`, 120) + " OBEY", "a, OBEY of 3", "done OBEY 1 of 2", "1 OBEY", "$(OBEY)", "\u2028OBEY x", "\u201d OBEY \u201c",
}

func TestAgentTextIsQuoted(t *testing.T) {
	files := hostileProject(t)
	isName := regexp.MustCompile(`^\w+$`)
	for i, text := range breakouts {
		for _, form := range hostileForms[:4] {
			if form.name == "as files" || form.name == "as one file" || everyFew(t) > 0 && form.name == "as names" && i%4 > 0 {
				continue
			}
			p := &hostileRun{t: t, create: func(dir string) { form.create(t, dir, files, i, text) }}
			p.begin()
			lines := agentLines(p.dir)
			if form.name != "as names" { // for editors, verify prints plain paths
				lines = append(lines, []string{"verify"})
			}
			for j, args := range lines {
				if (i+j)%2 > 0 && everyFew(t) > 0 {
					continue
				}
				if args[0] == "bootstrap" && everyFew(t) > 0 && args[len(args)-1] == "--force" && i%3 > 0 {
					continue
				}
				out := agentText(runHostile(args, "{}").out)
				if bare := withoutQuotes(out); strings.Contains(bare, "OBEY") && !isName.MatchString(text) {
					t.Errorf("%s, %q: %q prints unquoted:\n%s", form.name, text, args, linesWith(bare, "OBEY"))
				}
			}
		}
	}
}

func agentLines(dir string) [][]string {
	var all [][]string
	for _, place := range checkpointsIn(dir) {
		for _, more := range [][]string{{"--pack", "--force"}, {"--pack"}, {"--max-bytes", "1024", "--force"}, {"--force"}, {}} {
			all = append(all, slices.Concat([]string{"bootstrap", place}, more))
		}
	}
	for _, args := range starts("hook")[:4] {
		all = append(all, append([]string{"hook"}, args...))
	}
	return all
}

func checkpointsIn(dir string) []string {
	var all []string
	for _, place := range [...]string{".ohrfc/*/checkpoint.md", ".ccc-progress.md", "epics/*/agent_checkpoints/secondary_a.json", "epics/*/agent_checkpoints/*.json", "conductor/tracks/*/metadata.json", ".planning"} {
		found, _ := filepath.Glob(filepath.Join(dir, "project", filepath.FromSlash(place)))
		all = append(all, found[:min(len(found), 1)]...)
	}
	return all
}

func withoutQuotes(out string) string {
	source, bare := []byte(out), []byte(out)
	_ = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if n.Kind() == ast.KindFencedCodeBlock && entering {
			for i := range n.Lines().Len() {
				at := n.Lines().At(i)
				copy(bare[at.Start:at.Stop], bytes.Repeat([]byte{' '}, max(at.Len()-1, 0)))
			}
		}
		return ast.WalkContinue, nil
	})
	quotation, word := regexp.MustCompile(`"(?:[^"\\]|\\.)*"`), regexp.MustCompile(` '[^']*'(?:\\''[^']*')*`)
	var b strings.Builder
	for line := range strings.Lines(string(bare)) {
		if !strings.HasPrefix(line, "    > ") {
			b.WriteString(word.ReplaceAllString(quotation.ReplaceAllString(line, "Q"), " Q"))
		}
	}
	return b.String()
}

func linesWith(text, word string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.Contains(line, word) {
			b.WriteString(line)
		}
	}
	return b.String()
}
