package agents

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
)

func inputOf(path string, files map[string]string) lint.Input {
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return lint.Input{Checker: &Checker, Tree: tree, Path: path, Main: CheckpointDir}
}

func dueLines(in lint.Input, target string) []string {
	var lines []string
	for _, d := range due(in, Checker.Read(in)) {
		lines = append(lines, d.CommandLine(target))
	}
	return lines
}

func TestDue(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"nothing":          {map[string]string{samplePath: sample}, nil},
		"a corrupt file":   {map[string]string{samplePath: "{"}, nil},
		"with a backup":    {map[string]string{samplePath: "{", BackupDir + "/secondary_a_20260115_140000.json": sample}, []string{"mdck agents restore Secondary-A"}},
		"of another agent": {map[string]string{samplePath: "{", BackupDir + "/secondary_a_20260115_140000.json": strings.Replace(sample, "Secondary-A", "Secondary-B", 1)}, nil},
	} {
		files := map[string]string{"agent_checkpoints/secondary_b.json": strings.Replace(sample, "Secondary-A", "Secondary-B", 1)}
		for name, text := range test.files {
			files[name] = text
		}
		equalAll(t, name, dueLines(inputOf(samplePath, files), "Secondary-A"), test.want)
		equalAll(t, name+", of all", dueLines(inputOf(CheckpointDir, files), ""), test.want)
		equalAll(t, name+", of another", dueLines(inputOf("agent_checkpoints/secondary_b.json", files), "Secondary-B"), nil)
	}
}

func TestAllow(t *testing.T) {
	const all = beatTransition + " " + completeTransition + " " + resumeTransition + " " + takeoverTransition
	done := with(t, "[\n    \"Finish section 5\",\n    \"Write the criteria\",\n    \"Ask the questions\"\n  ]", "[]")
	for name, test := range map[string]struct{ text, allowed string }{
		"at work":       {sample, "beat resume takeover"},
		"nothing left":  {done, all},
		"blocked":       {strings.Replace(done, `"blockers": []`, `"blockers": ["a"]`, 1), "beat resume takeover"},
		"cannot resume": {strings.Replace(done, `"can_resume": true`, `"can_resume": false`, 1), "beat complete takeover"},
		"complete":      {strings.Replace(done, InProgress, Complete, 1), "complete"},
		"corrupt":       {"{", all},
	} {
		in := inputOf(samplePath, map[string]string{samplePath: test.text})
		for transition := range strings.FieldsSeq(all) {
			err := allow(in, Checker.Read(in), transition)
			refused, ok := errors.AsType[*protocol.Refused](err)
			if want := strings.Contains(test.allowed, transition); want != (err == nil) || ok == want {
				t.Errorf("%s, %s: %v", name, transition, err)
			}
			for _, d := range append([]protocol.Due{}, dueOf(refused)...) {
				if d.Problem == "" || len(d.Command) < 3 || d.Command[2] != protocol.TargetWord {
					t.Errorf("%s, %s: %+v", name, transition, d)
				}
			}
		}
	}
}

func dueOf(refused *protocol.Refused) []protocol.Due {
	if refused == nil {
		return nil
	}
	return refused.Due
}

func TestGlance(t *testing.T) {
	for name, want := range map[string]struct {
		text string
		protocol.Progress
	}{
		"secondary_a.json":           {sample, protocol.Progress{Name: "Secondary-A", Facts: "stage S2.P2, status IN_PROGRESS"}},
		"secondary_b.json":           {strings.Replace(sample, InProgress, Complete, 1), protocol.Progress{Name: "Secondary-A", Facts: "stage S2.P2, status COMPLETE", Finished: true}},
		"secondary_c.json":           {"{", protocol.Progress{Name: "Secondary-C", Refused: "secondary_c.json cannot be read"}},
		"secondary_d.json":           {strings.Repeat(" ", protocol.MaxGlance) + sample, protocol.Progress{Name: "Secondary-D", Refused: "secondary_d.json is too large for a hook to read"}},
		"secondary_e_crashed_1.json": {sample, protocol.Progress{Name: "Secondary-E-Crashed-1", Finished: true}},
		"secondary_f.json":           {strings.Replace(sample, `"can_resume": true`, `"can_resume": false`, 1), protocol.Progress{Name: "Secondary-A", Facts: "stage S2.P2, status IN_PROGRESS", Refused: "can_resume is false", Readable: true}},
	} {
		file := CheckpointDir + "/" + name
		got := glance(fstest.MapFS{file: {Data: []byte(want.text)}}, protocol.Target{Path: file, Main: CheckpointDir})
		if want.Updated = got.Updated; got != want.Progress || want.Facts != "" && got.Updated.IsZero() {
			t.Errorf("%s: %+v, want %+v", name, got, want.Progress)
		}
	}
	if s := glance(fstest.MapFS{}, protocol.Target{Path: samplePath}); s.Refused != "there is no secondary_a.json" {
		t.Errorf("%+v", s)
	}
}
