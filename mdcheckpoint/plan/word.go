package plan

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

// hasCommand reports whether words name a command that verb runs: in code, or by
// the name of a tool.
func hasCommand(words []word, verb string) bool {
	runs := slices.Contains([]string{"run", "execute", "rerun", "re-run", "invoke"}, verb)
	for i, w := range words {
		switch {
		case i > 5:
			return false
		case w.code && isCommand(w.text):
			return true
		case w.code && runs && !strings.HasPrefix(w.text, "/") && (strings.ContainsAny(w.text, " .") || strings.Contains(w.text, "-")) && !strings.HasSuffix(w.text, "()"):
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
var endings = [...]string{".ts", ".tsx", ".js", ".jsx", ".mjs", ".json", ".yaml", ".yml", ".toml", ".ini", ".conf", ".cfg", ".env", ".env.local", ".env.example", ".md", ".go", ".py", ".rb", ".rs", ".java", ".sql", ".sh", ".css", ".scss", ".html", ".xml", ".properties", ".plist", ".gradle", ".lock", ".config.js", ".txt"}

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
		if slices.ContainsFunc(endings[:], func(e string) bool { return strings.HasSuffix(name, e) }) {
			return true
		}
	}
	return false
}
