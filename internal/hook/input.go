package hook

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
)

// An Input has the parts of an event that mdck uses. A missing value, or one of another type, is zero.
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
	maxInput = 16 << 20 // bytes that are read of an event, which may hold a file that was written
	maxFiles = 20       // files of one event that are looked at
)

// An event is the decoded JSON. Agents describe the actions of tools in different ways.
type event struct {
	Cwd    string          `json:"cwd"`
	Source string          `json:"source"`
	Active json.RawMessage `json:"stop_hook_active"`
	Tool   struct {
		File    string          `json:"file_path"`
		Path    string          `json:"path"`
		Command json.RawMessage `json:"command"` // a string or a list of strings
	} `json:"tool_input"`
}

// ReadInput reads an event from r, up to the end of its JSON object, as not every agent closes the pipe. A
// broken event, or one over 16 MiB, is empty.
func ReadInput(r io.Reader) Input {
	b := bufio.NewReader(io.LimitReader(r, maxInput))
	if first, _ := b.Peek(1); string(first) == "\xef" { // a byte order mark
		_, _ = b.Discard(3)
	}
	var e event
	err := json.NewDecoder(b).Decode(&e)
	if _, ok := errors.AsType[*json.UnmarshalTypeError](err); err != nil && !ok {
		return Input{}
	}
	files := slices.DeleteFunc(append([]string{e.Tool.File, e.Tool.Path}, e.commandFiles()...), func(file string) bool { return file == "" })
	return Input{Cwd: e.Cwd, Source: e.Source, Files: files[:min(len(files), maxFiles)], First: string(e.Active) == "false"}
}

// commandFiles returns the files that patches in the command write.
func (e *event) commandFiles() []string {
	var patch string
	if json.Unmarshal(e.Tool.Command, &patch) == nil {
		return patched(patch)
	}
	var words []string
	_ = json.Unmarshal(e.Tool.Command, &words) // what is not a text stays empty
	return patched(strings.Join(words, "\n"))
}

// patched are the files that a patch writes. Source: the format of apply_patch,
// by which Codex edits; its hooks carry the patch as a command.
func patched(patch string) []string {
	var files []string
	for _, m := range regexp.MustCompile(`(?m)^\s*\*\*\* (?:Add File|Update File|Move to): (.*)$`).FindAllStringSubmatch(patch, -1) {
		if name := strings.TrimSpace(m[1]); name != "" {
			files = append(files, name)
		}
	}
	return files
}
