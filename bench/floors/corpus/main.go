// Corpus generates the files that mdck and its peers are measured with: workspaces of
// the RFC workflow with a checkpoint of 180 lines and about 8.3 kB each. The same
// seed gives the same bytes.
//
//	corpus -seed 1 -n 1000 DIR    workspaces DIR/.ohrfc/rfc-0000 and so on
//	corpus -seed 1 -n 10 -later DIR    the same workspaces after one more write
//	corpus -seed 1 -short DIR     each bullet on one line, as the protocol wants it
//	corpus -seed 1 -n 10000 -every DIR    a project with checkpoints of every protocol
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	seed := flag.Uint64("seed", 1, "what the words depend on")
	n := flag.Int("n", 1, "how many workspaces to write")
	later := flag.Bool("later", false, "write them as they are one version later")
	short := flag.Bool("short", false, "keep each bullet on one line, as the protocol wants it")
	every := flag.Bool("every", false, "write checkpoints of every protocol, and of a format of the project's own")
	flag.Parse()
	if flag.NArg() != 1 {
		fail("want one directory")
	}
	dir := flag.Arg(0)
	if *every {
		put(dir, map[string]string{".mdck.yaml": settings})
	}
	vocabulary := strings.Fields(words)
	for i := range *n {
		w := &writer{r: rand.New(rand.NewPCG(*seed, uint64(i))), words: vocabulary, short: *short}
		if *every {
			put(dir, w.every(i))
			continue
		}
		id := fmt.Sprintf("rfc-%04d", i)
		put(filepath.Join(dir, ".ohrfc", id), w.workspace(id, *later))
	}
}

func put(dir string, files map[string]string) {
	if err := write(dir, files); err != nil {
		fail(err)
	}
}

func fail(why any) {
	fmt.Fprintln(os.Stderr, "corpus:", why)
	os.Exit(2)
}

func write(dir string, files map[string]string) error {
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

type writer struct {
	r     *rand.Rand
	words []string
	short bool
}

// A section is a subsection of a group with the number of its bullets.
type section struct {
	title   string
	bullets int
}

// groups lists the groups of the protocol, with the maximum number of bullets in each subsection.
// Source: the checkpoint protocol, section 2.
var groups = []struct {
	title    string
	sections []section
}{
	{"DISCOVER Exit", []section{{"User Intent Signals", 7}, {"Scan Insights", 4}, {"Active Tensions", 3}}},
	{"DESIGN Exit", []section{{"Design Reasoning Notes", 7}, {"Decision Interdependencies", 5}, {"Tricky Sections", 3}}},
	{"Gate-B Round 1 Exit", []section{{"Reviewer Feedback Digest", 5}, {"What Changed This Round", 3}, {"Active Tensions Updated", 3}}},
	{"Gate-B Round 2 Exit", []section{{"Reviewer Feedback Digest", 5}, {"What Changed This Round", 3}, {"Active Tensions Updated", 3}}},
}

// groupLines is the number of lines of a group's bullets. With headings and blank lines a group has
// 40 lines, the budget of a group.
const groupLines = 30

func (w *writer) workspace(id string, later bool) map[string]string {
	rfc, evidence := w.rfc(id), w.evidence()
	checkpoint := w.checkpoint()
	version := 7
	if later {
		version, checkpoint = 8, strings.Replace(checkpoint, "- the ", "- this ", 1)
	}
	sum := sha256.Sum256([]byte(rfc))
	meta := fmt.Sprintf("# Checkpoint: %s\n\n## Meta\n\n- checkpoint_version: %d\n- last_phase: gate_b_round_2\n- strictness: Standard\n"+
		"- artifact_state: rfc.md(%s), evidence(%d items), gate_b_round=2\n", id, version, hex.EncodeToString(sum[:])[:8], items)
	return map[string]string{
		"checkpoint.md":         meta + checkpoint,
		"state.json":            fmt.Sprintf(state, id, version),
		"evidence.json":         evidence,
		"rfc.md":                rfc,
		".reviews/summary.json": w.summary(),
	}
}

// checkpoint returns the text after Meta.
func (w *writer) checkpoint() string {
	var b strings.Builder
	for _, g := range groups {
		fmt.Fprintf(&b, "\n---\n\n## %s\n", g.title)
		bullets := 0
		for _, s := range g.sections {
			bullets += s.bullets
		}
		longer := groupLines % bullets // number of bullets with one line more than the others
		for _, s := range g.sections {
			fmt.Fprintf(&b, "\n### %s\n\n", s.title)
			for i := range s.bullets {
				lines := groupLines / bullets
				if longer > 0 {
					longer--
					lines++
				}
				b.WriteString(w.bullet(label(s.title, i), lines))
			}
		}
	}
	return b.String()
}

func label(title string, i int) string {
	switch title {
	case "Active Tensions Updated":
		return []string{"Resolved:", "Intensified:", "New:"}[i]
	case "Design Reasoning Notes":
		return fmt.Sprintf("DEC-%03d:", i+1)
	}
	return "the"
}

const width = 64 // maximum length of a line of a bullet, without its indent

// bullet returns a bullet wrapped to the given number of lines. If w.short is set, the same words
// are on one line.
func (w *writer) bullet(label string, lines int) string {
	text, used := "- "+label, len(label)
	for lines > 0 {
		word := w.word()
		if used+1+len(word) > width {
			if lines--; lines == 0 {
				break
			}
			if w.short {
				text, used = text+" "+word, len(word)
			} else {
				text, used = text+"\n  "+word, len(word)
			}
			continue
		}
		text, used = text+" "+word, used+1+len(word)
	}
	return strings.TrimRight(text, ",") + ".\n"
}

// word returns a word, sometimes as code, as a reference or with a comma.
func (w *writer) word() string {
	word := w.words[w.r.IntN(len(w.words))]
	switch w.r.IntN(24) {
	case 0:
		return "`" + word + "_" + w.words[w.r.IntN(len(w.words))] + "`"
	case 1:
		return fmt.Sprintf("DEC-%03d", 1+w.r.IntN(9))
	case 2:
		return fmt.Sprintf("%s/%s.go:%d", word, w.words[w.r.IntN(len(w.words))], 1+w.r.IntN(400))
	case 3, 4:
		return word + ","
	}
	return word
}

func (w *writer) sentence(words int) string {
	all := make([]string, words)
	for i := range all {
		all[i] = w.words[w.r.IntN(len(w.words))]
	}
	return strings.Join(all, " ")
}
