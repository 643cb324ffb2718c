package change

import (
	"fmt"
	"strings"
	"testing"

	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/protocol"
)

func TestBackUp(t *testing.T) {
	e := epicWith(t, map[string]string{file: agentSample, statusFile: status})
	for i := range agents.KeptBackups {
		e.set(t, fmt.Sprintf("%s/secondary_a_20260115_1400%02d.json", agents.BackupDir, i), agentSample)
	}
	const other = "agent_checkpoints/secondary_b.json"
	made, err := e.Update(func(read *protocol.Reader) (*protocol.Change, error) {
		change := &protocol.Change{}
		for _, f := range [][2]string{{file, "{}\n"}, {other, "{}\n"}, {statusFile, "A: b\n"}} {
			before, exists, err := read.Text(f[0])
			must(t, err)
			change.Files = append(change.Files, protocol.File{Name: f[0], Before: before, After: f[1], Exists: exists})
		}
		return change, nil
	})
	must(t, err)
	var names []string
	for _, f := range made.Files {
		names = append(names, f.Name)
	}
	if f := made.Files[0]; f.After != agentSample || f.Like != file || !f.Backup || len(made.NoBackup) != 1 {
		t.Errorf("the backup is %+v, kept %v", f, made.NoBackup)
	}
	if got := strings.Join(names[1:], " "); !strings.HasPrefix(names[0], agents.BackupDir+"/secondary_a_") || got != file+" "+other+" "+statusFile {
		t.Errorf("written are %q", names)
	}
	left := e.list(t, agents.BackupDir)
	if len(left) != agents.KeptBackups || strings.Contains(strings.Join(left, " "), "_140000.json") {
		t.Errorf("backups are %q", left)
	}
}
