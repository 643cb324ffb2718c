package planfile

import (
	"slices"
	"strings"
)

// hasAny reports whether words have one of phrases, each of one or two words, among
// the first of them; in code too if asked.
func hasAny(words []word, phrases []string, code bool) bool {
	const near = 12
	for i := range words {
		if i >= near && !code {
			return false
		}
		for _, p := range phrases {
			if words[i].code {
				if code && hasWord(words[i].text, p) {
					return true
				}
				continue
			}
			if !strings.HasPrefix(p, words[i].text) {
				continue
			}
			if _, ok := after(words[i:], p); ok {
				return true
			}
		}
	}
	return false
}

// hasSecret reports whether words name what an agent must not see: one of secrets, or a
// person's own key by the name of its variable, such as "OPENAI_API_KEY".
func hasSecret(words []word) bool {
	return hasAny(words, secrets, true) || slices.ContainsFunc(words, func(w word) bool { return isKeyName(w.text) })
}

// isKeyName reports whether text holds the name of a variable for a key of somebody. A
// name that says no more than that it is a key, such as "API_KEY", is a placeholder.
func isKeyName(text string) bool {
	for _, name := range strings.FieldsFunc(strings.ToUpper(text), func(r rune) bool { return r != '_' && (r < 'A' || r > 'Z') && (r < '0' || r > '9') }) {
		for _, ending := range []string{"_API_KEY", "_SECRET_KEY", "_SECRET", "_TOKEN", "_PASSWORD"} {
			if whose, ok := strings.CutSuffix(name, ending); ok && whose != "" {
				return true
			}
		}
	}
	return false
}

// leadsToKey reports whether a line leads to others, up to the next item, that name a
// person's own key.
func leadsToKey(line, below string) bool {
	const most = 1 << 10 // bytes that are looked at
	if !strings.HasSuffix(strings.TrimRight(line, "`*_ \t\r\n"), ":") {
		return false
	}
	for block := range strings.Lines(below[:min(len(below), most)]) {
		if isItem(block) && indentOf(block) <= indentOf(line) || heading(strings.TrimSpace(block)) != "" && !strings.HasPrefix(strings.TrimSpace(block), "#") {
			return false
		}
		if isKeyName(block) {
			return true
		}
	}
	return false
}

// hasCommand reports whether words name a command that verb runs: in code, or by
// the name of a tool.
func hasCommand(words []word, verb string) bool {
	runs := slices.Contains([]string{"run", "execute", "rerun", "re-run", "invoke"}, verb)
	for i, w := range words {
		switch {
		case i > 5:
			return false
		case w.code && i+1 < len(words) && slices.Contains([]string{"tab", "page", "button", "panel", "section", "menu", "link", "card"}, words[i+1].text): // its name
		case w.code && isCommand(w.text):
			return true
		case w.code && runs && !strings.HasPrefix(w.text, "/") && !isQuery(w.text) && (strings.ContainsAny(w.text, " .") || strings.Contains(w.text, "-")) && !strings.HasSuffix(w.text, "()"):
			return true
		case !w.code && runs && i == 0 && isCommand(w.text) && len(words) > 1 && !slices.Contains([]string{"next", "fly", "source", "make", "go", "stripe"}, w.text):
			return true
		case !w.code && runs && i == 0 && strings.HasPrefix(w.text, "./"):
			return true
		}
	}
	return false
}

// endings are those of files that an agent writes.
var endings = []string{".ts", ".tsx", ".js", ".jsx", ".mjs", ".json", ".yaml", ".yml", ".toml", ".ini", ".conf", ".cfg", ".env", ".env.local", ".env.example", ".md", ".go", ".py", ".rb", ".rs", ".java", ".sql", ".sh", ".css", ".scss", ".html", ".xml", ".properties", ".plist", ".gradle", ".lock", ".txt"}

// hasPath reports whether words name a file that an agent can write.
func hasPath(words []word) bool {
	for i, w := range words {
		if i > 7 {
			return false
		}
		name := strings.ToLower(w.text)
		if strings.ContainsAny(name, " ()") || strings.HasPrefix(name, "http") || strings.HasPrefix(name, "localhost") {
			continue
		}
		if slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(name, e) }) {
			return true
		}
	}
	return false
}

// isQuery reports whether code is one for a database, which is typed into its editor.
func isQuery(code string) bool {
	first, _, more := strings.Cut(strings.ToUpper(code), " ")
	return more && slices.Contains([]string{"SELECT", "INSERT", "UPDATE", "DELETE", "ALTER", "CREATE", "DROP", "EXPLAIN", "WITH"}, first)
}

// isSlash reports whether words name a command of a chat: "/start".
func isSlash(words []word) bool {
	return slices.ContainsFunc(words, func(w word) bool {
		return w.code && strings.HasPrefix(w.text, "/") && strings.LastIndexByte(w.text, '/') == 0
	})
}
