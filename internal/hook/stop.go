package hook

import (
	"fmt"
	"slices"
	"strings"

	"mdck/internal/spelling"
)

const maxPrompt = 6000

func stopReason(in Input, f *facts) string {
	if !in.First {
		return ""
	}
	if f.prompt != "" {
		prompt := spelling.Quoted(strings.Join(strings.Fields(f.prompt), " "), maxPrompt)
		return oneLine(append([]string{"The session waits at a gate and was saved. Its continuation prompt: " + prompt}, f.notes...))
	}
	sentences := slices.DeleteFunc([]string{dueSentence(f.checkpoints), f.changed}, func(text string) bool { return text == "" })
	if len(sentences) == 0 {
		return ""
	}
	return oneLine(append(sentences, f.notes...))
}

func dueSentence(checkpoints []checkpoint) string {
	c := worked(checkpoints)
	if c == nil {
		return ""
	}
	var problems, commands []string
	all, ok := c.due()
	for _, due := range all {
		if !due.Person {
			problems, commands = append(problems, due.Problem), append(commands, due.Command)
		}
	}
	if len(problems) == 0 || !ok {
		return ""
	}
	return fmt.Sprintf("The checkpoint of %s does not match its files: %s. To fix it: %s.",
		c.label(), strings.Join(problems, "; "), strings.Join(slices.Compact(commands), ", then "))
}

// worked returns the most recently updated checkpoint that can have due items, or nil.
func worked(all []checkpoint) (latest *checkpoint) {
	for i := range all {
		c := &all[i]
		if c.Target.Row().Due != nil && (c.Progress.Refused == "" || c.Progress.FirstDue) && (latest == nil || c.Progress.Updated.After(latest.Progress.Updated)) {
			latest = c
		}
	}
	return latest
}
