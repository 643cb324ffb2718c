//go:build integration

package integration

import (
	"path/filepath"
	"strings"
	"testing"
)

func checkGood(t *testing.T, s *scratch) {
	s.change(checkpoint, "Flexible on", "Firm about")
	s.run(0, "Passed")
}

func checkBad(t *testing.T, s *scratch) {
	s.change(checkpoint, good, bad)
	s.run(1, titleFinding, "[ohrfc/title]", "Failed")
}

func checkStaged(t *testing.T, s *scratch) {
	s.change(checkpoint, "Flexible on", "Firm about")
	s.edit(checkpoint, good, bad)
	s.run(0, "Passed")
	if !strings.HasPrefix(s.read(checkpoint), bad) {
		t.Fatal("what was not staged is lost")
	}
	s.git("add", "-A")
	s.edit(checkpoint, bad, good)
	s.run(1, titleFinding)
	if !strings.HasPrefix(s.read(checkpoint), good) {
		t.Fatal("what was not staged is lost")
	}
}

func checkBeside(t *testing.T, s *scratch) {
	s.change(beside("state.json"), `"strictness": "standard"`, `"strictness": "full"`)
	s.run(1, checkpoint+":6:15: error: ", "[ohrfc/state-mismatch]")
	s.git("commit", "-q", "-m", "broken")
	for _, name := range []string{"rfc.md", "evidence.json", ".reviews/summary.json"} {
		s.git("checkout", "-q", "HEAD", "--", ".")
		s.change(beside(name), "\n", "\n\n")
		s.run(1, "[ohrfc/state-mismatch]")
	}
}

func checkNarrow(t *testing.T, s *scratch) {
	other := "other/" + checkpoint
	write(t, filepath.Join(s.dir, filepath.FromSlash(other)), bad+"\n")
	s.change(checkpoint, "Flexible on", "Firm about")
	s.run(0, "!other/")
	s.git("add", "-A")
	s.run(1, other+":1:1: error: ", "!\n"+checkpoint+":1:")
}

func checkUnknown(t *testing.T, s *scratch) {
	for _, name := range []string{".ccc-agents.md", ".ccc-preferences.yaml", "agent_checkpoints/notes.json", "conductor/tracks/x/plan.md", ".planning/phases/a/01-02-SUMMARY.md"} {
		write(t, filepath.Join(s.dir, filepath.FromSlash(name)), "no checkpoint\n")
	}
	s.git("add", "-A")
	s.run(0, "Passed")
}

func checkSession(t *testing.T, s *scratch) {
	write(t, filepath.Join(s.dir, ".ccc-progress.md"), "no session\n")
	s.git("add", "-A")
	s.run(1, "[ccc/title]")
}

func checkFolders(t *testing.T, s *scratch) {
	write(t, filepath.Join(s.dir, "epic", "agent_checkpoints", "secondary_a.json"), "no agent\n")
	write(t, filepath.Join(s.dir, "conductor", "tracks", "x", "metadata.json"), "no track\n")
	write(t, filepath.Join(s.dir, ".planning", "phases", "01-a", "01-02-PLAN.md"), "---\nautonomous: maybe\n---\n")
	write(t, filepath.Join(s.dir, ".planning", "HANDOFF.json"), "no hand-off\n")
	write(t, filepath.Join(s.dir, "conductor", "tracks", "group", "y", "metadata.json"), "no track\n")
	write(t, filepath.Join(s.dir, "HANDOFF.md"), "# Hand-off\n\n## Next action\n\n(none)\n\n## Done\n\n(none)\n\n## Done\n\n(none)\n")
	s.git("add", "-A")
	s.run(1, "[handoff/duplicate-section]", "group/y/metadata.json:1:2", "[agents/schema]", "[loop/schema]", "[plan/front-matter]", "[plan/position]")
}

func checkAllFiles(t *testing.T, s *scratch) {
	s.change(checkpoint, good, bad)
	s.git("commit", "-q", "-m", "broken")
	s.run(0, "no files to check")
	s.runWith([]string{"--all-files"}, 1, titleFinding)
	s.runWith([]string{"--from-ref", "HEAD~1", "--to-ref", "HEAD"}, 1, titleFinding)
}

func checkCommit(t *testing.T, s *scratch) {
	if _, talk, status := program(t, s.dir, "", "pre-commit", "install"); status != 0 {
		t.Fatal(talk)
	}
	s.change(checkpoint, good, bad)
	out, talk, status := program(t, s.dir, "", "git", "commit", "-m", "broken")
	if status != 1 || !strings.Contains(out+talk, titleFinding) {
		t.Fatalf("git commit: status %d: %s%s", status, out, talk)
	}
	s.change(checkpoint, bad, good)
	s.change(checkpoint, "Flexible on", "Firm about")
	s.git("commit", "-q", "-m", "good")
}

func checkFlagNames(t *testing.T, s *scratch) {
	for _, name := range []string{"--fail-on=never", "--stdin-filename="} {
		file := filepath.Join(s.dir, name, filepath.FromSlash(checkpoint))
		write(t, file, bad+"\n")
	}
	s.git("add", "-A")
	s.run(1, "--fail-on=never/"+checkpoint+":1:1: error: ", "--stdin-filename=/"+checkpoint+":1:1: error: ")
}

func checkEvery(t *testing.T, s *scratch) {
	s.run(0, "Passed")
	write(t, filepath.Join(s.dir, ".gitignore"), ".ohrfc/\n")
	s.git("add", "-A")
	other := "other/" + checkpoint
	write(t, filepath.Join(s.dir, filepath.FromSlash(other)), bad+"\n")
	s.run(1, other+":1:1: error: ")
}

func checkNone(t *testing.T, s *scratch) {
	s.git("rm", "-r", "-q", ".ohrfc")
	s.run(0, "Passed")
}

func checkFix(t *testing.T, s *scratch) {
	s.change(checkpoint, "Flexible on", "Firm about")
	s.change(checkpoint, "- strictness", "- Strictness")
	s.run(1, "files were modified by this hook")
	if !strings.Contains(s.read(checkpoint), "- strictness") {
		t.Fatal("nothing was mended")
	}
	s.git("add", "-A")
	s.run(0, "Passed")
	if status := s.git("status", "--porcelain"); strings.Contains(status, ".mdck") || strings.Contains(status, "??") {
		t.Errorf("remaining changes: %s", status)
	}
}

func checkFixLeaves(t *testing.T, s *scratch) {
	s.change(checkpoint, good, bad)
	s.run(1, titleFinding, "!files were modified")
	s.run(1, titleFinding)
}
