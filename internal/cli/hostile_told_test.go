package cli

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// TestToldHasNoStructure holds for what goes into the context of an agent, the packs of all
// protocols and the answers of hooks: a reader of Markdown finds no heading, HTML, rule or
// quotation in it, whatever the files say.
func TestToldHasNoStructure(t *testing.T) {
	files, few := hostileProject(t), min(everyFew(t), 8)
	for turn, h := range hostileTexts() {
		p := &hostileRun{t: t, lay: func(dir string) { layInside(t, dir, files, turn, h.text) }}
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
				if kind := structureOf(told(runHostile(l.args, "{}").out)); kind != "" {
					t.Errorf("%s: %q tells a %s", h.name, l.args, kind)
				}
			}
		}
	}
}

// told is the text in an answer of a hook, or out itself.
func told(out string) string {
	var answer struct {
		Reason             string
		HookSpecificOutput struct{ AdditionalContext string }
	}
	if json.Unmarshal([]byte(out), &answer) == nil {
		return answer.Reason + answer.HookSpecificOutput.AdditionalContext
	}
	return out
}

// structureOf is the kind of the first block of a Markdown text that gives it structure; ""
// without one.
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
