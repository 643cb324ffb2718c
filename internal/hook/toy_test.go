package hook

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"mdck/bootstrap"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
)

func toy() *protocol.Protocol {
	return &protocol.Protocol{
		Name: "toy",
		Place: protocol.Place{
			Globs: []string{"**/toy.md"}, AtRoot: true, Markdown: true,
			ID: func(protocol.Target) string { return "toy" },
			Detect: func(_ protocol.Disk, file string) (protocol.Target, bool) {
				dir, base := path.Split(file)
				return protocol.Target{Protocol: "toy", Root: protocol.Root(path.Clean(dir)), Main: base, Path: base}, base == "toy.md"
			},
		},
		Checker: &lint.Checker{
			Name: "toy", Rules: func() []lint.Rule { return nil },
			Read: func(in lint.Input) *lint.Checkpoint { return &lint.Checkpoint{Model: in.Main} },
		},
		Glance: func(tree fs.FS, t protocol.Target) protocol.Progress {
			text, _ := fs.ReadFile(tree, t.Main)
			return protocol.Progress{Name: "TOY-1", Facts: "step 2", Finished: string(text) == "finished"}
		},
		Restart: func(in bootstrap.Input) *bootstrap.Sequence {
			s := in.NewSequence("toy")
			s.Name = "TOY-1"
			return s
		},
		Summary: func(c *lint.Checkpoint, s protocol.Progress) (facts, sentences []string) {
			return []string{"main file " + c.Model.(string), s.Facts}, []string{"It is blue."}
		},
		Due: func(lint.Input, *lint.Checkpoint) []protocol.Due {
			paint := []string{"paint", protocol.TargetWord, "--red"}
			return []protocol.Due{{Problem: "it is blue", Command: paint}, {Problem: "it is wet", Command: paint}, {Problem: "it is open", Command: []string{"close", protocol.TargetWord}}}
		},
	}
}

func TestToy(t *testing.T) {
	dir := put(t, t.TempDir(), ".git/HEAD", "", "toy.md", "x")
	o := at(dir)
	o.Table = protocols.Default(toy())
	answer := func(event, in string) string { return string(ask(Claude, event, o, in)) }
	if got := shaped(t, Claude, "SessionStart", ask(Claude, "SessionStart", o, "")); !strings.HasPrefix(got, "Checkpoint of TOY-1 (toy). ") {
		t.Errorf("at the start: %s", got)
	}
	for event, c := range map[string]struct{ in, want string }{
		"SessionStart": {`{"source":"resume"}`, `"Active checkpoint of toy: TOY-1, step 2; mdck bootstrap toy --pack prints its state."`},
		"PreCompact":   {"", "Keep these facts in the summary: main file toy.md, step 2. It is blue. The checkpoint is toy.md. mdck bootstrap toy --pack prints the restart sequence.\n"},
		"Stop":         {firstStop, `"The checkpoint of TOY-1 does not match its files: it is blue; it is wet; it is open. To fix it: mdck paint toy --red, then mdck close toy."`},
	} {
		if got := answer(event, c.in); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %s, want %s", event, got, c.want)
		}
	}
	put(t, dir, "toy.md", "finished")
	for _, event := range []string{"SessionStart", "PreCompact", "Stop"} {
		if got := answer(event, firstStop); got != "" {
			t.Errorf("%s of a finished one: %s", event, got)
		}
	}
}
