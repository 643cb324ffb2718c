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

// An Input contains the parts of an event that mdck uses. A field is zero if the event does not
// have it, or has a value of the wrong type for it.
type Input struct {
	Cwd    string
	Source string   // why the session started, such as "resume"
	Files  []string // paths of the files that a tool wrote, as in the event
	// First is true if no hook has blocked the end of this turn before. Such an event has the value
	// false for stop_hook_active.
	First bool
	// Late reports that the event did not arrive in time. All other fields are zero then.
	Late bool
}

const (
	maxInput = 16 << 20 // in bytes; the event may contain the text of a written file
	maxFiles = 20       // maximum number of files to check for one event
)

// An event is the decoded JSON. Each agent describes tool calls differently, so only some fields
// are set.
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

// ReadInput reads an event from r. It stops at the end of the JSON object, because some agents
// leave the pipe open. It returns an empty Input if the event is invalid or longer than 16 MiB.
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

func (e *event) commandFiles() []string {
	var patch string
	if json.Unmarshal(e.Tool.Command, &patch) == nil {
		return patched(patch)
	}
	var words []string
	_ = json.Unmarshal(e.Tool.Command, &words) // on an error, words stays empty
	return patched(strings.Join(words, "\n"))
}

// patched returns the files that a patch in the format of apply_patch writes. Codex edits files
// with such patches. In its events, the patch is the command of the tool.
func patched(patch string) []string {
	var files []string
	for _, m := range regexp.MustCompile(`(?m)^\s*\*\*\* (?:Add File|Update File|Move to): (.*)$`).FindAllStringSubmatch(patch, -1) {
		if name := strings.TrimSpace(m[1]); name != "" {
			files = append(files, name)
		}
	}
	return files
}
