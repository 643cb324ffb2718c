package tracks

import (
	"slices"
	"strings"
	"unicode"

	"mdck/mdcheckpoint/loop/tasks"
)

// A Stage is the progress of a track.
type Stage int

const (
	Unknown Stage = iota
	Underway
	Open
	Paused
	Finished
)

// String returns a word for the stage, or "" for Open and Unknown.
func (s Stage) String() string {
	return [...]string{Underway: "in progress", Paused: "paused", Finished: "done"}[s]
}

// stages lists the box's mark and the words for each stage. Source: track manager, real files.
var stages = [...]struct {
	stage Stage
	mark  tasks.Mark
	words string
}{
	{Finished, tasks.Done, "x complete completed done finished implemented archived archive closed merged shipped released cancelled canceled superseded abandoned"},
	{Underway, tasks.Begun, "in_progress inprogress active started ongoing wip in_review review"},
	{Paused, tasks.Stopped, "paused on_hold deferred blocked waiting"},
	{Open, tasks.Open, "new planned planning pending todo not_started draft ready backlog proposed open queued upcoming approved"},
}

func ofMark(mark tasks.Mark) Stage {
	for _, s := range stages {
		if s.mark == mark {
			return s.stage
		}
	}
	return Unknown
}

// OfWord returns the stage that a word names, or Unknown.
func OfWord(text string) Stage { return stageOf(text, true) }

// stageOf returns the stage at the start of text. If exact is true, no other text may follow.
func stageOf(text string, exact bool) Stage {
	if trim(text) == "✅" {
		return Finished
	}
	if share, _, ok := strings.Cut(text, "%"); ok && !strings.ContainsFunc(share, unicode.IsLetter) && !strings.Contains(share, "100") {
		return Underway // "80% complete"
	}
	text = strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	text = strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(text))
	text = strings.TrimSuffix(text, "_tracks")
	for _, s := range stages {
		for word := range strings.FieldsSeq(s.words) {
			behind, ok := strings.CutPrefix(text, word)
			if s.stage == Finished {
				behind = strings.TrimLeft(behind, "_")
				ok = ok && !isPending(behind)
			}
			if ok && (behind == "" || !exact && !unicode.IsLetter(rune(behind[0]))) {
				return s.stage
			}
		}
	}
	return Unknown
}

// isPending reports whether text, with "_" for spaces, mentions pending work. "0_pending" does not.
func isPending(text string) bool {
	before, _, found := strings.Cut(text, "pending")
	before = strings.TrimRight(before, "_")
	words := strings.FieldsFunc(before, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return found && (len(words) == 0 || !slices.Contains([]string{"0", "no", "none", "nothing"}, words[len(words)-1]))
}

// StatusIn returns the stage after the first "Status:" that names one, or in the sentence below the first
// heading "Status" that names one, or Unknown.
func StatusIn(lines []string) Stage {
	for i, line := range lines {
		before, behind, _ := strings.Cut(strings.ToLower(line), "status")
		behind = strings.TrimLeft(behind, tasks.Emphasis)
		if s := stageOf(behind, false); strings.HasPrefix(behind, ":") && s != Unknown {
			return s
		}
		if behind == "" && before != "" && strings.Trim(before, "# ") == "" {
			text := strings.TrimSpace(strings.Join(lines[i+1:], "\n"))
			sentence, _, _ := strings.Cut(strings.ReplaceAll(text, "\n", ". "), ". ")
			if s := OfWord(sentence); s != Unknown {
				return s
			}
		}
	}
	return Unknown
}
