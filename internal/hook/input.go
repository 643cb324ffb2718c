package hook

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
)

// An Input is what mdck takes from an event. What the event does not say, or says
// in another type, is zero.
type Input struct {
	Cwd    string   // where the agent works
	Source string   // what made a session start
	Files  []string // what a tool wrote, as the agent names it
	// First reports that the event was read whole and says that no hook kept the
	// agent from ending so far: stop_hook_active is there, and false.
	First bool
	// Late reports that the event did not come in time: nothing is known of it.
	Late bool
}

const (
	maxInput = 1 << 20 // bytes that are read of an event
	maxDepth = 64      // levels of an event that are followed
	maxFiles = 20      // files of one event that are looked at
)

// ReadInput reads an event from r, up to the end of its JSON object: not every
// agent closes what it writes to. Of an event that is broken, or longer than
// 1 MiB, it gives what is before the break.
func ReadInput(r io.Reader) Input {
	b := bufio.NewReader(io.LimitReader(r, maxInput))
	if first, _ := b.Peek(1); string(first) == "\xef" { // a byte order mark
		_, _ = b.Discard(3)
	}
	e := eventReader{decoder: json.NewDecoder(b)}
	for e.next() {
	}
	e.input.First = e.whole && e.unblocked && !e.blocked
	return e.input
}

// An eventReader goes through an event token by token.
type eventReader struct {
	decoder *json.Decoder
	path    []level
	input   Input
	whole   bool // the end of the object was seen
	// What stop_hook_active says, were it there more than once.
	unblocked, blocked bool
}

// A level is an object or an array that the reader is in.
type level struct {
	object bool
	key    string // of the value that comes next; "" if a key does
	keyed  bool
}

// next takes one token; false means that there is none, or no need for one.
func (e *eventReader) next() bool {
	token, err := e.decoder.Token()
	if err != nil {
		return false
	}
	if top := e.top(); top != nil && top.object && !top.keyed {
		if key, ok := token.(string); ok {
			top.key, top.keyed = key, true
			return true
		}
	}
	switch token {
	case json.Delim('{'), json.Delim('['):
		e.path = append(e.path, level{object: token == json.Delim('{')})
		return len(e.path) <= maxDepth
	case json.Delim('}'), json.Delim(']'):
		e.whole = len(e.path) == 1 && e.path[0].object
		e.path = e.path[:len(e.path)-1]
	default:
		e.take(token)
	}
	if top := e.top(); top != nil {
		top.keyed = false
	}
	return len(e.path) > 0
}

func (e *eventReader) top() *level {
	if len(e.path) == 0 {
		return nil
	}
	return &e.path[len(e.path)-1]
}

// take keeps a value that mdck goes by.
func (e *eventReader) take(value any) {
	text, _ := value.(string)
	switch e.place() {
	case "cwd":
		e.input.Cwd = text
	case "source":
		e.input.Source = text
	case "stop_hook_active":
		active, ok := value.(bool)
		e.unblocked = ok && !active
		e.blocked = e.blocked || !e.unblocked
	case "tool_input.file_path", "tool_input.path":
		e.wrote(text)
	case "tool_input.command", "tool_input.command.":
		for _, file := range patched(text) {
			e.wrote(file)
		}
	}
}

func (e *eventReader) wrote(file string) {
	if file != "" && len(e.input.Files) < maxFiles {
		e.input.Files = append(e.input.Files, file)
	}
}

// place is the path of the value that comes next: keys with a dot between them,
// and none for an element of an array.
func (e *eventReader) place() string {
	var keys []string
	for i := range e.path {
		keys = append(keys, e.path[i].key)
	}
	return strings.Join(keys, ".")
}

// patched are the files that a patch writes. Source: the format of apply_patch,
// by which Codex edits; its hooks carry the patch as a command.
func patched(patch string) []string {
	var files []string
	for line := range strings.Lines(patch) {
		for _, mark := range [...]string{"*** Add File: ", "*** Update File: ", "*** Move to: "} {
			if file, ok := strings.CutPrefix(strings.TrimSpace(line), mark); ok {
				files = append(files, strings.TrimSpace(file))
			}
		}
	}
	return files
}
