package planfile

import (
	"strings"

	"mdck/mdcheckpoint/source"
)

// isCommand reports whether text, without quotes, is a command line.
func isCommand(text string) bool {
	text = strings.TrimPrefix(strings.TrimSpace(text), "$ ")
	first, _, _ := strings.Cut(text, " ")
	return strings.HasPrefix(first, "./") || tools.has(first)
}

// isRunnable reports whether text, without quotes, is a command line with arguments or the
// path of a script.
func isRunnable(text string) bool {
	first, _, more := strings.Cut(text, " ")
	dot := strings.LastIndexByte(first, '.')
	return isCommand(text) && (more || strings.Contains(text, "/")) || strings.ContainsAny(first, `/\`) && dot > 0 && scripts.has(first[dot:])
}

// isBareCommand reports whether text that is not in code is a command and not a sentence:
// "npm run dev".
func isBareCommand(text string) bool {
	const least, most, longest = 2, 6, 100 // words, and bytes
	if len(text) > longest {
		return false
	}
	words := strings.Fields(strings.TrimPrefix(text, "$ "))
	if len(words) < least || len(words) > most || !isCommand(text) || plainWords.has(words[0]) || prose.has(words[1]) || isDigit(words[1][0]) {
		return false
	}
	return !strings.ContainsAny(text, ",;—–→(") && !strings.HasSuffix(text, ".") && !strings.Contains(text, ". ") && !strings.Contains(text, ": ")
}

// isCommandLine reports whether the text of a line is a command and nothing else: in code
// or, in an item of a list, without.
func isCommandLine(text string, isItem bool) bool {
	if inner, ok := strings.CutPrefix(text, "`"); ok {
		inner, rest, _ := strings.Cut(inner, "`")
		return rest == "" && strings.HasSuffix(text, "`") && isCommand(inner)
	}
	return isItem && isBareCommand(text)
}

// hasCommand reports whether words behind a verb name a command: in code, or by the name
// of a tool. A verb of running may have code of any form behind it.
func hasCommand(words []word, verb string) bool {
	const near = 6
	runs := anyCode.has(verb)
	for i, w := range words[:min(len(words), near)] {
		named := w.text
		switch {
		case !w.code && runs && i == 0 && (strings.HasPrefix(named, "./") || isCommand(named) && len(words) > 1 && !plainWords.has(named)):
			return true
		case !w.code, i+1 < len(words) && controls.has(words[i+1].text): // its name
		case isCommand(named), runs && strings.ContainsAny(named, " .-") && named[0] != '/' && !isQuery(named) && !strings.HasSuffix(named, "()"):
			return true
		}
	}
	return false
}

// isQuery reports whether code is a query for a database, which is typed into its editor.
func isQuery(code string) bool {
	first, _, more := strings.Cut(code, " ")
	return more && first == strings.ToUpper(first) && isLetter(first[0])
}

// endsInCommand reports whether words end in a command that one of leads, or a word such as
// "with", leads to: "deploy (`./deploy.sh` or equivalent)", "verify by running `npm test`".
func endsInCommand(words []word, leads string) bool {
	at := len(words) - 1
	for at >= 0 && !words[at].code {
		at--
	}
	if at < 1 || at+1 < len(words) && !alternatives.has(words[at+1].text) || !isRunnable(words[at].text) {
		return false
	}
	return strings.IndexByte(leads, words[at].lead) >= 0 || ways.has(words[at-1].text)
}

// leadsToCommand reports whether words say that the command behind them is to be run,
// without a verb that does: "in a terminal: `npm start`", "verify with `npm test`".
func leadsToCommand(words []word, first bool) bool {
	const most = 7
	if len(words) < 2 || len(words) > most || !endsInCommand(words, ":") {
		return false
	}
	last := words[len(words)-1]
	return lookers.has(words[0].text) && (first || last.lead == ':') || words[0].text == "terminal" || leadIns.has(words[0].text) && shells.has(words[len(words)-2].text)
}

// commandInFence finds the first command of fenced code that has nothing else, if nothing
// before it says what the code is, or a line does that it is to be run.
func commandInFence(before, fence string) (found source.Span, ok bool) {
	lines := strings.SplitAfter(strings.TrimRight(fence, "\r\n"), "\n")
	if !isShell(lines[0]) || !leadsToFence(before) {
		return found, false
	}
	at, goesOn := len(lines[0]), false
	for _, line := range lines[1:max(1, len(lines)-1)] {
		bare := strings.TrimSpace(line)
		switch {
		case bare == "", goesOn, strings.HasPrefix(bare, "#"):
		case !isCommand(bare) || isExempt([]word{{text: strings.ToLower(bare), code: true}}):
			return found, false
		case found.Len() == 0:
			found = source.Span{Start: at, End: at + len(line)}
		}
		at, goesOn = at+len(line), strings.HasSuffix(bare, `\`)
	}
	return found, found.Len() > 0
}

// isShell reports whether a line opens fenced code of a shell, or of no language.
func isShell(line string) bool {
	mark := strings.TrimLeft(line, "-*+0123456789. \t")
	language := strings.ToLower(strings.TrimSpace(strings.TrimLeft(mark, "`~")))
	return len(language) < len(mark) && languages.has(language)
}

// leadsToFence reports whether the last line of text, if there is one, says that what
// follows is to be run.
func leadsToFence(text string) bool {
	text = strings.TrimSpace(text)
	line := text[strings.LastIndexByte(text, '\n')+1:]
	words := splitWords(line[len(marker(line)):])
	if len(words) == 0 {
		return true
	}
	rest, is := imperative(words)
	switch colon := strings.HasSuffix(strings.TrimRight(line, "*_ "), ":"); {
	case isExempt(words) || byHand(words):
		return false
	case is && anyCode.has(rest[0].text):
		return true
	case is:
		return colon && fenceVerbs.has(rest[0].text)
	default:
		return colon && len(words) == 1 && fenceTitles.has(words[0].text) || leadIns.has(words[0].text) && shells.has(words[len(words)-1].text)
	}
}
