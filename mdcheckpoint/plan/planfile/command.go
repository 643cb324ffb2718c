package planfile

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// command is the ask to run what stands at offset.
func command(text string, offset int) Ask {
	a := &asks[len(asks)-1]
	return Ask{Phrase: spelling.OneLine(text), What: a.what, How: a.how, Span: source.Span{Start: offset, End: offset + len(text)}}
}

// askInRow looks at the cells of a row of a table that name a command.
func askInRow(line string, action bool) (Ask, bool) {
	cells := cutText(line, func(i int) int {
		if line[i] == '|' {
			return 1
		}
		return 0
	})
	for _, cell := range cells {
		text := line[cell.Start:cell.End]
		if bare := strings.TrimSpace(text); !strings.Contains(bare, "`") || strings.HasPrefix(bare, "`") {
			continue // a title, or a command that is described
		}
		if a, ok := askInLine(text, action); ok {
			return a.at(cell.Start), true
		}
	}
	return Ask{}, false
}

// askInFence finds commands alone in fenced code, where nothing before it says what they
// are, or a line does that they are to be run.
func askInFence(before, fence string) (Ask, bool) {
	lines := strings.Split(strings.TrimRight(fence, "\r\n"), "\n")
	if !isShell(lines[0]) || !leadsToFence(before) {
		return Ask{}, false
	}
	at, first, goesOn := len(lines[0])+1, Ask{}, false
	for _, line := range lines[1:max(1, len(lines)-1)] {
		bare := strings.TrimSpace(line)
		switch {
		case bare == "", goesOn, strings.HasPrefix(bare, "#"):
		case !isCommand(bare) || isExempt([]word{{text: strings.ToLower(bare), code: true}}):
			return Ask{}, false
		case first.Phrase == "":
			first = command(bare, at+strings.Index(line, bare))
		}
		at, goesOn = at+len(line)+1, strings.HasSuffix(bare, `\`)
	}
	return first, first.Phrase != ""
}

// isShell reports whether a line opens fenced code of a shell, or of no language.
func isShell(line string) bool {
	info := strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "`~-*+0123456789. "))
	return slices.Contains([]string{"", "bash", "sh", "shell", "zsh", "console", "terminal"}, strings.ToLower(info))
}

// fenceLeads are verbs, and fenceTitles other words, that lead to commands in fenced code.
// Verbs of writing are none: what they lead to is the text of a file.
var (
	fenceLeads  = []string{"run", "execute", "start", "restart", "stop", "kill", "launch", "boot", "bring", "spin", "rerun", "re-run", "type", "enter", "build", "rebuild", "compile", "deploy", "install", "push", "migrate", "seed", "generate", "post", "call", "curl", "send", "fetch", "pull", "clone", "publish", "tail", "ssh"}
	fenceTitles = []string{"then", "next", "first", "finally", "pre-flight", "preflight", "prerequisites", "setup", "afterwards"}
)

// leadsToFence reports whether the last line of text, if there is one, says that what
// follows is to be run.
func leadsToFence(text string) bool {
	const most = 12 // words of a line that leads to code
	text = strings.TrimSpace(text)
	line := text[strings.LastIndexByte(text, '\n')+1:]
	words := splitWords(line[len(marker(line)):])
	if len(words) == 0 {
		return true
	}
	if isExempt(words) || byHand(words) {
		return false
	}
	if len(words) == 1 && strings.HasSuffix(line, ":") && slices.Contains(fenceTitles, words[0].text) {
		return true
	}
	rest, is := imperative(words)
	if is && slices.Contains([]string{"run", "execute", "start", "rerun", "re-run", "type", "enter"}, rest[0].text) || leadsToCommand(words) {
		return true
	}
	return is && len(words) <= most && strings.HasSuffix(strings.TrimRight(line, "*_ "), ":") && slices.Contains(fenceLeads, rest[0].text)
}

// isCommand reports whether text, without quotes, is a command line.
func isCommand(text string) bool {
	text = strings.TrimPrefix(strings.TrimSpace(text), "$ ")
	first, _, _ := strings.Cut(text, " ")
	return strings.HasPrefix(first, "./") || slices.Contains(tools, first)
}

// bareCommand reports whether a line that is not in code is a command and no
// sentence: "npm run dev".
func bareCommand(line string) bool {
	const least, most = 2, 6 // words
	words := strings.Fields(strings.TrimPrefix(line, "$ "))
	plain := []string{"go", "make", "next", "source", "fly", "echo", "cat", "node", "export", "stripe", "vercel", "supabase", "firebase", "railway", "terraform", "docker", "git", "playwright", "prisma", "convex", "swift", "rails", "flutter", "jest", "python", "ruby", "redis"}
	if len(words) < least || len(words) > most || !isCommand(line) || slices.Contains(plain, words[0]) {
		return false
	}
	return !strings.ContainsAny(line, ",;—–→(") && !strings.HasSuffix(line, ".") && !strings.Contains(line, ". ") && !strings.Contains(line, ": ") && !isProseWord(words[1])
}

// isProseWord reports whether a word behind the name of a tool makes a sentence of both: "npm
// is installed", "pip 24.0 works".
func isProseWord(word string) bool {
	return isDigit(word[0]) || slices.Contains([]string{"is", "was", "has", "shows", "prints", "works", "runs", "passes", "reports", "exits", "and", "or", "version", "output", "command"}, word)
}
