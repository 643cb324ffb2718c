package tracks

import (
	"strings"
	"unicode"

	"mdck/mdcheckpoint/loop/tasks"
)

// A Stage is the progress of a track, as a word in a status describes it.
type Stage int

const (
	Unknown Stage = iota
	Underway
	Open
	Paused
	Finished
)

// String returns the word for a status: "in progress", "paused" or "done"; "" for a stage that
// only shows that the track is open.
func (s Stage) String() string {
	return [...]string{Underway: "in progress", Paused: "paused", Finished: "done"}[s]
}

// stages lists the mark and the words of each stage. Sources: manager; real files.
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

// OfWord returns the stage that text names, in any spelling.
func OfWord(text string) Stage { return stageOf(text, true) }

// stageOf is OfWord, but unless exact is set, text may continue after the word. Text after
// "complete" may revoke it, unless it is a date or in parentheses.
func stageOf(text string, exact bool) Stage {
	if trim(text) == "✅" {
		return Finished
	}
	text = strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	text = strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(text))
	text = strings.TrimSuffix(text, "_tracks")
	for _, s := range stages {
		for word := range strings.FieldsSeq(s.words) {
			behind, ok := strings.CutPrefix(text, word)
			if s.stage == Finished {
				behind = strings.TrimLeft(behind, "_")
			}
			if ok && (behind == "" || !exact && !unicode.IsLetter(rune(behind[0]))) {
				return s.stage
			}
		}
	}
	return Unknown
}

// StatusIn returns the stage after the first "Status:" in lines that is followed by one.
func StatusIn(lines []string) Stage {
	for _, line := range lines {
		_, behind, _ := strings.Cut(strings.ToLower(line), "status")
		behind = strings.TrimLeft(behind, tasks.Emphasis)
		if s := stageOf(behind, false); strings.HasPrefix(behind, ":") && s != Unknown {
			return s
		}
	}
	return Unknown
}
