package spelling

import (
	"slices"
	"strings"
)

// wrapperWords are parts of the names of tags in which agents are told whose text
// something is. Source: transcripts of Claude Code, Codex and Gemini CLI.
var wrapperWords = [...]string{"system", "human", "assistant", "user", "tool", "function", "antml", "developer", "reminder", "instruction"}

// wrapperNames are other such names. Source: the same, and chat templates of open models.
var wrapperNames = [...]string{
	"context", "environment_context", "environment_details", "document", "documents", "invoke", "parameter", "result", "results", "output", "thinking",
	"command-name", "command-message", "command-args", "local-command-stdout", "bash-input", "bash-stdout", "bash-stderr", "task-notification",
	"sys", "inst", "model", "start_of_turn", "end_of_turn",
}

// bracketed are the words that chat templates of open models have between square brackets.
// Source: the templates of Llama and Mistral.
var bracketed = [...]string{"inst", "system_prompt", "available_tools", "tool_calls", "tool_results"}

// Unwrapped is text, for an agent, with a backslash behind the < or [ of each tag that agents
// are told things in, "<\/system-reminder>": a quotation or a fence does not hold what ends
// at its own tag. It is text itself where there is none, and so it is of what it gave.
func Unwrapped(text string) string {
	var b strings.Builder
	done := 0
	for at := 0; ; at++ {
		i := strings.IndexAny(text[at:], "<[")
		if i < 0 {
			break
		}
		at += i
		if rest := text[at+1:]; text[at] == '<' && isWrapper(rest) || text[at] == '[' && isBracketed(rest) {
			b.WriteString(text[done:at+1] + `\`)
			done = at + 1
		}
	}
	if done == 0 {
		return text
	}
	return b.String() + text[done:]
}

// isWrapper reports whether rest, which stands behind a <, begins as a wrapper's tag does.
func isWrapper(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	rest = strings.TrimLeft(strings.TrimPrefix(rest, "/"), " \t")
	special := strings.HasPrefix(rest, "|") || strings.HasPrefix(rest, "\uff5c") // a token of a chat template
	rest = strings.TrimPrefix(strings.TrimPrefix(rest, "|"), "\uff5c")
	end := strings.IndexFunc(rest, func(r rune) bool { return !isNameRune(r) })
	if end < 0 {
		end = len(rest)
	}
	name := strings.ToLower(rest[:min(end, longestName)])
	contained := func(word string) bool { return strings.Contains(name, word) }
	return name != "" && (special || slices.Contains(wrapperNames[:], name) || slices.ContainsFunc(wrapperWords[:], contained))
}

// isNameRune reports whether r may stand in the name of such a tag.
func isNameRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_:.", r)
}

// isBracketed reports whether rest, which stands behind a [, is a word of a chat template.
func isBracketed(rest string) bool {
	rest = strings.TrimPrefix(rest, "/")
	return slices.ContainsFunc(bracketed[:], func(word string) bool {
		return len(rest) > len(word) && rest[len(word)] == ']' && strings.EqualFold(rest[:len(word)], word)
	})
}
