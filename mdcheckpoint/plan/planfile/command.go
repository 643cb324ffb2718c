package planfile

import "strings"

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

// isCommandLine reports whether the text of a line is a command in code and nothing else.
func isCommandLine(text string) bool {
	inner, is := strings.CutPrefix(text, "`")
	inner, rest, _ := strings.Cut(inner, "`")
	return is && rest == "" && strings.HasSuffix(text, "`") && isCommand(inner)
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
