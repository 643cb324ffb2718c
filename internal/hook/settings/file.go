package settings

import (
	"fmt"
	"slices"
	"strings"

	"mdck/internal/hook"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A File is the text of an agent's settings. Make one with [Parse].
type File struct {
	doc   *jsondoc.Document
	hooks *jsondoc.Value // an object, or nil if there is none
}

// Parse reads text as the settings called name, which is used in positions only.
// What is no JSON object, or holds hooks that are none, is a [*source.Error].
func Parse(name, text string) (*File, error) {
	doc, err := jsondoc.Parse(name, text)
	if err != nil {
		return nil, err
	}
	f := &File{doc: doc, hooks: doc.Root.Get("hooks")}
	if doc.Root.Kind != jsondoc.Object {
		return nil, f.wrong(doc.Root, "the settings", jsondoc.Object)
	}
	if f.hooks != nil && f.hooks.Kind != jsondoc.Object {
		return nil, f.wrong(f.hooks, `"hooks"`, jsondoc.Object)
	}
	return f, nil
}

func (f *File) wrong(v *jsondoc.Value, what string, want jsondoc.Kind) *source.Error {
	return f.doc.File.Errorf(v.Span.Start, "%s: want %s, found %s", what, want, v.Kind)
}

// A Handler is a command that the settings give an agent to run.
type Handler struct {
	Event   string
	Matcher string          // "" for none
	Words   []string        // the command and its arguments
	Place   source.Position // of the handler

	value *jsondoc.Value
}

// Handlers are all commands, in the order of the text. What is no command, or
// not of the shape that agents read, is left out.
func (f *File) Handlers() []Handler {
	var all []Handler
	for _, g := range f.groups() {
		matcher, _ := g.value.Get("matcher").Str()
		for _, v := range g.handlers() {
			if words := wordsOf(v); len(words) > 0 {
				all = append(all, Handler{g.event, matcher, words, f.doc.File.Position(v.Span.Start), v})
			}
		}
	}
	return all
}

// A group is an element of the array of an event.
type group struct {
	event string
	index int
	value *jsondoc.Value
}

func (g group) handlers() []*jsondoc.Value {
	if list := g.value.Get("hooks"); list != nil {
		return list.Elements
	}
	return nil
}

// ours are the handlers of the group that are mdck's own.
func (g group) ours() []*jsondoc.Value {
	return slices.DeleteFunc(slices.Clone(g.handlers()), func(v *jsondoc.Value) bool { return !isOurs(wordsOf(v)) })
}

// whole reports whether the group holds nothing but handlers of mdck.
func (g group) whole() bool {
	n := len(g.ours())
	return n > 0 && n == len(g.handlers())
}

func (f *File) groups() []group {
	var all []group
	if f.hooks == nil {
		return nil
	}
	for _, m := range f.hooks.Members {
		for i, v := range m.Value.Elements {
			all = append(all, group{m.Key, i, v})
		}
	}
	return all
}

// wordsOf are the words of a handler's command; none if it is no command.
func wordsOf(v *jsondoc.Value) []string {
	if kind := v.Get("type"); kind != nil {
		if name, _ := kind.Str(); name != "command" {
			return nil
		}
	}
	command, ok := v.Get("command").Str()
	args := v.Get("args")
	switch {
	case !ok || strings.TrimSpace(command) == "":
		return nil
	case args == nil:
		return strings.Fields(command)
	}
	words := []string{command}
	for _, e := range args.Elements {
		word, _ := e.Str()
		words = append(words, word)
	}
	return words
}

// isOurs reports whether the words are a call of mdck's answer to an event, from
// wherever the program is called. A call inside a longer command line is not:
// whoever wrote that meant more by it.
func isOurs(words []string) bool {
	if len(words) < 3 || !isProgram(words[0]) || words[1] != "hook" {
		return false
	}
	return slices.Contains(Agents(), hook.Agent(words[2])) && !slices.ContainsFunc(words[3:], shellSign)
}

// shellSign reports whether a word makes a command line more than one command.
func shellSign(word string) bool { return strings.ContainsAny(word, ";&|<>$`(){}'\"\\*?#") }

// isProgram reports whether a word names mdck, by its path or without.
func isProgram(word string) bool {
	word = strings.Trim(word, `"'`)
	word = word[strings.LastIndexAny(word, `/\`)+1:]
	return word == program || strings.EqualFold(word, program+".exe")
}

// Ours reports whether the handler is an entry of mdck.
func (h *Handler) Ours() bool { return isOurs(h.Words) }

// Flags are what stands behind the event in an entry of mdck.
func (h *Handler) Flags() []string { return h.Words[min(4, len(h.Words)):] }

// String is the handler as it is told: the event and its matcher.
func (h *Handler) String() string { return Entry{Event: h.Event, Matcher: h.Matcher}.String() }

// Calls are the commands of mdck that the handler's line runs, such as "lint".
func (h *Handler) Calls() []string {
	words := strings.FieldsFunc(strings.Join(h.Words, " "), func(r rune) bool { return strings.ContainsRune(" \t\r\n;&|()", r) })
	var all []string
	for i := range len(words) - 1 {
		if isProgram(words[i]) {
			all = append(all, strings.Trim(words[i+1], `"'`))
		}
	}
	return all
}

// Value is what path leads to; nil if there is none.
func (f *File) Value(path ...string) *jsondoc.Value { return f.doc.Root.Get(path...) }

// errShape says that an event holds something other than groups.
func (f *File) errShape(event string) error {
	if v := f.hooks.Get(event); v != nil && v.Kind != jsondoc.Array {
		return f.wrong(v, fmt.Sprintf("hooks.%s", event), jsondoc.Array)
	}
	return nil
}
