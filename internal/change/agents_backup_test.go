package change

import (
	"fmt"
	"strings"
	"testing"

	"mdck/internal/safefile"
	"mdck/mdcheckpoint/agents"
)

// TestBackUp checks that of a change which is made elsewhere each checkpoint that it replaces,
// and nothing else, is backed up first, and that ten backups of it stay.
func TestBackUp(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample, statusFile: status})
	for i := range agents.KeptBackups {
		e.set(t, fmt.Sprintf("%s/secondary_a_20260115_1400%02d.json", agents.BackupDir, i), agentSample)
	}
	const other = "agent_checkpoints/secondary_b.json"
	var names []string
	_, err := e.Store.Update(func(old safefile.Old) (safefile.Change, error) {
		change := safefile.Change{Files: []safefile.File{{Name: file, New: "{}\n"}, {Name: other, New: "{}\n"}, {Name: statusFile, New: "A: b\n"}}}
		prune, err := e.Extend(&change, old, agents.BackUp(map[string]string{file: "{}\n", other: "{}\n", statusFile: "A: b\n"}))
		must(t, err)
		for _, f := range change.Files {
			names = append(names, f.Name)
		}
		if change.Files[0].New != agentSample || len(change.Kept) != 1 || len(change.Like) != 1 {
			t.Errorf("the backup is %+v, kept %v, like %v", change.Files[0], change.Kept, change.Like)
		}
		prune()
		return change, nil
	})
	must(t, err)
	if got := strings.Join(names[1:], " "); !strings.HasPrefix(names[0], agents.BackupDir+"/secondary_a_") || got != file+" "+other+" "+statusFile {
		t.Errorf("written are %q", names)
	}
	left := e.list(t, agents.BackupDir)
	if len(left) != agents.KeptBackups || strings.Contains(strings.Join(left, " "), "_140000.json") {
		t.Errorf("backups are %q", left)
	}
}
