// This test would count the memory that the race detector allocates.

//go:build !race

package cli

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"mdck/internal/testtmp"
	"mdck/mdcheckpoint/source"
)

// TestLargeTexts checks the memory for many kinds of large text. MDCK_LONG tries all kinds.
func TestLargeTexts(t *testing.T) {
	const most = 200
	const tasks, front = "# Session Progress\n\n**Issue:** CIA-1 — x\n\n## Completed Tasks\n", "---\nphase: 1\nplan: 1\nwave: 1\n---\n"
	for _, c := range []struct {
		file, head, end string
		units           []string
	}{
		{".ohrfc/x/checkpoint.md", "# Checkpoint: x\n\n## DISCOVER Exit\n", "", []string{
			"# a\n", "#a\n", "#\n", "# \n", "#\ta\n", "# a #\n", "## a\n", "### a\n", "###### a\n", "# a\r\n", "# a\r", "# a\n\n", "# a\n## a\n", "# a\n## a\n### a\n#### a\n",
			"# a\na\n", "# a\n- a\n", "a\n=\n", "a\n-\n", "a\n---\n", "a\n=\n\n", "## DISCOVER Exit\n", "### Active Tensions\n", "## Gate-B Round 1 Exit\n",
			"- a\n", "- a\n\n", "* a\n", "-\n", "+ a\n- a\n", "1. a\n", "- - - - a\n", "- [ ] a\n", "-\ta\n\t- b\n", "- # a\n", "- a\n  b\n",
			"a\n\n", "a\n", "a\r\nb\n", "é\n\n", "\\\n", "a  \n", "    a\n\n", "\n", "\r", "\t\n", "\x00\n", "\x00", "\u200b\n", "\ufeff# a\n", "a", "a ", "<", "`", "[", "![", "*a_ ", "&amp;",
			"[a]: /u\n", "[a]: /u\n\n", "[^a]: b\n", "[a](b)\n", "|a|\n|-|\n", "|a|\n", "<a>\n\n", "<p>\n", "<!-- a -->\n", "<!-- a -->\n\n", "<!--\n", "<!-- mdck:ignore title -->\n\n",
			"> a\n", ">\n", "> a\n\n", ">>>>>>>> a\n\n", "> # a\n", "---\n", "***\n", "- - -\n", "---\na\n", "```\n", "```\n```\n", "```txt\nx\n```txt\n\n## b\n", "<<<<<<< a\n", "sk-ant-", "TODO\n",
		}},
		{".ccc-progress.md", tasks, "", []string{"- a\n", "- a ✔\n", "- a ✓\n", "## Completed Tasks\n- a\n", "# a\n", "## a\n", "REPLAN "}},
		{".ohrfc/x/state.json", `{"upgrade_triggers": [1`, "]}", []string{",1", ",{}", ",[]", `,""`, ",{\"a\":1}", ", \n1"}},
		{"agent_checkpoints/secondary_a.json", `{"files_modified": ["a"`, "]}", []string{`,"a"`, ",1"}},
		{".planning/phases/01-a/01-01-PLAN.md", front, "", []string{"</task>", "<task></tasks>", "<task type=\"checkpoint:human-verify\">\n</task>\n", "<task>", "<a>", "# a\n", "- a\n"}},
		{".planning/HANDOFF.json", `{"completed_tasks": [1`, "]}", []string{",1"}},
		{"agent_comms/primary_to_secondary_a.md", "# Messages\n", "", []string{"# a\n", "## Message 1\n", "a\n"}},
	} {
		for i, unit := range c.units {
			if i%24 > 0 && !testtmp.Long() {
				continue
			}
			whole := c.head + strings.Repeat(unit, (source.MaxSize-len(c.head+c.end))/len(unit)) + c.end
			half := c.head + strings.Repeat(unit, (source.MaxSize/2-len(c.head+c.end))/len(unit)) + c.end
			t.Run(fmt.Sprintf("%s %q", path.Base(c.file), unit), func(t *testing.T) {
				once, twice := lintedAt(t, c.file, half), lintedAt(t, c.file, whole)
				if twice.memory > most*source.MaxSize || 2*twice.memory > 5*once.memory+10<<20 {
					t.Errorf("lint allocates %d MB, %d MB for half of the text", twice.memory>>20, once.memory>>20)
				}
				if twice.fault != "" || twice.status < once.status {
					t.Errorf("status %d, %d for half of the text: %s", twice.status, once.status, twice.fault)
				}
			})
		}
	}
}

func lintedAt(t *testing.T, file, text string) hostileResult {
	t.Helper()
	dir := t.TempDir()
	put(t, dir, ".git/HEAD", "") // ends the search for files
	put(t, dir, "agent_checkpoints/secondary_a.json", `{"agent_id": "Secondary-A"}`)
	put(t, dir, file, text)
	t.Chdir(dir)
	return runHostile([]string{"lint"}, "")
}
