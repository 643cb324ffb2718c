package settings

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
)

// Values returns the values of a key, in which NUL separates the parts.
type Values func(key string) []string

// Values returns the values of a key in the settings.
func (f *File) Values(key string) (all []string) {
	for _, v := range f.doc.Root.Get(strings.Split(key, "\x00")...).List() {
		text, ok := v.Str()
		if !ok {
			text = f.doc.File.Slice(v.Span)
		}
		all = append(all, text)
	}
	return all
}

// TOML reads booleans, and strings without spaces, from a TOML text.
func TOML(text string) Values {
	text = regexp.MustCompile(`(?s)""".*?"""|'''.*?'''`).ReplaceAllString(text, "")
	header := regexp.MustCompile(`^\[+(.*?)\]+\s*(?:#.*)?$`)
	table := ""
	var flat strings.Builder // one full key per line
	for line := range strings.Lines(text) {
		if m := header.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			table = m[1] + "."
			continue
		}
		flat.WriteString(table + line)
	}
	return func(key string) []string {
		var names []string
		for _, name := range strings.Split(key, "\x00") {
			names = append(names, `(?:["']?`+regexp.QuoteMeta(name)+`["']?|`+regexp.QuoteMeta(strconv.Quote(name))+`)`)
		}
		path := strings.Join(names, `\s*(?:\.|=\s*\{.*?\b)\s*`)
		m := regexp.MustCompile(`(?m)^\s*` + path + `\s*=\s*["']?([^"'\s,}]*)`).FindStringSubmatch(flat.String())
		return m[min(len(m), 1):]
	}
}

// Trusted returns the user's trust in dir, such as TRUST_FOLDER. The keys do not matter.
func (f *File) Trusted(dir string) Values {
	longest, answer := -1, []string(nil)
	for _, m := range f.doc.Root.Members {
		top := filepath.Clean(m.Key)
		length := len(top)
		rule, _ := m.Value.Str()
		if rule == "TRUST_PARENT" {
			top, rule = filepath.Dir(top), "TRUST_FOLDER"
		}
		if rel, err := filepath.Rel(top, dir); err == nil && filepath.IsLocal(rel) && length > longest {
			longest, answer = length, []string{rule}
		}
	}
	return func(string) []string { return answer }
}

// Rejected returns why the agent ignores the file, or "".
func (f *File) Rejected() string {
	if f == nil {
		return ""
	}
	a := &f.agent
	if !a.mark && strings.HasPrefix(f.text, "\ufeff") {
		return "the file begins with a byte order mark"
	}
	for _, m := range f.doc.Root.Members {
		if a.keys != nil && !slices.Contains(a.keys, m.Key) {
			return fmt.Sprintf("the file has the key %q", m.Key)
		}
	}
	for _, rule := range a.values {
		key, allowed, _ := strings.Cut(rule, ": ")
		for _, value := range f.Values(strings.ReplaceAll(key, ".", "\x00")) {
			if !slices.Contains(strings.Fields(allowed), value) {
				return fmt.Sprintf("%s is %q", key, value)
			}
		}
	}
	for _, g := range f.groups() {
		for _, v := range g.handlers() {
			if wrong := a.wrong(v); a.strict && wrong != "" {
				return fmt.Sprintf("in line %d %s", f.doc.File.Position(v.Span.Start).Line, wrong)
			}
		}
	}
	return ""
}

func (a *Agent) wrong(v *jsondoc.Value) string {
	timeout := v.Get("timeout")
	text, _ := timeout.Number()
	time, err := strconv.ParseFloat(text, 64)
	_, whole := timeout.Int()
	switch {
	case v.Get("type") == nil:
		return `"type" is missing`
	case v.Get("args") != nil && !a.exec:
		return `"args" is not read by ` + a.Title
	case timeout != nil && (err != nil || time < float64(a.second) || a.strict && !whole):
		return fmt.Sprintf(`"timeout" must be a number, at least %d`, a.second)
	}
	return ""
}

func snake(name string) string {
	return strings.ToLower(regexp.MustCompile(`\B[A-Z]`).ReplaceAllString(name, "_$0"))
}
