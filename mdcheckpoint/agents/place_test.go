package agents

import (
	"testing"
	"testing/fstest"
)

func TestOwns(t *testing.T) {
	for _, name := range []string{
		CheckpointDir + "/secondary_a.json", CheckpointDir + "/secondary_a_crashed_1768489205.json",
		BackupDir + "/secondary_a_20260115_151500.json", Inbox("Secondary-A"), outbox("Secondary-A"),
		EpicFile, "feature_01/STATUS",
	} {
		if !owns(fstest.MapFS{}, name) {
			t.Errorf("%s does not change with the epic", name)
		}
	}
	for _, name := range []string{
		"", ".", "README.md", ".git/hooks/post-commit", ".git/STATUS", "x/.Git/STATUS", ".mdck/STATUS", "x/../.mdck/STATUS",
		"../STATUS", "/STATUS", "a//STATUS", CheckpointDir + "/run.sh", CheckpointDir + "/../x.json", BackupDir + "/x/y.json",
		"STATUS", "./STATUS", "a/b/STATUS", "features/feature_01/STATUS", ".github/STATUS", "node_modules/x/STATUS", CheckpointDir + "/STATUS",
		MessageDir + "/STATUS", LockDir + "/STATUS", MessageDir + "/x.sh", "x/" + EpicFile, CheckpointDir,
	} {
		if owns(fstest.MapFS{}, name) {
			t.Errorf("%s changes with the epic", name)
		}
	}
}

func TestIsFeature(t *testing.T) {
	for folder, want := range map[string]bool{
		"feature_01": true, "features/feature_01": true, "a.b": true, "x/agent_checkpoints": true,
		"": false, ".": false, "..": false, "a/": false, "/a": false, "a/../b": false, ".git": false, ".mdck/x": false, ".github": false, "x/.git": false,
		CheckpointDir: false, BackupDir: false, MessageDir: false, LockDir + "/x": false,
	} {
		if got := IsFeature(folder); got != want {
			t.Errorf("IsFeature(%q) is %v", folder, got)
		}
	}
}

func TestOwnsStatus(t *testing.T) {
	epic := fstest.MapFS{}
	for name, feature := range map[string]string{"secondary_b": "features/one", "secondary_c": ".github", "secondary_d": "../out"} {
		epic[CheckpointDir+"/"+name+".json"] = &fstest.MapFile{Data: []byte(`{"agent_id":"` + name + `","feature":"` + feature + `"}`)}
	}
	for name, want := range map[string]bool{
		"one/STATUS": true, "features/one/STATUS": true, "features/two/STATUS": false, ".github/STATUS": false,
		"../out/STATUS": false, "features/one/x": false, "STATUS": false,
	} {
		if got := owns(epic, name); got != want {
			t.Errorf("%s changes with the epic: %v", name, got)
		}
	}
}
