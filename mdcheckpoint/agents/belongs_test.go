package agents

import "testing"

// TestBelongs holds which files change with the checkpoints of an epic, and that no
// way leads to those of git or of mdck.
func TestBelongs(t *testing.T) {
	for _, name := range []string{
		CheckpointDir + "/secondary_a.json", CheckpointDir + "/secondary_a_crashed_1768489205.json",
		BackupDir + "/secondary_a_20260115_151500.json", Inbox("Secondary-A"), Outbox("Secondary-A"),
		EpicFile, "feature_01/STATUS", "features/feature_01/STATUS",
	} {
		if !Belongs(name) {
			t.Errorf("%s does not belong", name)
		}
	}
	for _, name := range []string{
		"", ".", "README.md", ".git/hooks/post-commit", ".git/STATUS", "x/.Git/STATUS", ".mdck/STATUS", "x/../.mdck/STATUS",
		"../STATUS", "/STATUS", "a//STATUS", CheckpointDir + "/run.sh", CheckpointDir + "/../x.json", BackupDir + "/x/y.json",
		MessageDir + "/x.sh", "x/" + EpicFile, CheckpointDir,
	} {
		if Belongs(name) {
			t.Errorf("%s belongs", name)
		}
	}
}
