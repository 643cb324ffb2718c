package settings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/internal/hook"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A File is the text of an agent's settings, made by [Parse].
type File struct {
	agent Agent
	text  string
	doc   *jsondoc.Document // text with blanks for comments
	hooks *jsondoc.Value    // an object, or nil
}

// Parse parses the settings of an agent. The error is a [*source.Error].
func Parse(a hook.Agent, name, text string) (*File, error) {
	f := &File{agent: Of(a), text: text}
	if f.agent.comments {
		text = blank(text)
	}
	doc, err := jsondoc.Parse(name, text)
	if err != nil {
		return nil, err
	}
	f.doc, f.hooks = doc, doc.Root.Get("hooks")
	if doc.Root.Kind != jsondoc.Object {
		return nil, f.wrong(doc.Root, "the settings", jsondoc.Object)
	}
	if f.hooks != nil && f.hooks.Kind != jsondoc.Object {
		return nil, f.wrong(f.hooks, `"hooks"`, jsondoc.Object)
	}
	return f, nil
}

func (f *File) wrong(v *jsondoc.Value, what string, want jsondoc.Kind) *source.Error {
	return f.doc.File.Errorf(v.Span.Start, "%s: expected %s, found %s", what, want, v.Kind)
}

// A Handler is a command that the agent runs.
type Handler struct {
	Event   string
	Matcher string // "" for none
	Command string // command and separate arguments
	Exec    bool
	Words   []string // nil for a shell line with several commands
	Place   source.Position
	Name    string // name that disables the handler in Gemini
	ID      string // id in Codex, without the path of the file
	Wrong   string // why the agent ignores it, or ""
}

// Handlers returns all commands in order.
func (f *File) Handlers() (all []Handler) {
	for _, g := range f.groups() {
		matcher, _ := g.value.Get("matcher").Str()
		for i, v := range g.handlers() {
			if h, ok := handlerOf(v); ok {
				h.Event, h.Matcher, h.Place = g.event, matcher, f.doc.File.Position(v.Span.Start)
				h.ID, h.Wrong = fmt.Sprintf("%s:%d:%d", snake(g.event), g.index, i), f.agent.wrong(v)
				all = append(all, h)
			}
		}
	}
	return all
}

// HasOurs reports whether f has an entry of mdck. f may be nil.
func (f *File) HasOurs() bool {
	return slices.ContainsFunc(f.Handlers(), func(h Handler) bool { return h.Ours() })
}

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

func (g group) ours() []*jsondoc.Value {
	return slices.DeleteFunc(slices.Clone(g.handlers()), func(v *jsondoc.Value) bool { return !isOurs(v) })
}

func (f *File) groups() (all []group) {
	if f == nil || f.hooks == nil {
		return nil
	}
	for _, m := range f.hooks.Members {
		for i, v := range m.Value.Elements {
			all = append(all, group{m.Key, i, v})
		}
	}
	return all
}

func handlerOf(v *jsondoc.Value) (h Handler, ok bool) {
	if kind := v.Get("type"); kind != nil {
		if name, _ := kind.Str(); name != "command" {
			return h, false
		}
	}
	h.Command, ok = v.Get("command").Str()
	name, _ := v.Get("name").Str()
	h.Name = cmp.Or(name, h.Command)
	args := v.Get("args")
	switch {
	case !ok || strings.TrimSpace(h.Command) == "":
		return h, false
	case args == nil:
		h.Words, _ = plainWords(h.Command)
		return h, true
	}
	h.Exec, h.Words = true, []string{h.Command}
	for _, e := range args.Elements {
		word, _ := e.Str()
		h.Words = append(h.Words, word)
	}
	h.Command = strings.Join(h.Words, " ")
	return h, true
}

func isOurs(v *jsondoc.Value) bool {
	h, ok := handlerOf(v)
	return ok && h.Ours()
}

// Ours reports whether the command line is just one call of `mdck hook`.
func (h *Handler) Ours() bool {
	words := h.Words
	if len(words) < 3 || !isProgram(words[0]) || words[1] != "hook" || !slices.Contains(hook.Agents(), hook.Agent(words[2])) {
		return false
	}
	events := 0
	for _, w := range words[3:] {
		name, flag := strings.CutPrefix(w, "--")
		switch {
		case name == "" || strings.Trim(strings.ToLower(name), letters) != "":
			return false
		case !flag:
			events++
		}
	}
	return events <= 1
}

const letters = "abcdefghijklmnopqrstuvwxyz-"

func isProgram(word string) bool {
	word = word[strings.LastIndexAny(word, `/\`)+1:]
	return word == program || strings.EqualFold(word, program+".exe")
}
